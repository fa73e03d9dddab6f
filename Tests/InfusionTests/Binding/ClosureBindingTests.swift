import Infusion
import Testing

private protocol Fuel: AnyObject {}
private class Petrol: Fuel {}
private final class SuperPetrol: Petrol {}
private final class Water {}

private final class Car: Injectable, AwakesFromInjection {
  let make: String
  let doors: Int
  let note: String?
  var store: Store!
  var awakes = 0
  init(make: String = "", doors: Int = 0, note: String? = nil) {
    self.make = make
    self.doors = doors
    self.note = note
  }
  static var requires: [PartialKeyPath<Car>] { [\.store] }
  func awakeFromInjection() { awakes += 1 }
}
private final class Store: DefaultInitializable { init() {} }
private final class Tank {
  let fuel: any Fuel
  init(_ fuel: any Fuel) { self.fuel = fuel }
}
private protocol Vehicle: AnyObject {}
private final class Van: Vehicle, InitializerDeclaring {
  let plate: String
  init(plate: String) { self.plate = plate }
  static var initializer: Initializer { Initializer(Van.init(plate:), .argument) }
}
private struct Refused: Error {}

struct ClosureBindingTests {
  @Test(arguments: Arrangement.allCases)
  func theResultOfAClosureIsInjectedAndAwoken(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { $0.bind(Car.self).to { Car(make: "VW") } }
    let car = try injector.resolve(Car.self)
    #expect(car.make == "VW")
    #expect(car.store != nil)
    #expect(car.awakes == 1)
    #expect(try injector.resolve(Car.self) !== car)
  }

  @Test(arguments: Arrangement.allCases)
  func aClosureReceivesTheInjectorThatBuilds(_ arrangement: Arrangement) throws {
    var received: Injector?
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Car.self).to { injector in
        received = injector
        return Car(make: try injector.resolve(String.self))
      }
      binder.bind(String.self).to { "Opel" }
    }
    #expect(try injector.resolve(Car.self).make == "Opel")
    #expect(received === injector)
  }

  @Test(arguments: Arrangement.allCases)
  func argumentsArriveInOrder(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Car.self).to { (_, make: String, doors: Int) in Car(make: make, doors: doors) }
    }
    let car = try injector.resolve(Car.self, arguments: "VW", 5)
    #expect(car.make == "VW")
    #expect(car.doors == 5)
    #expect(car.awakes == 1)
  }

  @Test(arguments: Arrangement.allCases)
  func anArgumentOfASubclassIsAccepted(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Tank.self).to { (_, petrol: Petrol) in Tank(petrol) }
    }
    let fuel = SuperPetrol()
    #expect(try injector.resolve(Tank.self, arguments: fuel).fuel === fuel)
  }

  @Test func anArgumentIsAcceptedForAnExistentialParameter() throws {
    let injector = try Injector { binder in
      binder.bind(Tank.self).to { (_, fuel: any Fuel) in Tank(fuel) }
    }
    let fuel = SuperPetrol()
    #expect(try injector.resolve(Tank.self, arguments: fuel).fuel === fuel)
    let existential: any Fuel = fuel
    #expect(try injector.resolve(Tank.self, arguments: existential).fuel === fuel)
  }

  @Test func anExistentialArgumentIsCastToItsClass() throws {
    let injector = try Injector { binder in
      binder.bind(Tank.self).to { (_, fuel: Petrol) in Tank(fuel) }
    }
    let fuel: any Fuel = SuperPetrol()
    #expect(try injector.resolve(Tank.self, arguments: fuel).fuel === fuel)
    let anything: Any = fuel
    #expect(try injector.resolve(Tank.self, arguments: anything).fuel === fuel)
  }

  @Test func anArgumentIsAcceptedForAnOptionalParameterAndTheReverse() throws {
    let injector = try Injector { binder in
      binder.bind(Car.self).to { (_, make: String, note: String?) in Car(make: make, note: note) }
    }
    #expect(try injector.resolve(Car.self, arguments: "VW", "dent").note == "dent")
    let optional: String? = "Opel"
    #expect(try injector.resolve(Car.self, arguments: optional, optional).make == "Opel")
    let none: String? = nil
    #expect(try injector.resolve(Car.self, arguments: "VW", none).note == nil)
  }

  @Test func nilForAParameterThatIsNotOptionalIsAMismatch() throws {
    let injector = try Injector { binder in
      binder.bind(Car.self).to { (_, make: String) in Car(make: make) }
    }
    let none: String? = nil
    let error = try #require(throws: InjectionError.self) {
      try injector.resolve(Car.self, arguments: none)
    }
    #expect(error.code == .argumentMismatch)
  }

  @Test(arguments: Arrangement.allCases)
  func trailingOptionalArgumentsMayBeOmitted(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Car.self).to { (_, make: String, doors: Int?, note: String?) in
        Car(make: make, doors: doors ?? 3, note: note)
      }
    }
    let car = try injector.resolve(Car.self, arguments: "VW")
    #expect(car.make == "VW")
    #expect(car.doors == 3)
    #expect(car.note == nil)
    #expect(try injector.resolve(Car.self, arguments: "VW", 5).doors == 5)
  }

  @Test func anOptionalArgumentBeforeARequiredOneMayNotBeOmitted() throws {
    let injector = try Injector { binder in
      binder.bind(Car.self).to { (_, note: String?, make: String) in Car(make: make, note: note) }
    }
    #expect(throws: InjectionError.self) { try injector.resolve(Car.self) }
    #expect(throws: InjectionError.self) { try injector.resolve(Car.self, arguments: "x") }
  }

  @Test(arguments: Arrangement.allCases)
  func aMismatchListsBothSides(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Car.self).to { (_, make: String, doors: Int) in Car(make: make, doors: doors) }
    }
    let error = try #require(throws: InjectionError.self) {
      try injector.resolve(Car.self, arguments: 1.5, Water())
    }
    #expect(error.code == .argumentMismatch)
    #expect(error.key == Key(Car.self))
    for text in ["String", "Int", "Double", "Water"] {
      #expect(error.description.contains(text))
    }
  }

  @Test func aMissingAndASurplusArgumentAreMismatches() throws {
    let injector = try Injector { binder in
      binder.bind(Car.self).to { (_, make: String, doors: Int) in Car(make: make, doors: doors) }
      binder.bind(Store.self).to { Store() }
    }
    for attempt in [
      { _ = try injector.resolve(Car.self, arguments: "VW") },
      { _ = try injector.resolve(Car.self) },
      { _ = try injector.resolve(Car.self, arguments: "VW", 5, 6) },
      { _ = try injector.resolve(Store.self, arguments: "VW") },
    ] {
      let error = try #require(throws: InjectionError.self) { try attempt() }
      #expect(error.code == .argumentMismatch)
    }
  }

  @Test func argumentsAreNotPartOfTheKey() throws {
    let injector = try Injector { binder in
      binder.bind(Car.self).to { (_, make: String) in Car(make: make) }.in(.singleton)
    }
    let car = try injector.resolve(Car.self, arguments: "VW")
    #expect(try injector.resolve(Car.self, arguments: "Opel") === car)
    #expect(try injector.resolve(Car.self) === car)
    #expect(try injector.resolve(Car.self, arguments: 1, 2, 3) === car)
  }

  @Test(arguments: Arrangement.allCases)
  func aLinkForwardsArguments(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind((any Vehicle).self).to(Van.self) { $0 }
      binder.bind(AnyObject.self).to(Car.self) { $0 }
      binder.bind(Car.self).to { (_, make: String) in Car(make: make) }
    }
    let van = try injector.resolve((any Vehicle).self, arguments: "M-XY 1")
    #expect((van as? Van)?.plate == "M-XY 1")
    let car = try injector.resolve(AnyObject.self, arguments: "VW")
    #expect((car as? Car)?.make == "VW")
  }

  @Test func aLinkThatIsBoundAsOptionalForwardsArguments() throws {
    let injector = try Injector { binder in
      binder.bind((any Vehicle)?.self).to(Van.self) { $0 }
    }
    let van = try injector.resolve((any Vehicle).self, arguments: "M-XY 1")
    #expect((van as? Van)?.plate == "M-XY 1")
  }

  @Test(arguments: Arrangement.allCases)
  func anErrorOfAClosureIsTheUnderlyingError(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Car.self).to { throw Refused() }
    }
    let error = try #require(throws: InjectionError.self) { try injector.resolve(Car.self) }
    #expect(error.code == .providerFailed)
    #expect(error.underlying is Refused)
    #expect(error.key == Key(Car.self))
  }

  @Test(arguments: Arrangement.allCases)
  func aClosureOfAnOptionalMayReturnNil(_ arrangement: Arrangement) throws {
    var isPresent = false
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Car?.self).to { isPresent ? Car(make: "VW") : nil }
      binder.bind(Car?.self, named: "i").to { injector in isPresent ? Car(make: "i") : nil }
      binder.bind(Car?.self, named: "a").to { (_, make: String) in isPresent ? Car(make: make) : nil
      }
    }
    #expect(try injector.resolve(Car?.self) == nil)
    #expect(try injector.resolveIfBound(Car.self) == nil)
    let error = try #require(throws: InjectionError.self) { try injector.resolve(Car.self) }
    #expect(error.code == .nothingProvided)
    #expect(try injector.resolve(Car?.self, named: "a", arguments: "x") == nil)

    isPresent = true
    let car = try injector.resolve(Car.self)
    #expect(car.make == "VW")
    #expect(car.awakes == 1)
    #expect(car.store != nil)
    #expect(try injector.resolve(Car?.self)?.awakes == 1)
    #expect(try injector.resolveIfBound(Car.self)?.awakes == 1)
    #expect(try injector.resolve(Car.self, named: "i").awakes == 1)
    #expect(try injector.resolve(Car?.self, named: "a", arguments: "x")?.make == "x")
  }
}
