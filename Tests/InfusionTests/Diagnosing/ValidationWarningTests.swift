import Foundation
import Infusion
import Testing

private class Engine {}
private class Wheel {}
private class Mirrors {}

/// Lists nothing.
private class Vehicle {
  var engine: Engine!
  var wheel: Wheel?
  var doors = 4
}
private class Car: Vehicle, Injectable {
  var mirrors: Mirrors!
  class var requires: Requirements { requiring(\.mirrors) }
}

/// What works, but is probably a mistake, is a warning of the validation's report.
struct ValidationWarningTests {
  private func injector(_ configure: @escaping (Binder) -> Void = { _ in }) throws -> Injector {
    try Injector { binder in
      binder.bind(Engine.self, fileID: "App/M.swift", line: 1).to { Engine() }
      binder.bind(Mirrors.self, fileID: "App/M.swift", line: 2).to { Mirrors() }
      configure(binder)
    }
  }
  private let forgotten = """
    Car: no list mentions Vehicle.engine, although Engine is bound at M.swift:1; \
    list \\.engine, or withdraw it: excluding(\\.engine)
    """

  // MARK: - Properties

  @Test func anUnlistedPropertyWhoseValueIsBoundIsAWarning() throws {
    let injector = try injector()
    #expect(try injector.validate().warnings == [])
    #expect(try injector.validate(including: Car.self).warnings == [forgotten])
    #expect(try injector.validate(including: Car(), Car.self).warnings == [forgotten])
    let bound = try self.injector { $0.bind(Car.self).to { Car() } }
    #expect(try bound.validate().warnings == [forgotten])
    #expect("\(try bound.validate())".hasSuffix("warnings: \([forgotten])"))
  }

  @Test func aChildIsWarnedOfWhatItsParentBinds() throws {
    let child = try injector().makeChild { $0.bind(Car.self).to { Car() } }
    #expect(try child.validate().warnings == [forgotten])
    try child.update { $0.bind(Wheel.self, fileID: "App/N.swift", line: 3).to { Wheel() } }
    #expect(
      try child.validate().warnings == [
        forgotten,
        """
        Car: no list mentions Vehicle.wheel, although Wheel is bound at N.swift:3; \
        list \\.wheel, or withdraw it: excluding(\\.wheel)
        """,
      ])
  }

  @Test func whatAScopeOfTheParentKeepsForOneChildIsAWarning() throws {
    let store = ScopeStore()
    let parent = try injector { binder in
      binder.bind(Car.self).to { Car() }.in(Scope("login", in: store))
        .injecting(\.wheel)
    }
    let child = try parent.makeChild { $0.bind(Wheel.self).to { Wheel() } }
    #expect(
      try child.validate().warnings.last == """
        Car: the parent binds it in the scope 'login', whose store may share it with other children, \
        although it receives Wheel of this one; bind it in the children in another scope
        """)
    let others = [
      try parent.makeChild { $0.bind(Car.self).to { Car() } },
      try injector().makeChild { binder in
        binder.bind(Car.self).to { Car() }.in(Scope("login", in: store)).injecting(\.wheel)
        binder.bind(Wheel.self).to { Wheel() }
      },
    ]
    for other in others {
      #expect(try !other.validate().warnings.contains { $0.contains("login") })
    }
  }

  @Test func whatAScopeOfTheParentKeepsInOtherWaysIsAWarningToo() throws {
    final class Axle {
      var wheel: Wheel!
      init() {}
    }
    final class Bus {
      var wheels: [Wheel] = []
      var any: Any?
      var axle: Axle!
      var later: Provider<Wheel>?
      init() {}
    }
    func warnings(_ configure: @escaping (Binder, Scope) -> Void) throws -> [String] {
      let store = ScopeStore()
      let parent = try Injector { binder in
        configure(binder, Scope("login", in: store))
        binder.extend(Axle.self).injecting(\.wheel)
      }
      let child = try parent.makeChild { binder in
        binder.bind(Wheel.self).to { Wheel() }
        binder.contribute(Wheel.self).to { Wheel() }
      }
      return try child.validate().warnings.filter { $0.contains("login") }
    }
    let warning = """
      Bus: the parent binds it in the scope 'login', whose store may share it with other children, \
      although it receives Wheel of this one; bind it in the children in another scope
      """
    let collection = try warnings { binder, login in
      binder.bind(Bus.self).to { Bus() }.in(login).injecting(\.wheels)
    }
    #expect(collection == [warning])
    let link = try warnings { binder, login in
      binder.bind(Bus.self).to { Bus() }.in(login).injecting(\.any)
      binder.bind(Any.self).to(Wheel.self) { $0 }
    }
    #expect(link == [warning])
    for scope in [Scope.unscoped, .graph] {
      let value = try warnings { binder, login in
        binder.bind(Bus.self).to { Bus() }.in(login).injecting(\.axle)
        binder.bind(Axle.self).to { Axle() }.in(scope)
      }
      #expect(value == [warning])
    }
    let scoped = try warnings { binder, login in
      binder.bind(Bus.self).to { Bus() }.in(login).injecting(\.axle)
      binder.bind(Axle.self).to { Axle() }.in(login)
    }
    #expect(scoped == [warning.replacing("Bus:", with: "Axle:")])
    let handle = try warnings { binder, login in
      binder.bind(Bus.self).to { Bus() }.in(login).injecting(\.later)
    }
    #expect(handle == [])
  }

  @Test func aMisspelledNameInAnExtensionIsAWarning() throws {
    let injector = try injector { binder in
      binder.bind(Wheel.self, named: "front-left", fileID: "App/N.swift", line: 3).to { Wheel() }
      binder.extend(Vehicle.self).injecting(\.wheel, named: "front-lef")
    }
    #expect(
      try injector.validate().warnings == [
        """
        extend(Vehicle.self): nothing binds Wheel named "front-lef", so its objects cannot be \
        injected; did you mean 'Wheel' named "front-left" (bound at N.swift:3)?
        """
      ])
  }

  @Test func aMisspelledNameInAnExtensionMayLeadToAnObjectOnDemand() throws {
    final class Registry: DefaultInitializable {}
    final class Office { var registry: Registry! }
    let injector = try injector { binder in
      binder.bind(Registry.self, named: "main-office", fileID: "App/N.swift", line: 3)
        .to { Registry() }
      binder.extend(Office.self).injecting(\.registry, named: "main-offic")
    }
    #expect(
      try injector.validate().warnings == [
        """
        extend(Office.self): nothing binds Registry named "main-offic", so it is created on demand; \
        did you mean 'Registry' named "main-office" (bound at N.swift:3)?
        """
      ])
    // It is a warning of the class, if the class is examined.
    #expect(try injector.validate(including: Office.self).warnings.count == 1)
    try injector.injectDependencies(into: Office())
  }

  @Test func aListedOrWithdrawnPropertyIsNoWarning() throws {
    final class Listing: Car {
      override class var requires: Requirements { requiring(\.engine) }
    }
    final class Withdrawing: Car {
      override class var requires: Requirements { excluding(\.engine) }
    }
    #expect(try injector().validate(including: Listing.self).warnings == [])
    #expect(try injector().validate(including: Withdrawing.self).warnings == [])
    let extended = try injector { $0.extend(Car.self).injecting(\.engine) }
    #expect(try extended.validate(including: Car.self).warnings == [])
    let adding = try injector { $0.bind(Car.self).to { Car() }.injecting(\.engine) }
    #expect(try adding.validate().warnings == [])
  }

  @Test func aConstantIsNoWarning() throws {
    class Sealed: Injectable {
      let engine: Engine? = nil
      let spare: Mirrors? = nil
      var mirrors: Mirrors!
      var wheel: Wheel?
      class var requires: Requirements { requiring(\.mirrors, \.wheel) }
    }
    let injector = try injector { $0.bind(Wheel.self).to { Wheel() } }
    #expect(try injector.validate(including: Sealed.self).warnings == [])
    // Nor may a listed property be one.
    let labels = injector.graph(including: Sealed.self).edges.map(\.label)
    #expect(labels == ["mirrors", "wheel"])
    // Nor is it taken for a listed property of its type.
    class Locked: Injectable {
      var engine: Engine?
      let spare: Engine? = nil
      class var requires: Requirements { requiring(\.engine) }
    }
    #expect(try injector.validate(including: Locked.self).warnings == [])
    let locked = injector.graph(including: Locked.self).nodes.first { $0.type == "Locked" }
    #expect(locked?.unlisted == ["spare"])
  }

  /// The value of a marker is stored in the marker.
  @Test func aMarkedPropertyDoesNotHideAnUnlistedOne() throws {
    final class Kiosk {
      @Injected var engine: Engine?
      var spare: Engine?
    }
    let injector = try injector()
    let kiosk = Kiosk()
    try injector.injectDependencies(into: kiosk)
    let warnings = try injector.validate(including: kiosk).warnings
    #expect(warnings.count == 1 && "\(warnings)".contains("spare"), "\(warnings)")
  }

  @Test func whatACreatorMaySetItselfIsNoWarning() throws {
    let free = try injector { binder in
      binder.bind(Car.self).to { injector in
        let car = Car()
        car.engine = try injector.resolve()
        return car
      }
    }
    #expect(try free.validate().warnings == [])
    let declared = try injector { binder in
      binder.bind(Car.self).to(uses: Engine.self) { injector in
        let car = Car()
        car.engine = try injector.resolve()
        return car
      }
    }
    #expect(try declared.validate().warnings == [])
    final class Built: Car {
      init(engine: Engine) {
        super.init()
        self.engine = engine
      }
    }
    let initialized = try injector { $0.bind(Built.self).toInitializer(Built.init) }
    #expect(try initialized.validate().warnings == [])
  }

  @Test func whatACreatorDoesNotDeclareIsAWarning() throws {
    let injector = try injector { $0.bind(Car.self).to(uses: Mirrors.self) { _ in Car() } }
    #expect(try injector.validate().warnings == [forgotten])
  }

  @Test func anUnlistedPropertyBesideOneThatIsNotOptionalIsAWarning() throws {
    final class Cart: Injectable {
      var mirrors = Mirrors()
      var engine: Engine?
      static var requires: Requirements { requiring(\.mirrors) }
    }
    #expect(
      try injector().validate(including: Cart.self).warnings == [
        """
        Cart: no list mentions Cart.engine, although Engine is bound at M.swift:1; \
        list \\.engine, or withdraw it: excluding(\\.engine)
        """
      ])
  }

  @Test func aClassThatOnlyListsNamesHasToConformFirst() throws {
    final class Bus: NamedInjectable {
      var mirrors: Mirrors!
      var engine: Engine?
      static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<Bus>> { ["big": \.mirrors] }
    }
    let injector = try injector { $0.bind(Mirrors.self, named: "big").to { Mirrors() } }
    #expect(
      try injector.validate(including: Bus.self).warnings == [
        """
        Bus: no list mentions Bus.engine, although Engine is bound at M.swift:1; \
        conform it to Injectable, and list \\.engine
        """
      ])
  }

  @Test func anIncludedClassThatListsNothingIsAWarning() throws {
    let warning = "Vehicle: nothing is injected; conform it to Injectable, and list its properties"
    #expect(try injector().validate(including: Vehicle.self).warnings == [warning])
    #expect(
      try injector().validate(including: Vehicle(), Car.self).warnings == [warning, forgotten])
    let extended = try injector { $0.extend(Vehicle.self).injecting(\.engine) }
    #expect(try extended.validate(including: Vehicle.self).warnings == [])
    let completing = try injector { $0.extend(Vehicle.self).completing { $0.doors = 2 } }
    #expect(try completing.validate(including: Vehicle.self).warnings == [])
    let bound = try injector { $0.bind(Vehicle.self).to { Vehicle() } }
    #expect(try bound.validate().warnings == [])
    final class Awaking: AwakesFromInjection {
      func awakeFromInjection() {}
    }
    #expect(try injector().validate(including: Awaking.self).warnings == [])
  }

  @Test func anIncludedClassWithAnEmptyListIsAWarning() throws {
    final class Trailer: Injectable {
      var engine: Engine!
      static var requires: Requirements { [] }
    }
    #expect(
      try injector().validate(including: Trailer.self).warnings == [
        "Trailer: nothing is injected; list its properties"
      ])
  }

  /// Of a property that a superclass stores, only the type is known.
  @Test func aListedPropertyOfASuperclassIsNotTakenForAnother() throws {
    class Base {
      var engine: Engine!
    }
    final class Complete: Base, Injectable {
      var spare: Engine!
      static var requires: Requirements { requiring(\.spare) + excluding(\.engine) }
    }
    final class Both: Base, Injectable {
      var spare: Engine!
      static var requires: Requirements { requiring(\.spare, \.engine) }
    }
    final class Own: Base, Injectable {
      var spare: Engine!
      static var requires: Requirements { requiring(\.spare) }
    }
    final class Inherited: Base, Injectable {
      var spare: Engine!
      static var requires: Requirements { requiring(\.engine) }
    }
    let injector = try injector()
    #expect(try injector.validate(including: Complete.self, Both.self).warnings == [])
    #expect(
      try injector.validate(including: Own.self, Inherited.self).warnings == [
        """
        Own: no list mentions Base.engine, although Engine is bound at M.swift:1; \
        list \\.engine, or withdraw it: excluding(\\.engine)
        """,
        """
        Inherited: no list mentions Base.engine or Inherited.spare, although Engine is bound at \
        M.swift:1; list it
        """,
      ])
  }

  /// The storage of a property without a wrapper bears its name.
  @Test func anUnlistedPropertyIsNamedLikeItsStorage() throws {
    final class Trailer: Injectable {
      private var _engine: Engine?
      var engine: Engine!
      static var requires: Requirements { requiring(\.engine) }
    }
    let warnings = try injector().validate(including: Trailer.self).warnings
    #expect(warnings.map { $0.prefix(41) } == ["Trailer: no list mentions Trailer._engine"])
  }

  /// A program cannot list what the class of another module does not show.
  @Test func anUnlistedPropertyOfAClassOfAnotherModuleIsNoWarning() throws {
    final class Work: Operation, Injectable, @unchecked Sendable {
      var engine: Engine!
      static var requires: Requirements { requiring(\.engine) }
    }
    let injector = try injector { $0.bind(Int.self).to { 1 } }
    #expect(try injector.validate(including: Work.self).warnings == [])
  }

  @Test func anUnlistedHandleOrCollectionIsAWarning() throws {
    final class Fleet: Injectable {
      var engine: Engine!
      var later: Lazy<Mirrors>?
      var each: Provider<Mirrors>!
      var wheels: [Wheel]!
      var unknown: [Car]?
      static var requires: Requirements { requiring(\.engine) }
    }
    let injector = try injector { $0.contribute(Wheel.self).to { Wheel() } }
    #expect(
      try injector.validate(including: Fleet.self).warnings.map { $0.prefix(42) } == [
        "Fleet: no list mentions Fleet.later, altho", "Fleet: no list mentions Fleet.each, althou",
        "Fleet: no list mentions Fleet.wheels, alth",
      ])
  }

  @Test func aMisspelledNameOfACollectionOrOfAnIncludedKeyIsAWarning() throws {
    final class Spare: DefaultInitializable {}
    final class Garage: Injectable {
      var wheels: [Wheel] = []
      static var requires: Requirements { requiring(\.wheels, named: "frst") }
    }
    let injector = try injector { binder in
      binder.contribute(Wheel.self, named: "first", fileID: "App/N.swift", line: 1).to { Wheel() }
      binder.bind(Spare.self, named: "fast", fileID: "App/N.swift", line: 2).to { Spare() }
    }
    #expect(
      try injector.validate(including: Garage.self, Key(Spare.self, named: "fst")).warnings == [
        """
        Spare named "fst": nothing binds it, so it is created on demand; \
        did you mean 'Spare' named "fast" (bound at N.swift:2)?
        """,
        """
        Garage.wheels: nothing binds [Wheel] named "frst", so it is empty; \
        did you mean '[Wheel]' named "first" (contributed at N.swift:1)?
        """,
      ])
  }

  @Test func anIncludedClassThatSomethingCreatesCompletelyIsNoWarning() throws {
    final class Repository {
      init(engine: Engine) {}
    }
    final class Registry: DefaultInitializable {}
    let injector = try injector { binder in
      binder.bind(Vehicle.self).to { Vehicle() }
      binder.bind(Repository.self).toInitializer(Repository.init)
    }
    #expect(
      try injector.validate(including: Vehicle.self, Repository.self, Registry.self).warnings == [])
    final class Van: DefaultInitializable {
      var engine: Engine!
    }
    #expect(
      try injector.validate(including: Van.self).warnings == [
        "Van: nothing is injected; conform it to Injectable, and list its properties"
      ])
  }

  @Test func anInjectorThatAnObjectKeepsIsNoWarning() throws {
    final class Delegate: Injectable {
      var engine: Engine!
      var injector: Injector?
      weak var parent: Injector?
      var factory: ObjectFactory?
      static var requires: Requirements { requiring(\.engine) }
    }
    #expect(
      try injector().validate(including: Delegate.self).warnings == [
        """
        Delegate: no list mentions Delegate.factory, although ObjectFactory is bound; \
        list \\.factory, or withdraw it: excluding(\\.factory)
        """
      ])
    final class Program: DefaultInitializable {
      var injector: Injector?
    }
    #expect(try injector().validate(including: Program.self).warnings == [])
  }

  @Test func aListedPropertyThatCannotBeSetIsOnlyAnError() throws {
    final class Fixed: Injectable {
      let engine: Engine? = nil
      var mirrors: Mirrors!
      static var requires: [PartialKeyPath<Fixed>] { [\.engine, \.mirrors] }
    }
    let (report, errors) = try injector().examine(including: [Fixed.self])
    #expect(errors.map(\.code) == [.notWritable])
    #expect(report.warnings == [])
  }

  /// A plain list cannot withdraw a property.
  @Test func anUnlistedPropertyOfAnOnDemandClassIsAWarning() throws {
    class Base {
      var lamp: Lamp!
    }
    final class Lit: Base, Injectable {
      var mirrors: Mirrors!
      static var requires: [PartialKeyPath<Lit>] { [\.mirrors] }
    }
    let warning =
      "Lit: no list mentions Base.lamp, although Lamp is created on demand; list \\.lamp"
    #expect(try injector().validate(including: Lit.self).warnings == [warning])
    let explicit = try Injector(options: .init(requiresExplicitBindings: true)) {
      $0.bind(Mirrors.self).to { Mirrors() }
    }
    #expect(try explicit.validate(including: Lit.self).warnings == [])
  }

  // MARK: - Names

  private final class Lamp: DefaultInitializable {}
  private final class Lamps: Injectable {
    var left: Lamp!
    var right: Lazy<Lamp>!
    var spare: Lamp!
    class var requires: Requirements {
      requiring(\.left, named: "lefft") + requiring(\.right, named: "rihgt")
        + requiring(\.spare, named: "spare")
    }
  }

  private final class LazyLamps: Injectable {
    var lamps: [Lazy<Lamp>] = []
    var rear: [Provider<Lamp>] = []
    static var requires: Requirements { requiring(\.lamps) + requiring(\.rear, named: "rear") }
  }

  @Test func aMisspelledNameOfAnOnDemandClassIsAWarning() throws {
    let injector = try injector { binder in
      binder.bind(Lamp.self, named: "left", fileID: "App/M.swift", line: 5).to { Lamp() }
      binder.bind(Lamp.self, named: "right", fileID: "App/M.swift", line: 6).to { Lamp() }
    }
    #expect(
      try injector.validate(including: Lamps.self).warnings == [
        """
        Lamps.left: nothing binds Lamp named "lefft", so it is created on demand; \
        did you mean 'Lamp' named "left" (bound at M.swift:5)?
        """,
        """
        Lamps.right: nothing binds Lamp named "rihgt", so it is created on demand; \
        did you mean 'Lamp' named "right" (bound at M.swift:6)?
        """,
      ])
  }

  @Test func aCollectionOfHandlesWhoseValuesAreContributedIsAWarning() throws {
    let injector = try injector { binder in
      binder.contribute(Lamp.self, fileID: "App/M.swift", line: 5).to { Lamp() }
      binder.contribute(Lamp.self, named: "rear", fileID: "App/M.swift", line: 6).to { Lamp() }
    }
    #expect(
      try injector.validate(including: LazyLamps.self).warnings == [
        """
        LazyLamps.lamps: nothing is contributed to [Lazy<Lamp>], although Lamp is \
        contributed at M.swift:5; ask for [Lamp], or for a Lazy of it
        """,
        """
        LazyLamps.rear: nothing is contributed to [Provider<Lamp>] named "rear", although \
        Lamp named "rear" is contributed at M.swift:6; ask for [Lamp] named "rear", or for a Lazy of it
        """,
      ])
  }

  @Test func aCollectionToWhichNothingIsContributedIsNoWarning() throws {
    #expect(try injector().validate(including: LazyLamps.self).warnings == [])
    let given = try injector { binder in
      binder.contribute(Lamp.self).to { Lamp() }
      binder.contribute(Lazy<Lamp>.self).to { Lazy(Lamp()) }
      binder.bind([Provider<Lamp>].self, named: "rear").to { [] }
      binder.contribute(Lamp.self, named: "rear").to { Lamp() }
    }
    #expect(try given.validate(including: LazyLamps.self).warnings == [])
  }

  @Test func namesThatAreTooLongToCompareAreNoWarning() throws {
    final class Part: DefaultInitializable {}
    final class Whole: Injectable {
      var part: Part!
      static var requires: Requirements {
        requiring(\.part, named: Name(String(repeating: "n", count: 70)))
      }
    }
    let injector = try Injector { binder in
      binder.bind(Part.self, named: Name(String(repeating: "n", count: 80))).to { Part() }
      binder.bind(Whole.self).to { Whole() }
    }
    #expect(try injector.validate().warnings == [])
  }

  @Test func namesThatNothingResemblesAreNoWarning() throws {
    #expect(try injector().validate(including: Lamps.self).warnings == [])
  }

  @Test func aNameThatSomethingIsContributedToIsNoWarning() throws {
    final class Garage: Injectable {
      var wheels: [Wheel] = []
      static var requires: Requirements { requiring(\.wheels, named: "frst") }
    }
    let injector = try injector { binder in
      binder.contribute(Wheel.self, named: "first").to { Wheel() }
      binder.contribute(Wheel.self, named: "frst").to { Wheel() }
    }
    #expect(try injector.validate(including: Garage.self).warnings == [])
  }

  @Test func aNameThatIsBoundWithoutATargetIsNoWarning() throws {
    let injector = try injector { binder in
      binder.bind(Lamp.self, named: "lefft").in(.singleton)
      binder.bind(Lamp.self, named: "left").in(.singleton)
      _ = binder.bind(Lamp.self, named: "rihgt")
    }
    #expect(try injector.validate(including: Lamps.self).warnings == [])
  }

  @Test func aMisspelledNameOfAnAcceptedPropertyIsAWarning() throws {
    final class Garage: Injectable {
      var engine: Engine?
      var spare: Engine?
      static var requires: Requirements {
        accepting(\.engine, named: "petrol") + accepting(\.spare, named: "spare")
      }
    }
    let injector = try injector { binder in
      binder.bind(Engine.self, named: "petrl", fileID: "App/M.swift", line: 5).to { Engine() }
    }
    #expect(
      try injector.validate(including: Garage.self).warnings == [
        """
        Garage.engine: nothing binds Engine named "petrol", so there is no value; \
        did you mean 'Engine' named "petrl" (bound at M.swift:5)?
        """
      ])
  }
}
