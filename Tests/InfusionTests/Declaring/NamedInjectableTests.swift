import Infusion
import Testing

private class Headlight {}

private final class Dashboard: Injectable, NamedInjectable {
  var left: Headlight!
  private(set) var right: Headlight!
  var spareLeft: Headlight!
  var any: Headlight!
  static var requires: [PartialKeyPath<Dashboard>] { [\.any] }
  static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<Dashboard>> {
    [.left: \.left, "right": \.right, .left: \.spareLeft]
  }
}
private final class OnlyNamed: NamedInjectable {
  var left: Headlight!
  static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<OnlyNamed>> { [.left: \.left] }
}
private class OpenNamed: NamedInjectable {
  var left: Headlight!
  var sets = 0
  var right: Headlight! {
    didSet { sets += 1 }
  }
  class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> {
    [.left: \OpenNamed.left, "right": \OpenNamed.right]
  }
}
private class SubNamed: OpenNamed {
  var fog: Headlight!
  override class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> {
    ["fog": \SubNamed.fog, "fog": \OpenNamed.right]
  }
}
private final class SilentNamed: SubNamed {}
/// Lists the properties of its superclass in the same order, under each other's names.
private final class Crossed: OpenNamed {
  override class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> {
    ["right": \OpenNamed.left, .left: \OpenNamed.right]
  }
}

/// Both protocols list the property; the later, named entry decides.
private final class Both: Injectable, NamedInjectable {
  var sets = 0
  var left: Headlight! {
    didSet { sets += 1 }
  }
  static var requires: Requirements { requiring(\.left) }
  static var requiresNamed: KeyValuePairs<Name, AnyKeyPath> { [.left: \Both.left] }
}

extension Name {
  fileprivate static let left: Name = "left"
}

struct NamedInjectableTests {
  private let left = Headlight()
  private let right = Headlight()
  private let fog = Headlight()
  private let unnamed = Headlight()
  private let injector: Injector

  init() throws {
    let (left, right, fog, unnamed) = (left, right, fog, unnamed)
    injector = try Injector { binder in
      binder.bind(Headlight.self, named: .left).to(instance: left)
      binder.bind(Headlight.self, named: "right").to(instance: right)
      binder.bind(Headlight.self, named: "fog").to(instance: fog)
      binder.bind(Headlight.self).to(instance: unnamed)
    }
  }

  @Test func eachPropertyReceivesTheValueOfItsName() throws {
    let dashboard = Dashboard()
    try injector.injectDependencies(into: dashboard)
    #expect(dashboard.left === left)
    #expect(dashboard.right === right)
    #expect(dashboard.any === unnamed)
  }

  @Test func twoPropertiesMayUseOneName() throws {
    let dashboard = Dashboard()
    try injector.injectDependencies(into: dashboard)
    #expect(dashboard.left === left)
    #expect(dashboard.spareLeft === left)
  }

  @Test func classNeedsNoPlainListAsWell() throws {
    let object = OnlyNamed()
    try injector.injectDependencies(into: object)
    #expect(object.left === left)
  }

  @Test func namedRequestNeverFallsBackToTheUnnamedBinding() throws {
    let unnamed = unnamed
    let object = OnlyNamed()
    let error = try failure {
      try Injector { $0.bind(Headlight.self).to(instance: unnamed) }
        .injectDependencies(into: object)
    }
    #expect(error.code == .missingBinding)
    #expect(error.key == Key(Headlight.self, named: "left"))
    #expect(object.left == nil)
  }

  @Test func openClassMapsAnyKeyPathsAndASubclassAddsItsOwn() throws {
    let object = OpenNamed()
    try injector.injectDependencies(into: object)
    #expect(object.left === left)
    #expect(object.right === right)
    for sub in [SubNamed(), SilentNamed()] {
      try injector.injectDependencies(into: sub)
      #expect(sub.left === left)
      #expect(sub.fog === fog)
    }
  }

  @Test func subclassRenamesThroughTheDeclaringClass() throws {
    for sub in [SubNamed(), SilentNamed()] {
      try injector.injectDependencies(into: sub)
      #expect(sub.right === fog)
      #expect(sub.sets == 1)
    }
  }

  @Test func aSubclassMayChangeTheNamesOnly() throws {
    let crossed = Crossed()
    try injector.injectDependencies(into: crossed)
    #expect(crossed.left === right)
    #expect(crossed.right === left)
    #expect(crossed.sets == 1)
  }

  @Test func propertyListedByBothProtocolsIsInjectedOnceUnderItsName() throws {
    let both = Both()
    try injector.injectDependencies(into: both)
    #expect(both.left === left)
    #expect(both.sets == 1)
  }

  @Test func aNameMayBeAnInterpolatedLiteral() throws {
    let injector = try Injector { binder in
      for number in 1...3 {
        binder.bind(Int.self, named: "number \(number)").to { number }
      }
    }
    #expect(try injector.resolve(named: "number \(1 + 1)") == 2)
  }

  @Test func namesAreEqualWhenTheirTextsAre() {
    #expect(Name.left == Name("left"))
    #expect(Name("left") == "left")
    #expect(Name("left") != "Left")
  }
}
