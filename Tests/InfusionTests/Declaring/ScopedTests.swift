import Infusion
import Testing

private protocol Seat: AnyObject {}

private class Registry: DefaultInitializable, Scoped, Seat {
  required init() {}
  class var scope: Scope { .singleton }
}
private class SubRegistry: Registry {}

private class Chair: DefaultInitializable, Scoped, Seat {
  required init() {}
  class var scope: Scope { self == Chair.self ? .singleton : .unscoped }
}
private final class Stool: Chair {}

private final class Pair: Injectable, DefaultInitializable {
  var first: Shared!
  var second: Shared!
  static var requires: Requirements { requiring(\.first, \.second) }
}
private final class Shared: DefaultInitializable, Scoped {
  static var scope: Scope { .graph }
}
private final class Fleeting: DefaultInitializable, Scoped {
  static var scope: Scope { .unscoped }
}
private final class Built: InitializerDeclaring, Scoped {
  let seat: Registry
  init(seat: Registry) { self.seat = seat }
  static var initializer: Initializer { Initializer(Built.init(seat:)) }
  static var scope: Scope { .singleton }
}

struct ScopedTests {
  @Test func classCreatedOnDemandHasItsOwnLifetime() throws {
    let injector = try Injector()
    #expect(try injector.resolve(Registry.self) === injector.resolve(Registry.self))
    #expect(try injector.resolve(Built.self) === injector.resolve(Built.self))
    let pair = try injector.resolve(Pair.self)
    #expect(pair.first === pair.second)
    #expect(try injector.resolve(Pair.self).first !== pair.first)
  }

  @Test func ownLifetimeWinsOverTheOnDemandScope() throws {
    let injector = try Injector([], options: .init(onDemandScope: .singleton))
    #expect(try injector.resolve(Fleeting.self) !== injector.resolve(Fleeting.self))
  }

  @Test func lifetimeIsInheritedAndASubclassIsItsOwnKey() throws {
    let injector = try Injector()
    let sub = try injector.resolve(SubRegistry.self)
    #expect(try injector.resolve(SubRegistry.self) === sub)
    #expect(try injector.resolve(Registry.self) !== sub)
    #expect(type(of: try injector.resolve(Registry.self)) == Registry.self)
  }

  @Test func classMayKeepItsLifetimeToItself() throws {
    let injector = try Injector()
    #expect(try injector.resolve(Chair.self) === injector.resolve(Chair.self))
    #expect(try injector.resolve(Stool.self) !== injector.resolve(Stool.self))
  }

  @Test func linkWithoutAScopeLeavesTheLifetimeToTheClass() throws {
    let injector = try Injector { $0.bind((any Seat).self).to(Registry.self) { $0 } }
    let seat = try injector.resolve((any Seat).self)
    #expect(try injector.resolve((any Seat).self) === seat)
    #expect(try injector.resolve(Registry.self) === seat)
  }

  @Test func linkedSubclassHasItsOwnLifetimeNotThatOfTheKey() throws {
    let injector = try Injector { $0.bind(Chair.self).to(Stool.self) { $0 } }
    #expect(try injector.resolve(Chair.self) !== injector.resolve(Chair.self))
  }

  @Test func classBoundWithoutATargetHasItsOwnLifetime() throws {
    let injector = try Injector { binder in
      binder.bind(Registry.self).to(Registry.self) { $0 }
    }
    #expect(try injector.resolve(Registry.self) === injector.resolve(Registry.self))
  }

  @Test func scopeOfTheBindingWins() throws {
    let injector = try Injector { binder in
      binder.bind(Registry.self).in(.unscoped)
      binder.bind(Fleeting.self).in(.singleton)
    }
    #expect(try injector.resolve(Registry.self) !== injector.resolve(Registry.self))
    #expect(try injector.resolve(Fleeting.self) === injector.resolve(Fleeting.self))
  }

  @Test func closureBindingDoesNotTakeTheLifetimeOfTheClass() throws {
    let injector = try Injector { $0.bind(Registry.self).to { Registry() } }
    #expect(try injector.resolve(Registry.self) !== injector.resolve(Registry.self))
  }
}
