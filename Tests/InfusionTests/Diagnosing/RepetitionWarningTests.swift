import Infusion
import Testing

private class Engine {}
private final class Radio {}
private class Car: Injectable {
  var engine: Engine!
  var radio: Radio?
  final var spare: Radio?
  class var requires: Requirements { requiring(\.engine, \.radio) + accepting(\.spare) }
}

/// A property that a subclass lists under a key path of its own has two requirements: a warning says
/// so, and what to write instead.
struct RepetitionWarningTests {
  private func warnings(
    of cls: Any.Type, _ configure: @escaping (Binder) -> Void = { _ in }
  ) throws -> [String] {
    let injector = try Injector { binder in
      binder.bind(Engine.self).to { Engine() }
      binder.bind(Radio.self).to { Radio() }
      configure(binder)
    }
    return try injector.validate(including: cls).warnings
  }

  @Test func aPropertyListedThroughTheSubclassIsSetTwice() throws {
    final class RaceCar: Car {
      override class var requires: Requirements { requiring(\.engine) + accepting(\.spare) }
    }
    #expect(
      try warnings(of: RaceCar.self) == [
        """
        RaceCar: RaceCar.engine and Car.engine are one property, which is set twice; \
        write Car.requiring(\\.engine)
        """,
        """
        RaceCar: RaceCar.spare and Car.spare are one property, which is set twice; \
        write Car.accepting(\\.spare)
        """,
      ])
  }

  @Test func anOverrideIsThePropertyThatItOverrides() throws {
    class RaceCar: Car {
      override var engine: Engine! { didSet {} }
      override class var requires: Requirements { requiring(\.engine) }
    }
    #expect(try warnings(of: RaceCar.self).count == 1)
  }

  @Test func aPropertyWithdrawnThroughTheSubclassIsStillSet() throws {
    final class RaceCar: Car {
      override class var requires: Requirements { excluding(\.engine) }
    }
    #expect(
      try warnings(of: RaceCar.self) == [
        """
        RaceCar: excluding(\\.engine) withdraws nothing, because Car lists the property; \
        write Car.excluding(\\.engine)
        """
      ])
  }

  @Test func aSuperclassThatIsNotInjectableHasNoFunctionsOfLists() throws {
    class Bus: NamedInjectable {
      var engine: Engine!
      class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> { ["big": \Bus.engine] }
    }
    final class Coach: Bus, Injectable {
      static var requires: Requirements { requiring(\.engine) }
    }
    final class Trailer: Bus, Injectable {
      static var requires: Requirements { excluding(\.engine) }
    }
    func found(_ cls: Any.Type) throws -> [String] {
      try warnings(of: cls) { $0.bind(Engine.self, named: "big").to { Engine() } }
    }
    #expect(
      try found(Coach.self) == [
        """
        Coach: Coach.engine and Bus.engine are one property, which is set twice; \
        conform Bus to Injectable with an empty list, and write Bus.requiring(\\.engine)
        """
      ])
    #expect(
      try found(Trailer.self) == [
        """
        Trailer: excluding(\\.engine) withdraws nothing, because Bus lists the property; \
        conform Bus to Injectable with an empty list, and write Bus.excluding(\\.engine)
        """
      ])
    class Corrected: NamedInjectable, Injectable {
      var engine: Engine!
      class var requires: Requirements { [] }
      class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> { ["big": \Corrected.engine] }
    }
    final class Last: Corrected {
      override class var requires: Requirements { Corrected.excluding(\.engine) }
    }
    #expect(try found(Last.self) == [])
  }

  @Test func aPlainListNamesTheClassOfTheSuperclass() throws {
    class Plain: Injectable {
      var engine: Engine?
      class var requires: [AnyKeyPath] { [\Plain.engine] }
    }
    class Middle: Plain {}
    final class Last: Middle {
      override class var requires: [AnyKeyPath] { super.requires + [\Middle.engine] }
    }
    #expect(
      try warnings(of: Last.self) == [
        """
        Last: Last.engine and Plain.engine are one property, which is set twice; \
        list \\Plain.engine
        """
      ])
  }

  @Test func whatAModuleAddsToASubclassMayRepeatTheSuperclass() throws {
    final class RaceCar: Car {}
    let warning = """
      RaceCar: RaceCar.engine and Car.engine are one property, which is set twice; \
      remove one of them
      """
    let extended = try warnings(of: RaceCar.self) { $0.extend(RaceCar.self).injecting(\.engine) }
    #expect(extended == [warning])
    let bound = try warnings(of: Engine.self) {
      $0.bind(RaceCar.self).to { RaceCar() }.injecting(\.engine)
    }
    #expect(bound == [warning])
  }

  @Test func listsThatChangeAPropertyThroughItsClassAreNoWarning() throws {
    final class RaceCar: Car {
      var turbo: Engine!
      override class var requires: Requirements {
        requiring(\.turbo) + Car.requiring(\.engine) + Car.excluding(\.radio)
          + Car.excluding(\.spare)
      }
    }
    #expect(try warnings(of: RaceCar.self) == [])
  }

  @Test func propertiesOfOneNameInTwoClassesAreNoWarning() throws {
    class Base: Injectable {
      private var engine: Engine!
      class var requires: Requirements { requiring(\.engine) }
    }
    final class Derived: Base {
      var engine: Engine!
      override class var requires: Requirements { requiring(\.engine) }
    }
    #expect(try warnings(of: Derived.self) == [])
  }
}
