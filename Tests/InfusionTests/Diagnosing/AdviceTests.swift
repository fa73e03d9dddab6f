import Infusion
import Testing

private protocol Engine: AnyObject {}
private protocol Shape {}
private struct Square: Shape {}
private final class Wheel: Sendable {}

private final class Idle: Engine {}
private final class Car: Engine {
  let motor: Motor
  init(motor: Motor) { self.motor = motor }
}
private final class Motor {
  let engine: any Engine
  init(engine: any Engine) { self.engine = engine }
}
private final class LaterCar: Engine {
  let motor: LaterMotor
  init(motor: LaterMotor) { self.motor = motor }
}
private final class LaterMotor {
  let engine: Lazy<any Engine>
  init(engine: Lazy<any Engine>) { self.engine = engine }
}

private final class Service: Injectable, DefaultInitializable {
  var wheel: Wheel!
  static var requires: Requirements { requiring(\.wheel) }
}
private final class Observing: Injectable {
  weak var wheel: Wheel?
  unowned var other: Service!
  static var requires: Requirements { requiring(\.wheel) + requiring(\.other) }
}
private final class Rolling: Injectable {
  var wheel = Wheel()
  static var requires: Requirements { requiring(\.wheel) }
}
private class Hiding {
  private weak var wheel: Wheel?
}
private final class Keeping: Hiding, Injectable {
  var wheel: Wheel!
  static var requires: Requirements { requiring(\.wheel) }
}
private final class Prepared: Sendable {
  init(wheel: Wheel) {}
}

private final class Nested: Injectable {
  var wheel: Provider<Lazy<Wheel>>!
  static var requires: Requirements { requiring(\.wheel) }
}
private final class NestedOptional: Injectable {
  var wheel: Provider<Lazy<Wheel>?>!
  static var requires: Requirements { requiring(\.wheel) }
}
private final class NestedAsAdvised: Injectable {
  var wheel: Provider<Lazy<Wheel?>>?
  static var requires: Requirements { requiring(\.wheel) }
}

private final class Named: Injectable {
  static let names: [Name?] = ["left", nil]
  var left: Wheel!
  var right: Wheel?
  static var requires: Requirements {
    requiring(\.left, named: names[0]) + accepting(\.right, named: names[1])
  }
}

@globalActor private actor Garage { static let shared = Garage() }
@Garage private final class Lift: @Garage Injectable {
  static var requires: Requirements { [] }
}

/// What messages advise, followed to the letter, and what they must not say.
struct AdviceTests {
  private func problem(
    _ configure: @escaping (Binder) -> Void, _ ask: (Injector) throws -> Void
  ) throws -> String {
    let injector = try Injector(configure)
    let error = #expect(throws: InjectionError.self) { try ask(injector) }
    return error?.description ?? ""
  }

  @Test func whatHasToBeTheSameObjectIsWhatMakesIt() throws {
    let text = try problem({ binder in
      binder.bind(Car.self).toInitializer(Car.init(motor:))
      binder.bind(Motor.self).toInitializer(Motor.init(engine:))
      binder.bind((any Engine).self).to(Car.self) { $0 }
    }) { _ = try $0.resolve(Car.self) }
    #expect(text.contains("In 'Motor', take and store a Lazy<any Engine>"), "\(text)")
    #expect(text.contains("bind 'Car' with .in(.singleton) if it has to be the same object"))
    let injector = try Injector { binder in
      binder.bind(LaterCar.self).toInitializer(LaterCar.init(motor:)).in(.singleton)
      binder.bind(LaterMotor.self).toInitializer(LaterMotor.init(engine:))
      binder.bind((any Engine).self).to(LaterCar.self) { $0 }
    }
    let car = try injector.resolve(LaterCar.self)
    #expect(try car.motor.engine.get() === car)
  }

  @Test func whatMustStayASingletonIsGivenNoOtherScope() throws {
    func text(_ bind: @escaping (Binder) -> Void) throws -> String {
      try problem({ binder in
        binder.bind(Wheel.self).to { Wheel() }.in(.graph)
        bind(binder)
      }) { try $0.validate() }
    }
    let scope = "'Service' a scope that ends no later"
    #expect(try text { $0.bind(Service.self).in(.singleton) }.contains("• Give \(scope)"))
    #expect(
      try text { $0.bind(Service.self).asEagerSingleton() }
        .contains("• Remove asEagerSingleton(), and give \(scope)"))
    let injected = try text { $0.bind(Service.self).to(instance: Service(), injecting: true) }
    #expect(injected.contains("• Bind a closure in place of the instance, and give \(scope)"))
    let prepared = try text { binder in
      binder.bind(Prepared.self).toAsync(uses: Wheel.self) { Prepared(wheel: $0) }
    }
    #expect(prepared.contains("• Ask for it each time: Provider<Wheel>"))
    #expect(!prepared.contains("scope that ends no later"))
  }

  @Test func whatAPropertyHoldsWeaklyIsNotKept() throws {
    let injector = try Injector { binder in
      binder.bind(Wheel.self).to { Wheel() }.in(Scope("login", in: ScopeStore()))
      binder.bind(Service.self).to { Service() }.in(Scope("login", in: ScopeStore()))
      binder.bind(Observing.self).to { Observing() }.in(.singleton)
    }
    try injector.validate()
    // The variable of the superclass is another one.
    let keeping = try injector.adding { $0.bind(Keeping.self).to { Keeping() }.in(.singleton) }
    let error = #expect(throws: InjectionError.self) { try keeping.validate() }
    #expect(error?.code == .captiveDependency)
  }

  @Test func aLinkThatReturnsNilProvidesNothingItself() throws {
    let error = #expect(throws: InjectionError.self) {
      try Injector { binder in
        binder.bind((any Engine)?.self).to(Car.self) { _ in nil }
        binder.bind(Car.self).to { Car(motor: try $0.resolve()) }
        binder.bind(Motor.self).to { Motor(engine: Idle()) }
      }.resolve((any Engine).self)
    }
    #expect(error?.code == .nothingProvided && error?.key == Key((any Engine).self))
  }

  @Test func bothValuesOfACollectionAreContributedAsElements() throws {
    let text = try problem({ binder in
      binder.bind([Wheel].self).to { [Wheel()] }
      binder.bind([Wheel].self).to { [Wheel()] }
    }) { try $0.validate() }
    #expect(text.contains("contribute both: binder.contribute(Wheel.self).to { … }"), "\(text)")
  }

  @Test func anObjectThatHasGoneProvidesNothing() throws {
    let injector = try Injector { binder in
      binder.bind(Wheel.self).to(weak: Wheel())
      binder.contribute(Wheel.self).to(weak: Wheel())
      binder.bind(Rolling.self).to { Rolling() }
    }
    let found = #expect(throws: InjectionError.self) { try injector.validate() }
    let asked = #expect(throws: InjectionError.self) { _ = try injector.resolve(Rolling.self) }
    for error in [found?.errors.first ?? found, asked] {
      #expect(error?.code == .nothingProvided)
      #expect(error?.description.contains("to an object that no longer exists") == true)
    }
    #expect(try injector.resolve([Wheel].self).isEmpty)
  }

  @Test func aBoundValueThatIsNoObjectIsNotKeptWeakly() throws {
    let error = #expect(throws: InjectionError.self) {
      _ = try Injector { $0.bind((any Shape).self).to(instance: Square()).in(.weak) }
    }
    #expect(error?.code == .weakValue)
    let rescoped = #expect(throws: InjectionError.self) {
      _ = try Injector { binder in
        binder.bind((any Shape).self).to(instance: Square())
        binder.rescope((any Shape).self, to: .weak)
      }
    }
    #expect(rescoped?.code == .weakValue)
    // Nil, and the object in an Optional, are fine.
    let wheel = Wheel()
    for value in [wheel, nil] {
      let injector = try Injector { $0.bind(Wheel?.self).to(instance: value).in(.weak) }
      #expect(try injector.resolve(Wheel?.self) === value)
    }
  }

  @Test func theInnermostHandleProvidesAnOptional() throws {
    func text(_ object: some Injectable) throws -> String {
      try problem({ $0.bind(Wheel.self).toNothing() }) { try $0.validate(including: object) }
    }
    let declaration = "var wheel: Provider<Lazy<Wheel?>>?"
    #expect(try text(Nested()).contains(declaration))
    #expect(try text(NestedOptional()).contains(declaration))
    let object = NestedAsAdvised()
    let injector = try Injector { $0.bind(Wheel.self).toNothing() }
    try injector.validate(including: object)
    try injector.injectDependencies(into: object)
    #expect(try object.wheel?.get().get() == nil)
  }

  @Test func aListTakesANameThatMayBeNil() throws {
    let (left, right) = (Wheel(), Wheel())
    let object = Named()
    try Injector { binder in
      binder.bind(Wheel.self, named: "left").to(instance: left)
      binder.bind(Wheel.self).to(instance: right)
    }.injectDependencies(into: object)
    #expect(object.left === left && object.right === right)
  }

  @Test func aClassOfAGlobalActorConformsOnThatActor() throws {
    let text = try problem({ _ in }) { _ = try $0.resolve(Lift.self) }
    #expect(text.contains("conform the class to @Garage DefaultInitializable"), "\(text)")
  }

  @Test func whatAnUpdateCreatesHasNoBinderToUse() throws {
    let text = try problem({ _ in }) { injector in
      try injector.update { binder in
        binder.bind(Int.self).to { injector in
          try injector.update { _ in }
          return 1
        }.asEagerSingleton()
      }
    }
    #expect(text.contains("• Update it after the update has ended"), "\(text)")
  }
}
