// Objective-C, and with it the runtime that makes classes of its own, exists on Apple's systems only.
#if canImport(ObjectiveC)
  import Foundation
  import Infusion
  import ObjectiveC
  import Testing

  private final class Wheel: DefaultInitializable {}

  private class Vehicle: NSObject, Injectable, AwakesFromInjection, ReleasesFromInjection {
    let journal = Journal()
    var wheel: Wheel!
    @objc dynamic var title: NSString?
    @Injected var spare: Wheel
    class var requires: Requirements { requiring(\.wheel) + accepting(\.title) }
    func awakeFromInjection() { journal.note("awake") }
    func releaseFromInjection() { journal.note("released") }
  }
  private final class Truck: Vehicle {
    var trailer: Wheel!
    override class var requires: Requirements { requiring(\.trailer) }
  }

  /// Classes with a superclass of Objective-C are injected like all others.
  struct ObjectiveCTests {
    private func makeInjector() throws -> Injector {
      try Injector { binder in
        binder.bind(Truck.self).to { Truck() }
        binder.bind(Truck.self, named: "kept").to { Truck() }.in(.singleton)
        binder.bind(NSString.self).to(instance: "lorry")
        binder.bind(NSNumber.self).to { 5 }.in(.singleton)
        binder.bind(CFArray.self).to { CFArrayCreate(nil, nil, 0, nil) }.in(.singleton)
      }
    }

    @Test func thePropertiesOfAllLevelsAreSet() throws {
      let injector = try makeInjector()
      // The first setters decide how later ones store.
      for _ in 0..<100 {
        let truck = try injector.resolve(Truck.self)
        #expect(truck.wheel != nil && truck.trailer != nil && truck.spare !== truck.wheel)
        #expect(truck.title == "lorry")
        #expect(truck.journal.entries == ["awake"])
      }
    }

    @Test func anObservedObjectIsInjectedAsItsOwnClass() throws {
      let truck = Truck()
      let journal = truck.journal
      let observation = truck.observe(\.title) { _, _ in journal.note("observed") }
      // The object has a class now that the runtime has made for the observation.
      #expect(object_getClass(truck) != Truck.self)
      try makeInjector().injectDependencies(into: truck)
      #expect(truck.trailer != nil && truck.wheel != nil)
      #expect(journal.entries == ["observed", "awake"])
      observation.invalidate()
    }

    @Test func aKeptObjectIsSharedAndReleased() throws {
      let injector = try makeInjector()
      let truck = try injector.resolve(Truck.self, named: "kept")
      #expect(try injector.resolve(Truck.self, named: "kept") === truck)
      try injector.shutdown()
      #expect(truck.journal.entries == ["awake", "released"])
    }

    @Test func valuesInPlaceOfObjectsAreKept() throws {
      let injector = try makeInjector()
      // A small number is not in memory: its reference is the number.
      for _ in 0..<100 { #expect(try injector.resolve(NSNumber.self) == 5) }
    }

    @Test func anObjectOfCoreFoundationIsShared() throws {
      let injector = try makeInjector()
      let array = try injector.resolve(CFArray.self)
      #expect(try injector.resolve(CFArray.self) === array)
    }
  }
#endif
