import Infusion
import Testing

private final class Clock {
  let text: String
  init(_ text: String) { self.text = text }
}
private final class Part: Injectable {
  var text: String!
  var extra: Int?
  static var requires: [PartialKeyPath<Part>] { [\.text] }
}
private struct Base: Module {
  func configure(_ binder: Binder) {
    binder.bind(String.self).to { "base" }
    binder.bind(Clock.self).to { Clock("base") }.in(.singleton)
    binder.bind(Clock.self, named: "untouched").to { Clock(try $0.resolve(String.self)) }
      .in(.singleton)
    binder.bind(Clock.self, named: "property").toInitializer { (text: String) in Clock(text) }
      .in(.singleton)
    binder.contribute(Clock.self).to { Clock("contributed") }.in(.singleton)
  }
}
private struct Other: Module {
  func configure(_ binder: Binder) {
    binder.bind(String.self).to { "other" }
    binder.bind(Int.self).to { 1 }
    binder.contribute(Clock.self).to { Clock("other") }
  }
}
private final class Unwilling: UnloadableModule {
  func configure(_ binder: Binder) { binder.bind(Bool.self).to { true } }
  func unload(from injector: Injector) throws { throw Refused() }
}
private struct Refusing: Module {
  func configure(_ binder: Binder) throws { throw Refused() }
}
private struct Refused: Error {}

/// A failed update leaves nothing behind.
struct FailedUpdateTests {
  /// The ways in which an update can fail.
  enum Failure: CaseIterable {
    case theClosureThrows
    case aModuleThrows
    case anEagerSingletonFails
    case anEagerSingletonFailsAfterAnother
    case eagerIsNoSingleton
    case aModuleRefusesToUnload

    func apply(to binder: Binder) throws {
      switch self {
      case .theClosureThrows: throw Refused()
      case .aModuleThrows: binder.install(Refusing())
      case .anEagerSingletonFails:
        binder.bind(Double.self).to { throw Refused() }.asEagerSingleton()
      case .anEagerSingletonFailsAfterAnother:
        binder.bind(Float.self).to {
          _ = try $0.resolve(Clock.self)
          _ = try $0.resolve(Clock.self, named: "untouched")
          _ = try $0.resolve(Clock.self, named: "property")
          _ = try $0.resolve([Clock].self)
          return 1
        }.asEagerSingleton()
        binder.bind(Double.self).to { throw Refused() }.asEagerSingleton()
      case .eagerIsNoSingleton:
        binder.bind(Double.self).to { 1 }.asEagerSingleton().in(.unscoped)
      case .aModuleRefusesToUnload: binder.uninstall(Unwilling.self)
      }
    }
  }

  private func change(_ binder: Binder) {
    binder.bind(String.self).to { "changed" }
    binder.bind(Clock.self).to { Clock("changed") }.in(.singleton)
    binder.contribute(Clock.self).to { Clock("added") }
    binder.extend(Part.self).injecting(\.extra).completing { _ in Issue.record("completed") }
    binder.install(Other())
    binder.rescope(Clock.self, named: "untouched", to: .unscoped)
  }

  private func expectUnchanged(_ injector: Injector, _ failure: Failure) throws {
    #expect(try injector.resolve(String.self) == "base")
    #expect(try injector.resolve(Clock.self).text == "base")
    #expect(try injector.resolve(Clock.self, named: "untouched").text == "base")
    #expect(
      try injector.resolve(Clock.self, named: "untouched")
        === injector.resolve(Clock.self, named: "untouched"))
    #expect(try injector.resolve(Clock.self, named: "property").text == "base")
    #expect(try injector.resolve([Clock].self).map(\.text) == ["contributed"])
    #expect(!injector.hasBinding(Int.self))
    #expect(!injector.hasBinding(Double.self))
    #expect(!injector.hasBinding(Float.self))
    #expect(injector.hasBinding(Bool.self))
    let part = try injector.create { Part() }
    #expect(part.text == "base")
    #expect(part.extra == nil)
    let derived = try injector.adding(Configuring { _ in })
    #expect(!derived.hasBinding(Int.self))
    #expect(try derived.resolve(String.self) == "base")
  }

  @Test(arguments: Failure.allCases)
  func everythingIsAsBefore(_ failure: Failure) throws {
    let injector = try Injector(Base(), Unwilling())
    let clock = try injector.resolve(Clock.self)
    let untouched = try injector.resolve(Clock.self, named: "untouched")
    let contributed = try injector.resolve([Clock].self)
    _ = try injector.create { Part() }
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        change(binder)
        try failure.apply(to: binder)
      }
    }
    try expectUnchanged(injector, failure)
    #expect(try injector.resolve(Clock.self) === clock)
    #expect(try injector.resolve(Clock.self, named: "untouched") === untouched)
    #expect(try injector.resolve([Clock].self)[0] === contributed[0])
  }

  @Test(arguments: Failure.allCases)
  func singletonsThatWereNotBuiltBeforeAreBuiltFromTheOldBindings(_ failure: Failure) throws {
    let injector = try Injector(Base(), Unwilling())
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        binder.bind(String.self).to { "changed" }
        try failure.apply(to: binder)
      }
    }
    try expectUnchanged(injector, failure)
  }

  @Test(arguments: Failure.allCases)
  func aChildIsAsBefore(_ failure: Failure) throws {
    let parent = try Injector(Base(), Unwilling())
    let child = try parent.makeChild()
    let clock = try child.resolve(Clock.self)
    #expect(throws: InjectionError.self) {
      try parent.update { binder in
        change(binder)
        try failure.apply(to: binder)
      }
    }
    #expect(try child.resolve(Clock.self) === clock)
    try expectUnchanged(child, failure)
  }

  @Test(arguments: Failure.allCases)
  func theNextUpdateSucceeds(_ failure: Failure) throws {
    let injector = try Injector(Base(), Unwilling())
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        change(binder)
        try failure.apply(to: binder)
      }
    }
    try injector.update { $0.install(Other()) }
    #expect(try injector.resolve(String.self) == "other")
    #expect(try injector.resolve(Int.self) == 1)
    #expect(try injector.resolve([Clock].self).map(\.text) == ["contributed", "other"])
  }

  @Test(arguments: Failure.allCases)
  func anUpdateThatUninstallsLeavesTheModuleInstalled(_ failure: Failure) throws {
    let injector = try Injector(Base(), Other(), Unwilling())
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        binder.uninstall(Other.self)
        binder.unbind(Clock.self)
        try failure.apply(to: binder)
      }
    }
    #expect(try injector.resolve(String.self) == "other")
    #expect(try injector.resolve(Int.self) == 1)
    #expect(try injector.resolve(Clock.self).text == "base")
    #expect(try injector.resolve([Clock].self).map(\.text) == ["contributed", "other"])
  }

  @Test func everyFailureIsListed() throws {
    let injector = try Injector(Unwilling())
    let error = try #require(throws: InjectionError.self) {
      try injector.update { binder in
        binder.bind(Double.self).to { throw Refused() }.asEagerSingleton()
        binder.bind(Int.self).toInitializer { (_: String) in 1 }.asEagerSingleton()
      }
    }
    #expect(error.code == .several)
    #expect(error.errors.map(\.code) == [.providerFailed, .missingBinding])
    let unloading = try #require(throws: InjectionError.self) {
      try injector.update { $0.uninstall(Unwilling.self) }
    }
    #expect(unloading.code == .providerFailed)
    #expect(unloading.underlying is Refused)
  }

  @Test func instancesOfAFailedUpdateAreReleased() throws {
    let injector = try Injector()
    weak var clock: Clock?
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        binder.bind(Clock.self).to {
          let made = Clock("new")
          clock = made
          return made
        }.asEagerSingleton()
        binder.bind(Int.self).to { throw Refused() }.asEagerSingleton()
      }
    }
    #expect(clock == nil)
  }

  @Test func anOnDemandSingletonOfAFailedUpdateKeepsNothingOfIt() throws {
    final class Registry: Injectable, DefaultInitializable, Scoped {
      var text: String!
      init() {}
      static var scope: Scope { .singleton }
      static var requires: [PartialKeyPath<Registry>] { [\.text] }
    }
    let injector = try Injector(Base())
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        binder.bind(String.self).to { "changed" }
        binder.bind(Float.self).to {
          _ = try $0.resolve(Registry.self)
          return 1
        }.asEagerSingleton()
        binder.bind(Double.self).to { throw Refused() }.asEagerSingleton()
      }
    }
    #expect(try injector.resolve(Registry.self).text == "base")
  }

  @Test func anUnscopedBindingIsUnaffectedByAFailedUpdate() throws {
    let injector = try Injector(Base())
    let child = try injector.makeChild()
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        binder.bind(String.self).to { "changed" }
        binder.bind(Float.self).to { received in
          _ = try received.create { Part() }
          _ = try child.create { Part() }
          return 1
        }.asEagerSingleton()
        binder.bind(Double.self).to { throw Refused() }.asEagerSingleton()
      }
    }
    #expect(try injector.create { Part() }.text == "base")
    #expect(try child.create { Part() }.text == "base")
  }
}
