import Infusion
import Testing

private protocol Machine: AnyObject {}
private final class Part: DefaultInitializable {}

private class Vehicle: Injectable, Machine {
  var part: Part!
  class var requires: Requirements { requiring(\.part) }
}
private final class Truck: Vehicle {
  var trailer: Part!
  override class var requires: Requirements { requiring(\.trailer) }
}
private class Bare: Machine {
  var part: Part?
}
private final class ConformingBelow: Bare, Injectable {
  var own: Part!
  static var requires: Requirements { requiring(\.own) }
}
private final class Undeclared {
  var part: Part?
}

/// Rule 1: the object's run-time class decides, not the static type.
///
/// A class with nothing to inject is a legal no-op.
struct Rule1RunTimeClassTests {
  private let injector: Injector

  init() throws { injector = try Injector() }

  @Test func rule1RunTimeClassDecidesNotTheStaticType() throws {
    let typed: Vehicle = Truck()
    let existential: any Machine = Truck()
    let anything: AnyObject = Truck()
    for object in [typed, existential, anything] as [AnyObject] {
      try injector.injectDependencies(into: object)
      let truck = try #require(object as? Truck)
      #expect(truck.part != nil)
      #expect(truck.trailer != nil)
    }
  }

  @Test func rule1RunTimeClassDecidesForEachObjectOfASequence() throws {
    let vehicles: [any Machine] = [Vehicle(), Truck(), Bare(), ConformingBelow()]
    try injector.injectDependencies(intoEach: vehicles)
    #expect((vehicles[0] as? Vehicle)?.part != nil)
    #expect((vehicles[1] as? Truck)?.trailer != nil)
    #expect((vehicles[3] as? ConformingBelow)?.own != nil)
  }

  @Test func rule1RunTimeClassDecidesForWhatAClosureReturns() throws {
    let injector = try Injector {
      $0.bind(Vehicle.self).to { Truck() }
      $0.bind((any Machine).self).to { Truck() }
    }
    #expect((try injector.resolve(Vehicle.self) as? Truck)?.trailer != nil)
    #expect((try injector.resolve((any Machine).self) as? Truck)?.trailer != nil)
    #expect((try injector.create { () -> Vehicle in Truck() } as? Truck)?.trailer != nil)
  }

  @Test func rule1RunTimeClassDecidesWhereOnlyTheSubclassDeclares() throws {
    let bare: Bare = ConformingBelow()
    try injector.injectDependencies(into: bare)
    #expect((bare as? ConformingBelow)?.own != nil)
    #expect(bare.part == nil)
  }

  @Test func rule1ClassWithNothingToInjectIsANoOp() throws {
    let undeclared = Undeclared()
    let part = Part()
    undeclared.part = part
    try injector.injectDependencies(into: undeclared)
    try injector.injectDependencies(intoEach: [undeclared])
    #expect(undeclared.part === part)
    #expect(try injector.create { undeclared } === undeclared)
  }
}
