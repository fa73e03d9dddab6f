import Infusion
import Testing

private final class Store: DefaultInitializable {}
private final class Clock {}

private final class Cache: InitializerDeclaring {
  let store: Store
  let clock: Clock
  init(store: Store, clock: Clock) {
    self.store = store
    self.clock = clock
  }
  static var initializer: Initializer { Initializer(Cache.init(store:clock:)) }
}
private final class Clocks: InitializerDeclaring {
  let any: Clock
  let left: Clock
  init(any: Clock, left: Clock) {
    self.any = any
    self.left = left
  }
  static var initializer: Initializer {
    Initializer(Clocks.init(any:left:), .resolved, .named("left"))
  }
}
private class Coupe: InitializerDeclaring, Injectable, AwakesFromInjection {
  let make: String
  let model: String
  let store: Store
  let doors: Int
  var clock: Clock!
  var awakes = 0
  init(model: String, store: Store, make: String, doors: Int) {
    self.model = model
    self.store = store
    self.make = make
    self.doors = doors
  }
  class var requires: Requirements { accepting(\.clock) }
  func awakeFromInjection() { awakes += 1 }
  class var initializer: Initializer {
    Initializer(
      Coupe.init(model:store:make:doors:), .default("Passat"), .resolved, .argument, .default(3))
  }
}
private final class Cabriolet: Coupe {}
private final class Roadster: Coupe {
  override class var initializer: Initializer {
    Initializer(
      Roadster.init(model:store:make:doors:), .default("Z4"), .resolved, .argument, .default(2))
  }
}
private final class Tolerant: InitializerDeclaring {
  let make: String
  let note: String?
  init(make: String, note: String?) {
    self.make = make
    self.note = note
  }
  static var initializer: Initializer {
    Initializer(Tolerant.init(make:note:), .argument, .argument)
  }
}
private final class WrongDefault: InitializerDeclaring {
  init(count: Int) {}
  static var initializer: Initializer { Initializer(WrongDefault.init(count:), .default("three")) }
}
private final class Ticket: InitializerDeclaring {
  let seat: String?
  let row: Int?
  init(seat: String?, row: Int?) {
    self.seat = seat
    self.row = row
  }
  static var initializer: Initializer {
    let row = Int("7")
    return Initializer(Ticket.init(seat:row:), .default(nil), .default(row))
  }
}
private final class NilDefault: InitializerDeclaring {
  init(count: Int) {}
  static var initializer: Initializer { Initializer(NilDefault.init(count:), .default(nil)) }
}
private final class WrongCount: InitializerDeclaring {
  init(count: Int, other: Int) {}
  static var initializer: Initializer {
    Initializer(WrongCount.init(count:other:), .default(1))
  }
}
private final class Throwing: InitializerDeclaring {
  init() throws { throw Mishap() }
  static var initializer: Initializer { Initializer(Throwing.init) }
}
private final class ByFactory: InitializerDeclaring {
  let origin: String
  private init(origin: String) { self.origin = origin }
  static func make(store: Store) -> ByFactory { ByFactory(origin: "factory") }
  static var initializer: Initializer { Initializer(ByFactory.make(store:)) }
}
private final class Wrapped: InitializerDeclaring {
  let radio: Clock?
  let stores: [Store]
  let later: Lazy<Store>
  init(radio: Clock?, stores: [Store], later: Lazy<Store>) {
    self.radio = radio
    self.stores = stores
    self.later = later
  }
  static var initializer: Initializer { Initializer(Wrapped.init(radio:stores:later:)) }
}

struct InitializerDeclaringTests {
  @Test func withoutAListAllParametersAreResolved() throws {
    let clock = Clock()
    let cache = try Injector { $0.bind(Clock.self).to(instance: clock) }.resolve(Cache.self)
    #expect(cache.clock === clock)
  }

  @Test func missingParameterIsNamed() throws {
    let error = try failure { _ = try Injector().resolve(Cache.self) }
    #expect(error.code == .missingBinding)
    #expect(error.key == Key(Clock.self))
    #expect(error.description.contains("Cache"))
  }

  @Test func parametersAreResolvedUnderTheirNames() throws {
    let any = Clock()
    let left = Clock()
    let clocks = try Injector {
      $0.bind(Clock.self).to(instance: any)
      $0.bind(Clock.self, named: "left").to(instance: left)
    }.resolve(Clocks.self)
    #expect(clocks.any === any)
    #expect(clocks.left === left)
  }

  @Test func argumentsFillTheirSlotsFirst() throws {
    let coupe = try Injector().resolve(Coupe.self, arguments: "VW")
    #expect(coupe.make == "VW")
    #expect(coupe.model == "Passat")
    #expect(coupe.doors == 3)
  }

  @Test func furtherArgumentsOverrideTheDefaultsInOrder() throws {
    let injector = try Injector()
    let one = try injector.resolve(Coupe.self, arguments: "VW", "Golf")
    #expect(one.make == "VW")
    #expect(one.model == "Golf")
    #expect(one.doors == 3)
    let two = try injector.resolve(Coupe.self, arguments: "VW", "Golf", 5)
    #expect(two.model == "Golf")
    #expect(two.doors == 5)
  }

  @Test func argumentsOfARequestForAParameterStayThere() throws {
    let injector = try Injector { binder in
      binder.bind(Store.self).to { injector in
        _ = try injector.resolve(Int.self, arguments: "other")
        return Store()
      }
      binder.bind(Int.self).to { (_, text: String) in text.count }
    }
    #expect(try injector.resolve(Coupe.self, arguments: "VW").make == "VW")
  }

  @Test func missingArgumentIsAMismatch() throws {
    let error = try failure { _ = try Injector().resolve(Coupe.self) }
    #expect(error.code == .argumentMismatch)
    #expect(error.key == Key(Coupe.self))
  }

  @Test func surplusArgumentIsAMismatch() throws {
    let error = try failure {
      _ = try Injector().resolve(Coupe.self, arguments: "VW", "Golf", 5, "surplus")
    }
    #expect(error.code == .argumentMismatch)
  }

  @Test func argumentOfAnotherTypeIsAMismatch() throws {
    let injector = try Injector()
    let slot = try failure { _ = try injector.resolve(Coupe.self, arguments: 1) }
    #expect(slot.code == .argumentMismatch)
    let override = try failure {
      _ = try injector.resolve(Coupe.self, arguments: "VW", "Golf", "five")
    }
    #expect(override.code == .argumentMismatch)
  }

  @Test func aMismatchNamesTheTypesOfAllArguments() throws {
    final class Van: InitializerDeclaring {
      init(make: String, seats: Int, doors: Int) {}
      static var initializer: Initializer {
        Initializer(Van.init(make:seats:doors:), .argument, .argument, .default(5))
      }
    }
    let injector = try Injector()
    let first = try failure { _ = try injector.resolve(Van.self, arguments: 1, 7) }
    #expect(first.description.contains("expected: (String, Int)\n"), "\(first)")
    let last = try failure { _ = try injector.resolve(Van.self, arguments: "VW", 7, "five") }
    #expect(last.description.contains("expected: (String, Int, Int)\n"), "\(last)")
  }

  @Test func whatWasResolvedForAFailedInitializerIsReleased() throws {
    weak var made: Store?
    let injector = try Injector { binder in
      binder.bind(Store.self).to {
        let store = Store()
        made = store
        return store
      }
    }
    #expect(
      try failure { _ = try injector.resolve(Coupe.self, arguments: 1) }.code == .argumentMismatch)
    #expect(made == nil)
  }

  @Test func trailingOptionalArgumentMayBeOmitted() throws {
    let injector = try Injector()
    let without = try injector.resolve(Tolerant.self, arguments: "VW")
    #expect(without.make == "VW")
    #expect(without.note == nil)
    #expect(try injector.resolve(Tolerant.self, arguments: "VW", "red").note == "red")
    #expect(try injector.resolve(Tolerant.self, arguments: "VW", String?.none).note == nil)
  }

  @Test func objectIsInjectedAndAwoken() throws {
    let coupe = try Injector { $0.bind(Clock.self).to { Clock() } }
      .resolve(Coupe.self, arguments: "VW")
    #expect(coupe.clock != nil)
    #expect(coupe.awakes == 1)
  }

  @Test func subclassThatInheritsTheDeclarationIsAnError() throws {
    let error = try failure { _ = try Injector().resolve(Cabriolet.self, arguments: "VW") }
    #expect(error.code == .typeMismatch)
    #expect(error.key == Key(Cabriolet.self))
    #expect(error.description.contains("Cabriolet"))
    #expect(error.description.contains("Coupe"))
  }

  @Test func subclassWithItsOwnDeclarationIsCreated() throws {
    let roadster = try Injector().resolve(Roadster.self, arguments: "BMW")
    #expect(type(of: roadster) == Roadster.self)
    #expect(roadster.model == "Z4")
    #expect(roadster.doors == 2)
  }

  @Test func defaultOfTheWrongTypeIsATypeMismatchThatNamesClassAndParameter() throws {
    let error = try failure { _ = try Injector().resolve(WrongDefault.self) }
    #expect(error.code == .typeMismatch)
    #expect(error.description.contains("WrongDefault"))
    #expect(error.description.contains("parameter 1"))
    #expect(error.description.contains("Int"))
  }

  @Test func defaultMayBeNil() throws {
    let ticket = try Injector().resolve(Ticket.self)
    #expect(ticket.seat == nil)
    #expect(ticket.row == 7)
    #expect(try Injector().resolve(Ticket.self, arguments: "A").seat == "A")
    try Injector().validate(including: Ticket.self)
  }

  @Test func defaultOfNilIsATypeMismatchIfTheParameterIsNotOptional() throws {
    let error = try failure { _ = try Injector().resolve(NilDefault.self) }
    #expect(error.code == .typeMismatch)
    #expect(error.description.contains("is nil, but the parameter has type 'Int'"))
  }

  @Test func listOfTheWrongLengthIsAnError() throws {
    let error = try failure { _ = try Injector().resolve(WrongCount.self) }
    #expect(error.code == .argumentMismatch)
    #expect(error.description.contains("WrongCount"))
  }

  @Test func errorOfTheInitializerIsTheCause() throws {
    let error = try failure { _ = try Injector().resolve(Throwing.self) }
    #expect(error.code == .providerFailed)
    #expect(error.underlying as? Mishap == Mishap())
  }

  @Test func staticFactoryServesAsInitializer() throws {
    #expect(try Injector().resolve(ByFactory.self).origin == "factory")
  }

  @Test func wrappedParametersAreResolvedLikeProperties() throws {
    let injector = try Injector { $0.contribute(Store.self).to { Store() } }
    let error = try failure { _ = try injector.resolve(Wrapped.self) }
    #expect(error.code == .missingBinding)
    let clock = Clock()
    let complete = try Injector {
      $0.contribute(Store.self).to { Store() }
      $0.bind(Clock.self).to(instance: clock)
    }
    let wrapped = try complete.resolve(Wrapped.self)
    #expect(wrapped.radio === clock)
    #expect(wrapped.stores.count == 1)
    #expect(try wrapped.later.get() === wrapped.later.get())
  }

  @Test func bindingReplacesTheDeclaredInitializer() throws {
    let cache = Cache(store: Store(), clock: Clock())
    let injector = try Injector { $0.bind(Cache.self).to(instance: cache) }
    #expect(try injector.resolve(Cache.self) === cache)
  }
}
