import Infusion
import Testing

extension Requests {
  @Suite("Requests: tests, mocks and the injector of the process") struct TestingAnApplication {
    private class Gateway: DefaultInitializable { required init() {} }
    private final class FakeGateway: Gateway {}
    private final class Ledger {}
    private struct ShopModule: Module {
      func configure(_ binder: Binder) {
        binder.bind(Gateway.self).to { Gateway() }.in(.singleton)
        binder.bind(Ledger.self).to { Ledger() }.in(.singleton)
      }
    }
    private struct FakeModule: Module {
      func configure(_ binder: Binder) {
        binder.bind(Gateway.self).to(FakeGateway.self) { $0 }
      }
    }

    @Test("Objection #73, #82: a test replaces some bindings of a module, and keeps the others")
    func overriding() throws {
      let injector = try Injector(ShopModule().overriding(with: FakeModule()))
      #expect(try injector.resolve(Gateway.self) is FakeGateway)
      #expect(try injector.resolve(Ledger.self) === injector.resolve(Ledger.self))
    }

    @Test("python-inject #38: overriding is allowed even if rebinding is forbidden")
    func overridingWhereRebindingIsForbidden() throws {
      let options = Injector.Options(forbidsRebinding: true)
      let injector = try Injector(
        [ShopModule().overriding(with: FakeModule())], options: options)
      #expect(try injector.resolve(Gateway.self) is FakeGateway)
      let error = try #require(throws: InjectionError.self) {
        try Injector([ShopModule(), FakeModule()], options: options)
      }
      #expect(error.code == .duplicateBinding)
      #expect(error.key == Key(Gateway.self))
    }

    @Test("Objection #76: a reset between tests releases objects, and keeps bindings")
    func resetThatKeepsBindings() throws {
      let injector = try Injector(ShopModule())
      weak let gateway = try injector.resolve(Gateway.self)
      #expect(gateway != nil)
      injector.releaseSingletons()
      #expect(gateway == nil)
      #expect(injector.hasBinding(Gateway.self))
      let ledger = try injector.resolve(Ledger.self)
      #expect(try injector.resolve(Ledger.self) === ledger)
    }

    @Test("Objection #77: an injector's modules can be used again, with or without some of them")
    func derivingFromModules() throws {
      let injector = try Injector(ShopModule())
      let ledger = try injector.resolve(Ledger.self)
      let faked = try injector.adding(FakeModule())
      #expect(try faked.resolve(Gateway.self) is FakeGateway)
      #expect(try faked.resolve(Ledger.self) !== ledger)
      let restored = try faked.removing(FakeModule.self)
      #expect(type(of: try restored.resolve(Gateway.self)) == Gateway.self)
      #expect(try injector.resolve(Ledger.self) === ledger)
    }

    @Test("python-inject #84, #99, #100: each task can have a current injector of its own")
    func currentInjectorOfATask() async throws {
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<32 {
          group.addTask {
            let injector = try Injector { $0.bind(Int.self).to { number } }
            return try await Injector.withCurrent(injector) {
              await Task.yield()
              return try inject(Int.self) == number
            }
          }
        }
        for try await isOwn in group { #expect(isOwn) }
      }
    }

    // Other tests set the injector of the process, too, so this test runs in its own process.
    @Test("python-inject #11, #65: configuring again is harmless, and can be checked")
    func configuringOnce() async {
      await #expect(processExitsWith: .success) {
        #expect(!Injector.isConfigured)
        let first = try Injector.configureOnce { $0.bind(Int.self).to { 1 } }
        #expect(Injector.isConfigured)
        let second = try Injector.configureOnce { _ in Issue.record("configured twice") }
        #expect(second === first)
        #expect(try inject(Int.self) == 1)
        let error = try #require(throws: InjectionError.self) {
          try Injector.configure { _ in Issue.record("configured twice") }
        }
        #expect(error.code == .alreadyConfigured)
        Injector.clear()
        #expect(!Injector.isConfigured)
      }
    }

    @Test("python-inject #53, #63: a bound closure may request what is bound beside it")
    func injectingWhileConfiguring() async {
      await #expect(processExitsWith: .success) {
        try Injector.configure { binder in
          let error = #expect(throws: InjectionError.self) { try inject(Int.self) }
          #expect(error?.code == .noDefaultInjector)
          binder.bind(String.self).to { "number \(try inject(Int.self))" }.in(.singleton)
          binder.bind(Int.self).to { 7 }
        }
        #expect(try inject(String.self) == "number 7")
      }
    }
  }
}
