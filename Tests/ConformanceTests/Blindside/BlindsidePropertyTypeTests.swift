import Infusion
import Testing

private typealias Fixtures = BlindsideFixtures

private protocol Lockable: AnyObject {}
private protocol Openable: AnyObject {}
private protocol Gate: Lockable, Openable {}
private class Door {}
private final class LockableDoor: Door, Lockable {}
private final class IronGate: Gate {}
private final class Hatch: Lockable, Openable {}

private class Barn: Injectable {
  class var requires: [AnyKeyPath] { [\Fixtures.House.garage] }
}
private final class Tower: Injectable {
  var floors = 0
  static var requires: Requirements { requiring(\.floors) }
}
/// A class with one property of the given type.
private final class Holder<Value>: Injectable {
  var value: Value?
  static var requires: Requirements { requiring(\.value) }
}

/// The key of a property of each type.
///
/// BLS-48 and BLS-52, a class and a protocol that do not exist, are rejected by the compiler: see
/// `Tests/Diagnostics/MustNotCompile/UnknownNames.swift`. So is BLS-46, an unknown property, see
/// `MisspelledProperties.swift` there; what remains is a property of another class in a list of
/// `AnyKeyPath`.
struct BlindsidePropertyTypeTests {
  private func inject<Value>(
    _ type: Value.Type, _ configure: @escaping (Binder) -> Void
  ) throws -> Value? {
    let holder = Holder<Value>()
    try Injector(configure).injectDependencies(into: holder)
    return holder.value
  }

  @Test("BLS-46: a property that the class does not have is an error that names both classes")
  func bls46() throws {
    let injector = try Injector(Fixtures.HouseModule())
    let error = try Fixtures.failure { try injector.injectDependencies(into: Barn()) }
    #expect(error.code == .wrongRoot)
    #expect(error.property?.owner == Barn.self)
    #expect(error.description.contains("'Barn' lists"))
    #expect(error.description.contains("is neither 'House' nor a subclass of it"))
  }

  @Test("BLS-47: a number is a value like any other, and an error only if it is not bound")
  func bls47() throws {
    let tower = Tower()
    let error = try Fixtures.failure { try Injector().injectDependencies(into: tower) }
    #expect(error.code == .missingBinding)
    #expect(error.key == Key(Int.self))
    #expect(error.property?.description == "Tower.floors")
    #expect(tower.floors == 0)
    try Injector { $0.bind(Int.self).to(instance: 12) }.injectDependencies(into: tower)
    #expect(tower.floors == 12)
  }

  @Test("BLS-49: a property of class type requests that class, not a subclass")
  func bls49() throws {
    let door = Door()
    let found = try inject(Door.self) {
      $0.bind(Door.self).to(instance: door)
      $0.bind(LockableDoor.self).to(instance: LockableDoor())
    }
    #expect(found === door)
  }

  @Test(
    "BLS-50: a class with a protocol is a separate key, which can be bound to the class"
  )
  func bls50() throws {
    let door = LockableDoor()
    let found = try inject((any Door & Lockable).self) {
      $0.bind((any Door & Lockable).self).to(LockableDoor.self) { $0 }
      $0.bind(LockableDoor.self).to(instance: door)
      $0.bind(Door.self).to(instance: Door())
    }
    #expect(found === door)
    let error = try Fixtures.failure {
      _ = try inject((any Door & Lockable).self) { $0.bind(Door.self).to(instance: door) }
    }
    #expect(error.key == Key((any Door & Lockable).self))
  }

  @Test("BLS-51: a property of protocol type requests that protocol")
  func bls51() throws {
    let hatch = Hatch()
    let found = try inject((any Lockable).self) {
      $0.bind((any Lockable).self).to(instance: hatch)
      $0.bind((any Openable).self).to(instance: Hatch())
    }
    #expect(found === hatch)
  }

  @Test("BLS-53: a property of a protocol that refines others requests that protocol")
  func bls53() throws {
    let gate = IronGate()
    let found = try inject((any Gate).self) {
      $0.bind((any Gate).self).to(instance: gate)
      $0.bind((any Lockable).self).to(instance: Hatch())
      $0.bind((any Openable).self).to(instance: Hatch())
    }
    #expect(found === gate)
    let error = try Fixtures.failure {
      _ = try inject((any Gate).self) { $0.bind((any Lockable).self).to(instance: gate) }
    }
    #expect(error.code == .missingBinding)
    #expect(error.key == Key((any Gate).self))
  }

  @Test("BLS-54: a property of two protocols has its own key, whatever their order")
  func bls54() throws {
    let hatch = Hatch()
    let found = try inject((any Lockable & Openable).self) {
      $0.bind((any Openable & Lockable).self).to(instance: hatch)
    }
    #expect(found === hatch)
    let error = try Fixtures.failure {
      _ = try inject((any Lockable & Openable).self) {
        $0.bind((any Lockable).self).to(instance: hatch)
        $0.bind((any Openable).self).to(instance: hatch)
      }
    }
    #expect(error.code == .missingBinding)
    #expect(error.key == Key((any Lockable & Openable).self))
  }
}
