import Infusion
import Testing

private class Part {}
private final class Special: Part {}
private struct Settings: Equatable {
  var volume = 3
}

private class Car: Injectable {
  let journal = Journal()
  var engine: Part! {
    didSet { journal.note("engine") }
  }
  var brakes: Part! {
    didSet { journal.note("brakes") }
  }
  var radio: Part? {
    didSet { journal.note("radio") }
  }
  var settings = Settings() {
    didSet { journal.note("settings") }
  }
  static let listedAt: UInt = #line + 2
  class var requires: Requirements {
    requiring(\.engine, \.brakes) + accepting(\.radio, \.settings)
  }
}
private class NamedCar: Car {
  var left: Part!
  override class var requires: Requirements {
    requiring(\.left, named: "left") + Car.requiring(\.engine, named: "special")
  }
}
private final class PlainAgain: NamedCar {
  override class var requires: Requirements { Car.requiring(\.engine) }
}
private final class Strict: Car {
  override class var requires: Requirements { Car.requiring(\.radio) }
}
private final class Lenient: Car {
  override class var requires: Requirements { Car.accepting(\.engine, \.brakes) }
}
private class Silenced: Car {
  override class var requires: Requirements { Car.excluding(\.radio) + Car.excluding(\.settings) }
}
private class StillSilenced: Silenced {}
private final class Restored: StillSilenced {
  override class var requires: Requirements { Car.requiring(\.radio) }
}
private final class ExcludingUnlisted: Car {
  var other: Part?
  override class var requires: Requirements { excluding(\.other) }
}
private final class AcceptingNamed: Injectable {
  var part: Part?
  static var requires: Requirements { accepting(\.part, named: "left") }
}
private final class OnceInOneList: Injectable {
  var sets = 0
  var part: Part! {
    didSet { sets += 1 }
  }
  static var requires: Requirements { requiring(\.part) + requiring(\.part, named: "left") }
}

private class Literal: Injectable {
  var engine: Part!
  var brakes: Part!
  class var requires: Requirements { [\Literal.engine, \Literal.brakes] }
}
private final class MixedLiteral: Literal {
  var turbo: Part!
  var radio: Part?
  var left: Part!
  override class var requires: Requirements {
    [\MixedLiteral.turbo] + accepting(\.radio) + [\MixedLiteral.left]
  }
}
private final class MixedRequiring: Literal {
  var turbo: Part!
  override class var requires: Requirements {
    requiring(\.turbo) + Literal.requiring(\.engine, named: "left")
  }
}

/// The trap: the key path in the subclass has another root.
private final class Trapped: Car {
  override class var requires: Requirements { requiring(\.engine, named: "special") }
}
private final class TrappedOverride: Car {
  override var engine: Part! {
    didSet { journal.note("override") }
  }
  override class var requires: Requirements { requiring(\.engine, named: "special") }
}
private final class ExcludingInVain: Car {
  override class var requires: Requirements { excluding(\.engine) }
}

struct RequirementsTests {
  private let injector: Injector
  private let special = Special()
  private let left = Part()

  init() throws {
    let (special, left) = (special, left)
    injector = try Injector { binder in
      binder.bind(Part.self).to { Part() }
      binder.bind(Part.self, named: "special").to(instance: special)
      binder.bind(Part.self, named: "left").to(instance: left)
      binder.bind(Settings.self).to { Settings(volume: 11) }
    }
  }

  @Test func requiringListsPropertiesInTheOrderWritten() throws {
    let car = Car()
    try injector.injectDependencies(into: car)
    #expect(car.journal.entries == ["engine", "brakes", "radio", "settings"])
  }

  @Test func requiringNamedAsksForTheName() throws {
    let car = NamedCar()
    try injector.injectDependencies(into: car)
    #expect(car.left === left)
  }

  @Test func requiringFailsWithoutABinding() throws {
    let car = Car()
    let error = try failure { try Injector().injectDependencies(into: car) }
    #expect(error.code == .missingBinding)
    #expect(car.journal.entries.isEmpty)
  }

  @Test func acceptingIsSetWhenSomethingProvidesIt() throws {
    let car = Car()
    try injector.injectDependencies(into: car)
    #expect(car.radio != nil)
    #expect(car.settings.volume == 11)
  }

  @Test func acceptingIsLeftAsItIsWhenNothingProvidesIt() throws {
    let injector = try Injector { binder in
      binder.bind(Part.self, named: "special").to { Part() }
    }
    let lenient = Lenient()
    let radio = Part()
    lenient.radio = radio
    lenient.settings = Settings(volume: 5)
    try injector.injectDependencies(into: lenient)
    #expect(lenient.radio === radio)
    #expect(lenient.settings == Settings(volume: 5))
    #expect(lenient.journal.entries == ["radio", "settings"])
    #expect(lenient.engine == nil)
  }

  @Test func acceptingNamedNeverFallsBackToTheUnnamedBinding() throws {
    let object = AcceptingNamed()
    try Injector { $0.bind(Part.self).to { Part() } }.injectDependencies(into: object)
    #expect(object.part == nil)
    try injector.injectDependencies(into: object)
    #expect(object.part === left)
  }

  @Test func acceptingDoesNotHideAFailureOfABindingThatExists() throws {
    let injector = try Injector { binder in
      binder.bind(Part.self, named: "left").to { throw Mishap() }
    }
    let object = AcceptingNamed()
    let error = try failure { try injector.injectDependencies(into: object) }
    #expect(error.code == .providerFailed)
    #expect(error.underlying as? Mishap == Mishap())
  }

  @Test func excludingWithdrawsAnInheritedRequirementForAllSubclasses() throws {
    for car in [Silenced(), StillSilenced()] {
      try injector.injectDependencies(into: car)
      #expect(car.journal.entries == ["engine", "brakes"])
      #expect(car.radio == nil)
      #expect(car.settings == Settings())
    }
  }

  @Test func excludingAnUnlistedPropertyIsANoOp() throws {
    let car = ExcludingUnlisted()
    try injector.injectDependencies(into: car)
    #expect(car.other == nil)
    #expect(car.engine != nil)
  }

  @Test func excludedPropertyCanBeListedAgainFurtherDown() throws {
    let car = Restored()
    try injector.injectDependencies(into: car)
    #expect(car.radio != nil)
    #expect(car.journal.entries.filter { $0 == "radio" }.count == 1)
    #expect(car.settings == Settings())
  }

  @Test func mostDerivedDeclarationDecidesTheName() throws {
    let named = NamedCar()
    try injector.injectDependencies(into: named)
    #expect(named.engine === special)
    let plain = PlainAgain()
    try injector.injectDependencies(into: plain)
    #expect(plain.engine !== special)
    #expect(plain.left === left)
  }

  @Test func mostDerivedDeclarationDecidesTheOptionality() throws {
    let onlyParts = try Injector { $0.bind(Settings.self).to { Settings() } }
    try onlyParts.injectDependencies(into: Lenient())
    let error = try failure {
      try Injector {
        $0.bind(Part.self, named: "unused").to { Part() }
      }.injectDependencies(into: Strict())
    }
    #expect(error.code == .missingBinding)
  }

  @Test func redeclaredPropertyIsInjectedOnceAndKeepsItsPosition() throws {
    let car = NamedCar()
    try injector.injectDependencies(into: car)
    #expect(car.journal.entries == ["engine", "brakes", "radio", "settings"])
  }

  @Test func laterEntryOfOneListDecides() throws {
    let object = OnceInOneList()
    try injector.injectDependencies(into: object)
    #expect(object.part === left)
    #expect(object.sets == 1)
  }

  @Test func arrayLiteralOfKeyPathsIsAList() throws {
    let literal = Literal()
    try injector.injectDependencies(into: literal)
    #expect(literal.engine != nil)
    #expect(literal.brakes != nil)
  }

  @Test func literalsAndRequiringMixInOneHierarchyAndInOneList() throws {
    let literal = MixedLiteral()
    try injector.injectDependencies(into: literal)
    #expect(literal.engine != nil)
    #expect(literal.turbo != nil)
    #expect(literal.radio != nil)
    #expect(literal.left != nil)
    let requiring = MixedRequiring()
    try injector.injectDependencies(into: requiring)
    #expect(requiring.engine === left)
    #expect(requiring.brakes != nil)
    #expect(requiring.turbo != nil)
  }

  @Test func requiringInASubclassIsASecondRequirement() throws {
    let trapped = Trapped()
    try injector.injectDependencies(into: trapped)
    #expect(trapped.journal.entries == ["engine", "brakes", "radio", "settings", "engine"])
    #expect(trapped.engine === special)
    // Both requirements have to be met.
    let error = try failure {
      try Injector { $0.bind(Part.self, named: "special").to { Part() } }
        .injectDependencies(into: Trapped())
    }
    #expect(error.code == .missingBinding)
  }

  @Test func requiringInASubclassIsASecondRequirementEvenOfAnOverride() throws {
    let trapped = TrappedOverride()
    try injector.injectDependencies(into: trapped)
    #expect(
      trapped.journal.entries == [
        "engine", "override", "brakes", "radio", "settings", "engine", "override",
      ])
    #expect(trapped.engine === special)
  }

  @Test func excludingInASubclassHasAnotherRootAndWithdrawsNothing() throws {
    let car = ExcludingInVain()
    try injector.injectDependencies(into: car)
    #expect(car.engine != nil)
  }

  @Test func requirementsHaveALocationAndPlainListsHaveNone() throws {
    let listed = try failure { try Injector().injectDependencies(into: Car()) }
    let step = try #require(listed.path.first)
    #expect(step.location?.fileID == "InfusionTests/RequirementsTests.swift")
    #expect(step.location?.line == Car.listedAt)
    let plain = try failure { try Injector().injectDependencies(into: Literal()) }
    #expect(try #require(plain.path.first).location == nil)
  }
}
