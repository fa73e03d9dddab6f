import Infusion
import Testing

/// A part knows the name under which it was created.
private final class Part {
  let name: String
  init(_ name: String) { self.name = name }
}

// MARK: - AnyKeyPath

private class Any1: Injectable {
  let journal = Journal()
  var first: Part! {
    didSet { journal.note("1") }
  }
  class var requires: [AnyKeyPath] { [\Any1.first] }
}
private class Any2: Any1, NamedInjectable {
  var second: Part! {
    didSet { journal.note("2") }
  }
  @Injected("x") var marked2: Part
  class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> { ["x": \Any2.second] }
}
private class Any3: Any2, AwakesFromInjection {
  var third: Part! {
    didSet { journal.note("3") }
  }
  override class var requires: [AnyKeyPath] { [\Any3.third] }
  func awakeFromInjection() { journal.note("awake") }
}
private final class Any4: Any3 {
  var fourth: Part! {
    didSet { journal.note("4") }
  }
  var fourthNamed: Part! {
    didSet { journal.note("4 named") }
  }
  @Injected var marked4: Part
  override class var requires: [AnyKeyPath] { [\Any4.fourth] }
  override class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> { ["y": \Any4.fourthNamed] }
}

// MARK: - Requirements

private class Req1: Injectable {
  let journal = Journal()
  var first: Part! {
    didSet { journal.note("1") }
  }
  @Injected var marked1: Part
  class var requires: Requirements { requiring(\.first) }
}
private class Req2: Req1, AwakesFromInjection {
  var second: Part! {
    didSet { journal.note("2") }
  }
  override class var requires: Requirements { requiring(\.second, named: "x") }
  func awakeFromInjection() { journal.note("awake") }
}
private class Req3: Req2, NamedInjectable {
  var third: Part! {
    didSet { journal.note("3") }
  }
  class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> { ["x": \Req3.third] }
}
private final class Req4: Req3 {
  var fourth: Part? {
    didSet { journal.note("4") }
  }
  @Injected("y") var marked4: Part
  override class var requires: Requirements {
    accepting(\.fourth) + Req1.requiring(\.first, named: "y")
  }
  override func awakeFromInjection() {
    super.awakeFromInjection()
    journal.note("awake 4")
  }
}

// MARK: - PartialKeyPath, which only a final class can use

private class Part1 {
  let journal = Journal()
  var first: Part! {
    didSet { journal.note("1") }
  }
  @Injected var marked1: Part
}
private class Part2: Part1, NamedInjectable {
  var second: Part! {
    didSet { journal.note("2") }
  }
  class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> { ["x": \Part2.second] }
}
private class Part3: Part2 {
  @Injected("y") var marked3: Part
}
private final class Part4: Part3, Injectable, AwakesFromInjection {
  private(set) var fourth: Part! {
    didSet { journal.note("4") }
  }
  static var requires: [PartialKeyPath<Part4>] { [\.fourth, \.first] }
  func awakeFromInjection() { journal.note("awake") }
}

// MARK: - Only @Injected

private class Mark1 {
  @Injected var marked1: Part
}
private class Mark2: Mark1 {
  @Injected("x") var marked2: Part
}
private class Mark3: Mark2 {}
private final class Mark4: Mark3 {
  @Injected("y") var marked4: Part
  @Injected var optional: Int?
}

/// Inheritance over four levels, in a module other than the library's.
struct FourLevelTests {
  private let injector: Injector

  init() throws {
    injector = try Injector { binder in
      binder.bind(Part.self).to { Part("") }
      binder.bind(Part.self, named: "x").to { Part("x") }
      binder.bind(Part.self, named: "y").to { Part("y") }
    }
  }

  @Test func listsOfAnyKeyPathsAreMergedAlongFourLevels() throws {
    let object = Any4()
    let base: Any1 = object
    try injector.injectDependencies(into: base)
    #expect(object.journal.entries == ["1", "2", "3", "4", "4 named", "awake"])
    #expect(object.first.name == "")
    #expect(object.second.name == "x")
    #expect(object.third.name == "")
    #expect(object.fourthNamed.name == "y")
    #expect(try object.$marked2.resolve().name == "x")
    #expect(try object.$marked4.resolve().name == "")
  }

  @Test func requirementsAreMergedAlongFourLevels() throws {
    let object = Req4()
    let base: Req1 = object
    try injector.injectDependencies(into: base)
    #expect(object.journal.entries == ["1", "2", "3", "4", "awake", "awake 4"])
    #expect(object.first.name == "y")
    #expect(object.second.name == "x")
    #expect(object.third.name == "x")
    #expect(object.fourth?.name == "")
    #expect(try object.$marked1.resolve().name == "")
    #expect(try object.$marked4.resolve().name == "y")
  }

  @Test func finalClassListsInheritedPropertiesToo() throws {
    let object = Part4()
    let base: Part1 = object
    try injector.injectDependencies(into: base)
    #expect(object.journal.entries == ["2", "4", "1", "awake"])
    #expect(object.second.name == "x")
    #expect(try object.$marked1.resolve().name == "")
    #expect(try object.$marked3.resolve().name == "y")
  }

  @Test func markersAreFoundAlongFourLevels() throws {
    let object = Mark4()
    let base: Mark1 = object
    try injector.injectDependencies(into: base)
    #expect(try object.$marked1.resolve().name == "")
    #expect(try object.$marked2.resolve().name == "x")
    #expect(try object.$marked4.resolve().name == "y")
  }

  @Test func everyLevelOfAHierarchyHasAPlanOfItsOwn() throws {
    let objects: [Any1] = [Any4(), Any1(), Any3(), Any2(), Any4()]
    try injector.injectDependencies(intoEach: objects)
    #expect(
      objects.map(\.journal.entries) == [
        ["1", "2", "3", "4", "4 named", "awake"], ["1"], ["1", "2", "3", "awake"], ["1", "2"],
        ["1", "2", "3", "4", "4 named", "awake"],
      ])
    let requirements: [Req1] = [Req1(), Req2(), Req3(), Req4()]
    try injector.injectDependencies(intoEach: requirements)
    #expect(
      requirements.map(\.journal.entries) == [
        ["1"], ["1", "2", "awake"], ["1", "2", "3", "awake"],
        ["1", "2", "3", "4", "awake", "awake 4"],
      ])
    // The re-declaration applies only to the most derived class.
    #expect(requirements.map { $0.first.name } == ["", "", "", "y"])
  }

  @Test func missingDependencyNamesTheClassThatDeclaresIt() throws {
    let injector = try Injector { binder in
      binder.bind(Part.self).to { Part("") }
      binder.bind(Part.self, named: "x").to { Part("x") }
    }
    let error = try failure { try injector.injectDependencies(into: Any4()) }
    #expect(error.code == .missingBinding)
    #expect(error.key == Key(Part.self, named: "y"))
    #expect(error.property?.owner == Any4.self)
    #expect(error.property?.name?.contains("fourthNamed") == true)
  }
}
