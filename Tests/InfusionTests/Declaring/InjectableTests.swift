import Infusion
import Testing

private protocol Engine: AnyObject {}
private final class V8: Engine, DefaultInitializable {}
private final class Wheel: DefaultInitializable {}
private final class Turbo: DefaultInitializable {}

private final class Garage: Injectable {
  var engine: (any Engine)!
  private(set) var wheels: [Wheel] = []
  private var turbo: Turbo!
  var hiddenTurbo: Turbo? { turbo }
  static var requires: [PartialKeyPath<Garage>] { [\.engine, \.wheels, \.turbo] }
}

private class Vehicle: Injectable {
  var engine: (any Engine)!
  class var requires: [AnyKeyPath] { [\Vehicle.engine] }
}
private class Truck: Vehicle {
  var wheel: Wheel!
  override class var requires: [AnyKeyPath] { [\Truck.wheel] }
}

private class Car: Injectable {
  var engine: (any Engine)!
  class var requires: Requirements { requiring(\.engine) }
}
private class SportsCar: Car {
  var turbo: Turbo!
  override class var requires: Requirements { requiring(\.turbo) }
}

private class Counting: Injectable {
  var sets = 0
  var wheel: Wheel! {
    didSet { sets += 1 }
  }
  class var requires: [AnyKeyPath] { [\Counting.wheel] }
}
private class Silent: Counting {}
private class Cleared: Silent {
  override class var requires: [AnyKeyPath] { [] }
}
private final class Last: Cleared {
  var turbo: Turbo!
  override class var requires: [AnyKeyPath] { [\Last.turbo] }
}
private final class Repeating: Counting {
  override class var requires: [AnyKeyPath] { super.requires + [\Counting.wheel] }
}

private final class Undemanding: Injectable {
  var wheel: Wheel?
  static var requires: [PartialKeyPath<Undemanding>] { [] }
}

struct InjectableTests {
  private let injector: Injector

  init() throws {
    injector = try Injector { binder in
      binder.bind((any Engine).self).to(V8.self) { $0 }
      binder.contribute(Wheel.self).to { Wheel() }
      binder.contribute(Wheel.self).to { Wheel() }
    }
  }

  @Test func finalClassListsPlainKeyPathsOfPropertiesWithPrivateSettersToo() throws {
    let garage = Garage()
    try injector.injectDependencies(into: garage)
    #expect(garage.engine is V8)
    #expect(garage.wheels.count == 2)
    #expect(garage.hiddenTurbo != nil)
  }

  @Test func openClassListsAnyKeyPathsAndItsSubclassOnlyItsOwn() throws {
    let truck = Truck()
    try injector.injectDependencies(into: truck)
    #expect(truck.engine is V8)
    #expect(truck.wheel != nil)
  }

  @Test func openClassListsRequirementsAndItsSubclassOnlyItsOwn() throws {
    let car = SportsCar()
    try injector.injectDependencies(into: car)
    #expect(car.engine is V8)
    #expect(car.turbo != nil)
  }

  @Test func superclassObjectReceivesNothingOfItsSubclass() throws {
    let car = Car()
    try injector.injectDependencies(into: car)
    #expect(car.engine is V8)
  }

  @Test func subclassWithoutAListInheritsWithoutInjectingTwice() throws {
    let silent = Silent()
    try injector.injectDependencies(into: silent)
    #expect(silent.wheel != nil)
    #expect(silent.sets == 1)
  }

  @Test func subclassWithAnEmptyListKeepsInheritedRequirements() throws {
    let cleared = Cleared()
    try injector.injectDependencies(into: cleared)
    #expect(cleared.wheel != nil)
    #expect(cleared.sets == 1)
    let last = Last()
    try injector.injectDependencies(into: last)
    #expect(last.wheel != nil)
    #expect(last.sets == 1)
    #expect(last.turbo != nil)
  }

  @Test func propertyListedTwiceIsInjectedOnce() throws {
    let repeating = Repeating()
    try injector.injectDependencies(into: repeating)
    #expect(repeating.sets == 1)
  }

  @Test func emptyListLeavesTheObjectAlone() throws {
    let undemanding = Undemanding()
    let wheel = Wheel()
    undemanding.wheel = wheel
    try injector.injectDependencies(into: undemanding)
    #expect(undemanding.wheel === wheel)
  }
}
