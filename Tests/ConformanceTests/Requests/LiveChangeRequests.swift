import Infusion
import Testing

extension Requests {
  @Suite("Requests: changing a live injector") struct LiveChange {
    private class Clock: DefaultInitializable { required init() {} }
    private final class StationClock: Clock {}
    private final class Network {}
    private final class Player: DefaultInitializable, Injectable {
      var network: Network!
      static var requires: [PartialKeyPath<Player>] { [\.network] }
    }

    private struct ClockModule: Module {
      func configure(_ binder: Binder) {
        binder.bind(Clock.self).to { StationClock() }.in(.singleton)
      }
    }
    private struct NetworkModule: UnloadableModule {
      let journal: Journal
      func configure(_ binder: Binder) {
        binder.bind(Network.self).to { Network() }.in(.singleton)
      }
      func unload(from injector: Injector) throws {
        journal.note(injector.hasBinding(Network.self) ? "still bound" : "gone already")
      }
    }

    @Test("Objection #6, #74: a class can be unbound, and is created on demand again")
    func unbinding() throws {
      let injector = try Injector(ClockModule())
      let bound = try injector.resolve(Clock.self)
      #expect(bound is StationClock)
      try injector.update { $0.unbind(Clock.self) }
      #expect(!injector.hasBinding(Clock.self))
      let created = try injector.resolve(Clock.self)
      #expect(type(of: created) == Clock.self)
      #expect(try injector.resolve(Clock.self) !== created)
    }

    @Test("Objection #29, python-inject #19: bindings can be added to an injector in use")
    func addingBindings() throws {
      let injector = try Injector(ClockModule())
      let clock = try injector.resolve(Clock.self)
      let error = try #require(throws: InjectionError.self) {
        try injector.resolve(Player.self)
      }
      #expect(error.code == .missingBinding)
      let network = Network()
      try injector.update { $0.bind(Network.self).to(instance: network) }
      #expect(try injector.resolve(Player.self).network === network)
      #expect(try injector.resolve(Clock.self) === clock)
    }

    @Test(
      "Objection #28, #30, #32, #55, #105, #109: modules come and go, other instances stay alive")
    func modulesComeAndGo() throws {
      let journal = Journal()
      let injector = try Injector(ClockModule())
      let clock = try injector.resolve(Clock.self)

      try injector.update { $0.install(NetworkModule(journal: journal)) }
      weak let network = try injector.resolve(Network.self)
      #expect(network != nil)
      #expect(try injector.resolve(Network.self) === network)
      #expect(try injector.resolve(Clock.self) === clock)
      #expect(journal.entries.isEmpty)

      try injector.update { $0.uninstall(NetworkModule.self) }
      #expect(journal.entries == ["still bound"])
      #expect(network == nil)
      #expect(!injector.hasBinding(Network.self))
      #expect(try injector.resolve(Clock.self) === clock)
    }

    @Test("Blindside #23, #38: a class bound to itself is created, without a recursion")
    func classBoundToItself() throws {
      let injector = try Injector { $0.bind(Clock.self).to(Clock.self) { $0 } }
      #expect(type(of: try injector.resolve(Clock.self)) == Clock.self)
      let restored = try Injector(ClockModule()).makeChild { binder in
        binder.bind(Clock.self).to(Clock.self) { $0 }
      }
      #expect(type(of: try restored.resolve(Clock.self)) == Clock.self)
    }
  }
}
