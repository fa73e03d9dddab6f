import Foundation
import Infusion
import Synchronization
import Testing

/// Counts the objects that the initializers and closures of this file construct.
private final class Count: Sendable {
  private let number = Atomic<Int>(0)
  var value: Int { number.load(ordering: .relaxed) }
  func add() { number.add(1, ordering: .relaxed) }
}

private enum Made {
  @TaskLocal static var count = Count()
}

private class Thing {
  init() { Made.count.add() }
}
private final class Wheel: Thing {}
private final class Motor: Thing {}
private final class Radio: Thing {}
private protocol Plugin: AnyObject {}

private class Car: Thing, Injectable {
  var motor: Motor!
  var radio: Radio?
  class var requires: Requirements { requiring(\.motor) + accepting(\.radio) }
}
private final class SportsCar: Car {
  var turbo: Wheel!
  override class var requires: Requirements { requiring(\.turbo) }
}
private final class Frozen: Thing, Injectable {
  let wheel = Wheel()
  var motor: Motor { Motor() }
  static var requires: [PartialKeyPath<Frozen>] { [\.wheel, \.motor] }
}
private class Stranger: Thing, Injectable {
  class var requires: [AnyKeyPath] { [\Lamp.bulb] }
}
private final class Lamp: Thing {
  var bulb: Wheel!
}
private final class Chicken: Thing {
  init(egg: Egg) { super.init() }
}
private final class Egg: Thing {
  init(chicken: Chicken) { super.init() }
}
private final class Bulb: Thing, Injectable {
  var socket: Socket!
  static var requires: [PartialKeyPath<Bulb>] { [\.socket] }
}
private final class Socket: Thing, Injectable {
  var bulb: Bulb!
  static var requires: [PartialKeyPath<Socket>] { [\.bulb] }
}
private final class Session: Thing {}
private final class Service: Thing, Injectable {
  var session: Session!
  static var requires: [PartialKeyPath<Service>] { [\.session] }
}
private final class Helper: Thing, Injectable {
  var session: Session!
  static var requires: [PartialKeyPath<Helper>] { [\.session] }
}
private final class DeepService: Thing, Injectable {
  var helper: Helper!
  static var requires: [PartialKeyPath<DeepService>] { [\.helper] }
}
private final class LaterService: Thing, Injectable {
  var session: Provider<Session>!
  static var requires: [PartialKeyPath<LaterService>] { [\.session] }
}
private final class LazyService: Thing, Injectable {
  var session: Lazy<Session>!
  static var requires: [PartialKeyPath<LazyService>] { [\.session] }
}
private final class LazyPair: Thing {
  init(other: Lazy<LazyPartner>) { super.init() }
}
private final class LazyPartner: Thing {
  init(other: LazyPair) { super.init() }
}
private final class Hungry: Thing, Injectable {
  var plugins: [any Plugin] = []
  var wheel: Wheel?
  var lazyWheel: Lazy<Wheel>!
  static var requires: [PartialKeyPath<Hungry>] { [\.plugins, \.wheel, \.lazyWheel] }
}
private class Marked: Thing {
  @Injected var wheel: Wheel
  @Injected var radio: Radio?
}
private final class MarkedElsewhere: Thing {
  @Injected var wheel: Wheel
}
private final class MarkedBound: Thing {
  @Injected var wheel: Wheel
}
@MainActor private final class Screen: @MainActor Injectable {
  var wheel: Wheel!
  static var requires: [PartialKeyPath<Screen>] { [\.wheel] }
}
@globalActor private actor Archive { static let shared = Archive() }
@Archive private final class Shelf: @Archive Injectable {
  var wheel: Wheel!
  static var requires: Requirements { requiring(\.wheel) }
}
private final class Store: InstanceStore, Sendable {
  func value(for key: Key) -> Any? { nil }
  func publish(_ value: Any, for key: Key) {}
}

struct ValidationTests {
  /// Validates the bindings of a closure, and expects that no object is constructed.
  private func errors(
    _ options: Injector.Options = .init(), including subjects: [Any] = [],
    _ configure: @escaping (Binder) throws -> Void
  ) throws -> [InjectionError] {
    try errors(of: try Injector(options: options, configure), including: subjects)
  }

  private func errors(of injector: Injector, including subjects: [Any] = []) throws
    -> [InjectionError]
  {
    let count = Count()
    return Made.$count.withValue(count) {
      let found = error {
        switch subjects.count {
        case 0: try injector.validate()
        case 1: try injector.validate(including: subjects[0])
        default: try injector.validate(including: subjects[0], subjects[1])
        }
      }
      #expect(count.value == 0)
      guard let found else { return [] }
      return found.errors.isEmpty ? [found] : found.errors
    }
  }

  // MARK: - A sound graph

  @Test func aSoundGraphIsValid() throws {
    final class Sound: Injectable {
      var volume: Volume!
      var spare: Volume?
      static var requires: Requirements {
        requiring(\.volume) + accepting(\.spare, named: "spare")
      }
    }
    final class Volume {}
    let injector = try Injector { binder in
      binder.bind(Sound.self).to { Sound() }
      binder.bind(Volume.self).to { Volume() }.in(.singleton)
    }
    let report = try injector.validate()
    #expect(report.examinedCount == 3)  // it looks for the spare one, too
    // The metadata shows that neither class has a marker.
    #expect(report.notExamined.isEmpty)
    _ = try injector.resolve(Sound.self)
    #expect(try injector.validate().notExamined.isEmpty)
  }

  @Test func anEmptyInjectorIsValid() throws {
    let report = try Injector().validate()
    #expect(report.examinedCount == 0)
    #expect(report.notExamined.isEmpty)
  }

  @Test func theInjectorItselfIsProvided() throws {
    let found = try errors { binder in
      binder.bind(Wheel.self).to(uses: Injector.self, ObjectFactory.self) { _ in Wheel() }
    }
    #expect(found.isEmpty)
  }

  // MARK: - Missing bindings

  @Test func aMissingBindingIsFound() throws {
    let found = try errors { $0.bind(Car.self).to { Car() } }
    #expect(found.map(\.code) == [.missingBinding])
    #expect(found.first?.key == Key(Motor.self))
    #expect(found.first?.property?.name == nil || found.first?.property?.name == "motor")
  }

  @Test func anOptionalRequirementMayBeMissing() throws {
    let found = try errors {
      $0.bind(Car.self).to { Car() }
      $0.bind(Motor.self).to { Motor() }
    }
    #expect(found.isEmpty)
  }

  @Test func aTypoInANameIsFoundWithASuggestion() throws {
    let found = try errors { binder in
      binder.bind(Wheel.self, named: "left", fileID: "App/M.swift", line: 3).to { Wheel() }
      binder.bind(Lamp.self).to { Lamp() }.injecting(\.bulb, named: "letf")
    }
    #expect(found.map(\.code) == [.missingBinding])
    #expect(found.first?.suggestions == ["'Wheel' named \"left\" (bound at M.swift:3)"])
  }

  @Test func requestsForOneKeyAreMerged() throws {
    let found = try errors { binder in
      binder.bind(Car.self).to { Car() }
      binder.bind(SportsCar.self).to { SportsCar() }
      binder.bind(Wheel.self).to { Wheel() }
      binder.bind(Radio.self).to(uses: Motor.self) { _ in Radio() }
      binder.bind(Session.self).to(uses: Motor.self) { _ in Session() }
    }
    #expect(found.map(\.code) == [.missingBinding])
    // Car and SportsCar inherit the same requirement.
    #expect(found.first?.path.map(\.kind) == [.property, .parameter, .parameter])
    #expect(found.first?.path.dropFirst().map(\.subject) == ["Radio", "Session"])
  }

  @Test func requestsOfTwoTypesOfOneTextAreTwo() throws {
    enum Front {
      final class Axle { init(wheel: Wheel) {} }
    }
    enum Rear {
      final class Axle { init(wheel: Wheel) {} }
    }
    let found = try errors { binder in
      binder.bind(Front.Axle.self).toInitializer(Front.Axle.init(wheel:))
      binder.bind(Rear.Axle.self).toInitializer(Rear.Axle.init(wheel:))
    }
    #expect(found.map { $0.path.map(\.subject) } == [["Axle", "Axle"]])
  }

  @Test func aMissingTargetOfALinkAndAMissingParameterAreFound() throws {
    let found = try errors { binder in
      binder.bind(Thing.self).to(Motor.self) { $0 }
      binder.bind(Chicken.self).toInitializer(Chicken.init(egg:))
    }
    #expect(found.map(\.key) == [Key(Motor.self), Key(Egg.self)])
  }

  @Test func valuesOfHandlesAreExaminedToo() throws {
    let found = try errors { $0.bind(LaterService.self).to { LaterService() } }
    #expect(found.map(\.key) == [Key(Session.self)])
  }

  @Test func aCollectionIsNeverMissing() throws {
    let found = try errors { binder in
      binder.bind(Hungry.self).to { Hungry() }
      binder.bind(Wheel.self).to { Wheel() }
    }
    #expect(found.isEmpty)
  }

  @Test func classesCreatedOnDemandAreExamined() throws {
    final class Leaf: Injectable, DefaultInitializable {
      var wheel: Wheel!
      init() { Made.count.add() }
      static var requires: [PartialKeyPath<Leaf>] { [\.wheel] }
    }
    #expect(try errors { _ = $0.bind(Leaf.self) }.map(\.key) == [Key(Wheel.self)])
    let explicit = try errors(.init(requiresExplicitBindings: true)) { binder in
      binder.bind(Lamp.self).to(uses: Leaf.self) { _ in Lamp() }
    }
    #expect(explicit.map(\.key) == [Key(Leaf.self)])
  }

  @Test func noErrorAdvisesCreationOnDemandWhereTheOptionsForbidIt() throws {
    final class Leaf {}
    let found = try errors(.init(requiresExplicitBindings: true)) { binder in
      for number in 0..<60 {
        let name = Name("\(number)")
        binder.bind(Lamp.self, named: name).to(uses: Key(Leaf.self, named: name)) { _ in Lamp() }
      }
    }
    #expect(found.count == 60)
    #expect(!found.contains { $0.description.contains("DefaultInitializable") })
  }

  @Test func aBindingWithoutATargetIsFound() throws {
    let found = try errors { _ = $0.bind(Motor.self, fileID: "App/M.swift", line: 3) }
    #expect(found.map(\.code) == [.missingBinding])
    #expect(found.first?.bindingLocation?.line == 3)
  }

  @Test func additionsOfBindingsAndModulesAreChecked() throws {
    let found = try errors { binder in
      binder.bind(Lamp.self).to { Lamp() }.injecting(\.bulb)
    }
    #expect(found.map(\.key) == [Key(Wheel.self)])
    let extended = try errors { binder in
      binder.bind(Lamp.self).to { Lamp() }
      binder.extend(Lamp.self).injecting(\.bulb)
    }
    #expect(extended.map(\.key) == [Key(Wheel.self)])
  }

  @Test func aValueThatIsHandedOutUnchangedNeedsNothing() throws {
    #expect(try errors { $0.bind(Car.self).to { Car() }.asIs() }.isEmpty)
    let car = Car()
    #expect(try errors { $0.bind(Car.self).to(instance: car) }.isEmpty)
  }

  // MARK: - Declarations

  @Test func readOnlyPropertiesAreFoundOnceForAll() throws {
    let found = try errors { binder in
      binder.bind(Frozen.self).to { Frozen() }
      binder.bind(Frozen.self, named: "second").to { Frozen() }
    }
    #expect(found.map(\.code) == [.notWritable, .notWritable])
    #expect(found.first?.property?.name == "wheel")
  }

  @Test func keyPathsOfOtherClassesAreFound() throws {
    let found = try errors { $0.bind(Stranger.self).to { Stranger() } }
    #expect(found.map(\.code) == [.wrongRoot])
  }

  @Test func anInitializerThatDoesNotFitIsFound() throws {
    let found = try errors { binder in
      _ = binder.bind(Golden.Miscounting.self)
      _ = binder.bind(Golden.Employee.self)
    }
    #expect(found.map(\.code) == [.argumentMismatch, .typeMismatch])
  }

  // MARK: - Cycles

  @Test func aCycleOfInitializersIsFoundOnce() throws {
    let found = try errors { binder in
      binder.bind(Chicken.self).toInitializer(Chicken.init(egg:))
      binder.bind(Egg.self).toInitializer(Egg.init(chicken:))
    }
    #expect(found.map(\.code) == [.cyclicDependency])
    #expect(found.first?.description.contains("Chicken → Egg → Chicken") == true)
  }

  /// The singleton makes its parent examine the cycle, and the child examines it, too.
  @Test func aChildReportsACycleOfItsParentOnce() throws {
    let parent = try Injector { binder in
      binder.bind(Chicken.self).toInitializer(Chicken.init(egg:))
      binder.bind(Egg.self).toInitializer(Egg.init(chicken:))
      binder.bind(Farm.self).toInitializer(Farm.init(egg:)).in(.singleton)
    }
    #expect(validationErrors(of: try parent.makeChild { _ in }).map(\.code) == [.cyclicDependency])
  }

  @Test func cyclesOfSeveralNamesAreAllReported() throws {
    let found = try errors(.init(forbidsCycles: true)) { binder in
      for name in ["a", "b", "c"] as [Name] {
        binder.bind(Barn.self, named: name).to { Barn() }.injecting(\.next, named: name)
      }
    }
    #expect(found.count == 3)
  }

  private final class Barn {
    var next: Barn?
  }

  private final class Farm {
    init(egg: Egg) {}
  }

  @Test func aCycleThatClosuresDeclareIsFound() throws {
    let found = try errors { binder in
      binder.bind(Wheel.self).to(uses: Motor.self) { _ in Wheel() }
      binder.bind(Motor.self).to(uses: Radio.self) { _ in Motor() }
      binder.bind(Radio.self).to(uses: Wheel.self) { _ in Radio() }
    }
    #expect(found.map(\.code) == [.cyclicDependency])
    #expect(found.first?.description.contains("Wheel → Motor → Radio → Wheel") == true)
    #expect(found.first?.path.map(\.subject) == ["Radio", "Motor", "Wheel"])
  }

  @Test func aClosureThatUsesItselfIsFound() throws {
    let found = try errors { $0.bind(Wheel.self).to(uses: Wheel.self) { _ in Wheel() } }
    #expect(found.map(\.code) == [.cyclicDependency])
  }

  @Test func aCycleThroughAnInitializerAndAPropertyIsFound() throws {
    final class Owner: Injectable {
      var child: Child!
      static var requires: [PartialKeyPath<Owner>] { [\.child] }
    }
    final class Child {
      init(owner: Owner) {}
    }
    let found = try errors { binder in
      binder.bind(Owner.self).to { Owner() }
      binder.bind(Child.self).toInitializer(Child.init(owner:))
    }
    // The cycle fails if it is entered at the initializer, so the validation is right to report it.
    #expect(found.map(\.code) == [.cyclicDependency])
    let injector = try Injector { binder in
      binder.bind(Owner.self).to { Owner() }
      binder.bind(Child.self).toInitializer(Child.init(owner:))
    }
    #expect(error { _ = try injector.resolve(Child.self) }?.code == .cyclicDependency)
  }

  @Test func aCycleOfPropertiesIsFine() throws {
    let configure: (Binder) -> Void = { binder in
      binder.bind(Bulb.self).to { Bulb() }
      binder.bind(Socket.self).to { Socket() }
    }
    #expect(try errors(.init(), configure).isEmpty)
    let forbidden = try errors(.init(forbidsCycles: true), configure)
    #expect(forbidden.map(\.code) == [.cyclicDependency])
  }

  @Test func aCycleThatIsClosedLaterIsFine() throws {
    let found = try errors { binder in
      binder.bind(LazyPair.self).toInitializer(LazyPair.init(other:))
      binder.bind(LazyPartner.self).toInitializer(LazyPartner.init(other:))
    }
    #expect(found.isEmpty)
    let declared = try errors { binder in
      binder.bind(Wheel.self).to(uses: Lazy<Motor>.self) { _ in Wheel() }
      binder.bind(Motor.self).to(uses: Wheel.self) { _ in Motor() }
    }
    #expect(declared.isEmpty)
  }

  @Test func aRingOfLinksIsFound() throws {
    class A {}
    final class B: A {}
    let found = try errors { binder in
      binder.bind(A.self).to(B.self) { $0 }
      binder.bind(B.self).to(A.self) { $0 as! B }
    }
    #expect(found.map(\.code) == [.cyclicDependency])
    // Not because the options forbid cycles.
    #expect(found.first?.description.contains("'A' is needed before it exists.") == true)
  }

  @Test func twoCyclesThatShareAKeyAreBothFound() throws {
    let found = try errors { binder in
      binder.bind(Wheel.self).to(uses: Motor.self, Radio.self) { _ in Wheel() }
      binder.bind(Motor.self).to(uses: Wheel.self) { _ in Motor() }
      binder.bind(Radio.self).to(uses: Wheel.self) { _ in Radio() }
    }
    #expect(found.map(\.code) == [.cyclicDependency, .cyclicDependency])
  }

  // MARK: - Lifetimes

  @Test func aSingletonThatKeepsAShorterLivedValueIsFound() throws {
    let found = try errors { binder in
      binder.bind(Session.self).to { Session() }.in(Scope("request") { _ in Store() })
      binder.bind(Service.self).to { Service() }.in(.singleton)
    }
    #expect(found.map(\.code) == [.captiveDependency])
    #expect(found.first?.key == Key(Service.self))
    #expect(found.first?.path.map(\.subject) == ["Service.session"])
  }

  @Test func aSingletonThatKeepsOneThroughAnotherIsFound() throws {
    let found = try errors { binder in
      binder.bind(Session.self).to { Session() }.in(.graph)
      binder.bind(Helper.self).to { Helper() }
      binder.bind(DeepService.self).to { DeepService() }.in(.singleton)
    }
    #expect(found.map(\.code) == [.captiveDependency])
    #expect(found.first?.path.map(\.subject) == ["Helper.session", "DeepService.helper"])
  }

  @Test func aSingletonThatKeepsOneThroughAWeakInstanceIsFound() throws {
    let found = try errors { binder in
      binder.bind(Session.self).to { Session() }.in(.graph)
      binder.bind(Helper.self).to { Helper() }.in(.weak)
      binder.bind(DeepService.self).to { DeepService() }.in(.singleton)
    }
    #expect(found.map(\.code) == [.captiveDependency])
    #expect(found.first?.path.map(\.subject) == ["Helper.session", "DeepService.helper"])
  }

  @Test func aLazyValueIsKeptAndAProvidedOneIsNot() throws {
    let kept = try errors { binder in
      binder.bind(Session.self).to { Session() }.in(.graph)
      binder.bind(LazyService.self).to { LazyService() }.in(.singleton)
    }
    #expect(kept.map(\.code) == [.captiveDependency])
    let asked = try errors { binder in
      binder.bind(Session.self).to { Session() }.in(.graph)
      binder.bind(LaterService.self).to { LaterService() }.in(.singleton)
    }
    #expect(asked.isEmpty)
  }

  @Test func anObjectThatDoesNotLiveLongerMayKeepAValue() throws {
    for scope in [Scope.graph, .unscoped, .weak] {
      let found = try errors { binder in
        binder.bind(Session.self).to { Session() }.in(.graph)
        binder.bind(Service.self).to { Service() }.in(scope)
      }
      #expect(found.isEmpty)
    }
    let unscoped = try errors { binder in
      binder.bind(Session.self).to { Session() }
      binder.bind(Service.self).to { Service() }.in(.singleton)
    }
    #expect(unscoped.isEmpty)
  }

  // MARK: - Shadowed, nothing

  @Test func aShadowedBindingIsFoundWithBothLocations() throws {
    let found = try errors { binder in
      binder.bind(Wheel.self, fileID: "App/M.swift", line: 3).to { Wheel() }
      binder.bind(Wheel.self, fileID: "App/M.swift", line: 4).to { Wheel() }
      binder.bind(Wheel.self, fileID: "App/M.swift", line: 5).to { Wheel() }
    }
    #expect(found.map(\.code) == [.shadowedBinding, .shadowedBinding])
    #expect(found.map(\.bindingLocation?.line) == [4, 5])
  }

  @Test func anOverrideReplacesOnPurpose() throws {
    struct Base: Module {
      let isDouble: Bool
      func configure(_ binder: Binder) {
        binder.bind(Wheel.self, fileID: "App/M.swift", line: 3).to { Wheel() }
        if isDouble { binder.bind(Wheel.self, fileID: "App/M.swift", line: 4).to { Wheel() } }
      }
    }
    struct Inner: Module {
      func configure(_ binder: Binder) { binder.bind(Wheel.self).to { Wheel() } }
    }
    struct Replacement: Module {
      func configure(_ binder: Binder) { binder.install(Inner()) }
    }
    for replacement in [Inner(), Replacement()] as [any Module] {
      let sound = try Injector([Base(isDouble: false).overriding(with: replacement)])
      #expect(try errors(of: sound).isEmpty)
      #expect(try errors(of: try sound.adding()).isEmpty)
      // A binding that the base itself hides is still a mistake.
      let double = try Injector([Base(isDouble: true).overriding(with: replacement)])
      #expect(try errors(of: double).map(\.bindingLocation?.line) == [4])
    }
  }

  @Test func anUpdateReplacesOnPurpose() throws {
    let injector = try Injector { $0.bind(Wheel.self).to { Wheel() } }
    try injector.update { $0.bind(Wheel.self).to { Wheel() } }
    #expect(try errors(of: injector).isEmpty)
  }

  @Test func nothingIsFoundWhereAValueIsNeeded() throws {
    let found = try errors { binder in
      binder.bind(Wheel.self, fileID: "App/M.swift", line: 3).toNothing()
      binder.bind(Chicken.self).toInitializer(Chicken.init(egg:))
      binder.bind(Egg.self).toNothing()
      binder.bind(Hungry.self).to { Hungry() }  // accepts nothing, except in Lazy<Wheel>
    }
    #expect(found.map(\.code) == [.nothingProvided, .nothingProvided])
    #expect(found.map(\.key) == [Key(Wheel.self), Key(Egg.self)])
    #expect(found.first?.path.map(\.subject) == ["Hungry.lazyWheel"])
  }

  @Test func nothingIsFineInAnOptional() throws {
    let found = try errors { binder in
      binder.bind(Radio.self).toNothing()
      binder.bind(Car.self).to { Car() }
      binder.bind(Motor.self).to { Motor() }
    }
    #expect(found.isEmpty)
  }

  @Test func aContributionOfNothingIsFound() throws {
    let found = try errors { binder in
      binder.contribute(Wheel.self).to { Wheel() }
      binder.contribute(Wheel.self, fileID: "App/M.swift", line: 3).toNothing()
    }
    #expect(found.map(\.code) == [.nothingProvided])
    #expect(found.first?.bindingLocation?.line == 3)
  }

  @Test func aKeyPathThatUnwrapsAnOptionalIsAnError() throws {
    final class Bus: Injectable {
      var wheel: Wheel!
      static var requires: Requirements { requiring(\.wheel!) }
    }
    let injector = try Injector { $0.bind(Wheel.self).to { Wheel() } }
    #expect(try failure { try injector.validate(including: Bus.self) }.code == .notWritable)
  }

  @Test func eagerBindingsThatAreNoSingletonsNeverReachAValidation() throws {
    let error = error {
      _ = try Injector { binder in
        binder.bind(Wheel.self).to { Wheel() }.asEagerSingleton().in(.weak)
      }
    }
    #expect(error?.code == .eagerNotSingleton)
  }

  // MARK: - Included classes and objects

  @Test func anIncludedClassIsExamined() throws {
    let injector = try Injector()
    #expect(try errors(of: injector).isEmpty)
    let found = try errors(of: injector, including: [SportsCar.self])
    #expect(found.map(\.key) == [Key(Motor.self), Key(Wheel.self)])
  }

  @Test func severalSubjectsAreExamined() throws {
    let found = try errors(of: try Injector(), including: [Helper.self, Stranger()])
    #expect(found.map(\.code) == [.wrongRoot, .missingBinding])
  }

  @Test func anIncludedObjectShowsItsMarkers() throws {
    let found = try errors(of: try Injector(), including: [Marked()])
    #expect(found.map(\.key) == [Key(Wheel.self)])
    #expect(found.first?.property?.description == "Marked.wheel")
  }

  @Test func markersAreKnownOfClassesThatHaveBeenMet() throws {
    let injector = try Injector { $0.bind(MarkedBound.self).to { MarkedBound() } }
    let report = try injector.validate()
    #expect(
      report.notExamined == [
        "MarkedBound: no object of it has been seen yet, so its @Injected properties are not known"
      ])
    // The first object makes the class known, even if it cannot be injected.
    #expect(error { _ = try injector.resolve(MarkedBound.self) }?.code == .missingBinding)
    #expect(try errors(of: injector).map(\.key) == [Key(Wheel.self)])
  }

  @Test func aClassWhoseMarkersAreUnknownIsListed() throws {
    let report = try Injector().validate(including: MarkedElsewhere.self)
    #expect(
      report.notExamined == [
        "MarkedElsewhere: no object of it has been seen yet, so its @Injected properties are not known"
      ])
  }

  @Test func aProtocolMadeByAClosureIsListed() throws {
    final class P: Plugin {}
    let report = try Injector { $0.bind((any Plugin).self).to { P() } }.validate()
    #expect(report.notExamined == ["any Plugin: its class is known only when it is created"])
  }

  @Test func aSubjectThatIsNotAClassIsListed() throws {
    let report = try Injector().validate(including: 5, "text")
    #expect(report.notExamined == ["Int: it is not a class", "String: it is not a class"])
    #expect(report.examinedCount == 0)
    let bound = try Injector { $0.bind(Int.self).to { 5 } }.validate(including: 5)
    #expect(bound.notExamined == ["Int: it is not a class"])
    #expect(bound.unused.count == 1)
  }

  @Test func aListIsExaminedElementByElement() throws {
    let classes: [AnyClass] = [Car.self, Service.self]
    #expect(
      try errors(of: try Injector(), including: [classes]).map(\.key) == [
        Key(Motor.self), Key(Session.self),
      ])
    let objects: [Any] = [Marked(), [Lamp(), Car()], 5]
    let injector = try Injector { $0.bind(Wheel.self).to { Wheel() } }
    #expect(try errors(of: injector, including: [objects]).map(\.key) == [Key(Motor.self)])
    let nothing: [AnyObject] = []
    #expect(
      try injector.validate(including: nothing, [5]).notExamined == ["Int: it is not a class"])
  }

  @Test func classesOfTheMainActorAreExaminedThereAndListedElsewhere() async throws {
    let injector = try Injector { binder in
      binder.onMainActor.bind(Screen.self).to { Screen() }
    }
    // The library does not remember elsewhere what it has read on the main actor.
    for _ in 0..<2 {
      let report = try await Task.detached { try injector.validate() }.value
      #expect(
        report.notExamined == [
          """
          Screen: it belongs to the main actor, but was examined off the main actor; examine it in a \
          @MainActor function
          """
        ])
      let found = await MainActor.run { error { try injector.validate() } }
      #expect(found?.code == .missingBinding)
    }
  }

  @Test func classesOfAnotherActorAreExaminedThereAndListedElsewhere() async throws {
    let injector = try Injector { binder in
      binder.bind(Shelf.self).toAsync { @Archive in Shelf() }
    }
    let report = try await MainActor.run { try injector.validate() }
    #expect(
      report.notExamined == [
        """
        Shelf: it belongs to the actor 'Archive', but was examined elsewhere; examine it in code that \
        runs on the actor
        """
      ])
    #expect(injector.graph.nodes.map(\.isExamined) == [false])
    let found = await { @Archive in error { try injector.validate() } }()
    #expect(found?.code == .missingBinding)
  }

  // MARK: - Children

  @Test func aChildIsCheckedWithTheBindingsOfItsParent() throws {
    let parent = try Injector { binder in
      binder.bind(Car.self).to { Car() }
      binder.bind(Wheel.self).to { Wheel() }
      binder.bind(Wheel.self).to { Wheel() }
    }
    let child = try parent.makeChild { $0.bind(Motor.self).to { Motor() } }
    #expect(try errors(of: parent).map(\.code) == [.shadowedBinding, .missingBinding])
    // The child provides the missing key; what the parent hides stays hidden.
    #expect(try errors(of: child).map(\.code) == [.shadowedBinding])
  }

  @Test func aChildHidesItsParentsBindingsOnPurpose() throws {
    let parent = try Injector { $0.bind(Wheel.self).to { Wheel() } }
    let child = try parent.makeChild { $0.bind(Wheel.self).to { Wheel() } }
    #expect(try errors(of: child).isEmpty)
  }

  @Test func aChildSeesContributionsOfItsParent() throws {
    let parent = try Injector { $0.contribute(Wheel.self).toNothing() }
    let child = try parent.makeChild { $0.contribute(Wheel.self).to { Wheel() } }
    #expect(try errors(of: child).map(\.code) == [.nothingProvided])
  }

  @Test func aSingletonOfTheParentIsBuiltWithTheParent() throws {
    // It does not receive what the child binds.
    let parent = try Injector { $0.bind(Service.self).to { Service() }.in(.singleton) }
    let child = try parent.makeChild { $0.bind(Session.self).to { Session() } }
    #expect(error { _ = try child.resolve(Service.self) }?.code == .boundInChild)
    #expect(try errors(of: child).map(\.key) == [Key(Session.self)])
  }

  // MARK: - Everything at once

  private final class Carved: Thing, Injectable {
    let wheel = Wheel()
    static var requires: [PartialKeyPath<Carved>] { [\.wheel] }
  }

  private struct BrokenModule: Module {
    func configure(_ binder: Binder) {
      binder.bind(Car.self).to { Car() }  // 1: no Motor
      binder.bind(Carved.self).to { Carved() }  // 2: a constant
      binder.bind(Stranger.self).to { Stranger() }  // 3: the key path of a stranger
      binder.bind(Chicken.self).toInitializer(Chicken.init(egg:))  // 4: a cycle
      binder.bind(Egg.self).toInitializer(Egg.init(chicken:))
      binder.bind(Session.self).to { Session() }.in(.graph)
      binder.bind(Service.self).to { Service() }.in(.singleton)  // 5: captive
      binder.bind(Wheel.self, named: "left").to { Wheel() }
      binder.bind(Lamp.self).to { Lamp() }.injecting(\.bulb, named: "letf")  // 6: a typo
      binder.bind(Radio.self).to { Radio() }
      binder.bind(Radio.self).to { Radio() }  // 7: shadowed
      binder.contribute((any Plugin).self).toNothing()  // 8: nothing
    }
  }

  @Test func exactlyTheEightMistakesAreReported() throws {
    let injector = try Injector([BrokenModule()])
    let found = try errors(of: injector)
    // In the order of the bindings, and then of their dependencies.
    #expect(
      found.map(\.code) == [
        .notWritable, .wrongRoot, .cyclicDependency, .captiveDependency, .shadowedBinding,
        .nothingProvided, .missingBinding, .missingBinding,
      ])
    #expect(found[0].property?.description == "Carved.wheel")
    #expect(found[1].property?.owner == Stranger.self)
    #expect(
      found.dropFirst(2).map(\.key) == [
        Key(Chicken.self), Key(Service.self), Key(Radio.self), Key((any Plugin).self),
        Key(Motor.self), Key(Wheel.self, named: "letf"),
      ])
    #expect(found[7].suggestions.count == 1)
    #expect(found[7].suggestions.first?.hasPrefix("'Wheel' named \"left\" (bound at ") == true)
    let text = error { try injector.validate() }?.description
    for _ in 0..<10 {
      #expect(error { try Injector([BrokenModule()]).validate() }?.description == text)
    }
  }

  @Test(.timeLimit(.minutes(5))) func requestsForOneKeyInALargeGraphAreMerged() throws {
    let injector = try Injector { binder in
      for number in 0..<3_000 {
        binder.bind(Lamp.self, named: Name("n\(number)")).to { Lamp() }
          .injecting(\.bulb, named: "same")
      }
    }
    let found = error { try injector.validate() }
    #expect(found?.code == .missingBinding)
    #expect(found?.path.count == 1)
  }
}

/// Uses that `to(uses:)` declares; they do not change how the closure runs.
struct DeclaredUsesTests {
  @Test func nothingIsResolvedInAdvance() throws {
    let count = Count()
    let injector = try Injector { binder in
      binder.bind(Wheel.self).to(uses: Motor.self) { _ in Wheel() }
      binder.bind(Motor.self).to {
        count.add()
        return Motor()
      }
    }
    _ = try injector.resolve(Wheel.self)
    #expect(count.value == 0)
  }

  @Test func aMissingUseFailsOnlyWhenItIsRequested() throws {
    let injector = try Injector { binder in
      binder.bind(Wheel.self).to(uses: Motor.self) { _ in Wheel() }
      binder.bind(Lamp.self).to(uses: Motor.self) { injector in
        _ = try injector.resolve(Motor.self)
        return Lamp()
      }
    }
    _ = try injector.resolve(Wheel.self)
    #expect(error { _ = try injector.resolve(Lamp.self) }?.code == .missingBinding)
    #expect(error { try injector.validate() }?.path.map(\.subject) == ["Wheel", "Lamp"])
  }

  @Test func theResultIsInjectedAndKeptLikeThatOfEveryClosure() throws {
    let injector = try Injector { binder in
      binder.bind(Car.self).to(uses: Wheel.self) { _ in Car() }.in(.singleton)
      binder.bind(Motor.self).to(uses: Wheel.self) { Motor() }
      binder.bind(Radio.self).toNothing()
    }
    let car = try injector.resolve(Car.self)
    #expect(car.motor != nil)
    #expect(try injector.resolve(Car.self) === car)
  }

  @Test func usesMayHaveNames() throws {
    let injector = try Injector { binder in
      binder.bind(Lamp.self).to(uses: Key(Wheel.self, named: "left"), Key(Motor.self)) { _ in
        Lamp()
      }
      binder.bind(Radio.self).to(uses: Key(Wheel.self, named: "left")) { Radio() }
    }
    let found = error { try injector.validate() }
    #expect(found?.errors.map(\.key) == [Key(Wheel.self, named: "left"), Key(Motor.self)])
  }

  @Test func optionalBindingsMayDeclareUses() throws {
    let injector = try Injector { binder in
      binder.bind(Radio?.self).to(uses: Wheel.self) { _ in nil }
    }
    #expect(try injector.resolveIfBound(Radio.self) == nil)
    #expect(error { try injector.validate() }?.key == Key(Wheel.self))
  }

  @Test func contributionsMayDeclareUses() throws {
    let injector = try Injector { binder in
      binder.contribute(Wheel.self).to(uses: Motor.self) { _ in Wheel() }
    }
    #expect(try injector.resolve([Wheel].self).count == 1)
    #expect(error { try injector.validate() }?.key == Key(Motor.self))
  }

  @Test func aUseOfAnOptionalOrACollectionMayBeAbsent() throws {
    let injector = try Injector { binder in
      binder.bind(Lamp.self).to(uses: [Wheel].self) { _ in Lamp() }
      binder.bind(Radio.self).to(uses: Motor?.self) { _ in Radio() }
    }
    try injector.validate()
  }

  @Test func derivedInjectorsKnowTheUses() throws {
    struct UsingModule: Module {
      func configure(_ binder: Binder) {
        binder.bind(Lamp.self).to(uses: Motor.self) { _ in Lamp() }
      }
    }
    let derived = try Injector().adding(UsingModule())
    #expect(error { try derived.validate() }?.key == Key(Motor.self))
    let child = try derived.makeChild { $0.bind(Motor.self).to { Motor() } }
    try child.validate()
  }
}
