import Infusion
import Testing

private protocol Engine: AnyObject {}
private protocol Sound {
  var level: Int { get }
}
private final class V8: Engine, DefaultInitializable {}
private final class Part: DefaultInitializable {}
private struct Loud: Sound, Equatable {
  var level = 11
  var text = "a text that is too long to be stored in place"
  var numbers = (1, 2, 3)
  static func == (left: Loud, right: Loud) -> Bool {
    left.level == right.level && left.text == right.text && left.numbers == right.numbers
  }
}
private enum Gear: Equatable {
  case first
  case reverse(speed: Double)
}
private protocol Utility {
  static var name: String { get }
}
private enum Hammer: Utility {
  static var name: String { "hammer" }
}

/// An open class with a property of each kind, listed as requirements and as plain key paths.
private class Base {
  private(set) var readable: Part!
  private var hidden: Part!
  var observed: Part! {
    didSet { sets += 1 }
  }
  var sets = 0
  var overridden: Part!
  private var storage: Part?
  var computed: Part? {
    get { storage }
    set { storage = newValue }
  }
  weak var fleeting: Part?
  lazy var late = Part()
  unowned var unowned: Part
  var implicit: Part!
  var optional: Part?
  var plain: Part
  var existential: any Engine
  var optionalExistential: (any Engine)?
  var composition: (any Engine & AnyObject)!
  var valueExistential: (any Sound)!
  var number = 0
  var optionalNumber: Int?
  var loud = Loud(level: 1)
  var gear = Gear.first
  var tuple = (0, "")
  var function: (Int) -> Int = { $0 }
  var optionalFunction: (() -> String)?
  var metatype: any Utility.Type
  var dictionary: [String: Part] = [:]
  var object: AnyObject?

  private enum Before: Utility {
    static var name: String { "none" }
  }

  init(_ part: Part) {
    unowned = part
    plain = part
    existential = V8()
    metatype = Before.self
  }

  var hiddenPart: Part? { hidden }

  static var all: [PartialKeyPath<Base>] {
    [
      \.readable, \.hidden, \.observed, \.overridden, \.computed, \.fleeting, \.late, \.unowned,
      \.implicit, \.optional, \.plain, \.existential, \.optionalExistential, \.composition,
      \.valueExistential, \.number, \.optionalNumber, \.loud, \.gear, \.tuple, \.function,
      \.optionalFunction, \.metatype, \.dictionary,
    ]
  }
}
private class PlainKinds: Base, Injectable {
  class var requires: [AnyKeyPath] { Base.all }
}
private final class PlainKindsBelow: PlainKinds {
  var overrides = 0
  override var overridden: Part! {
    didSet { overrides += 1 }
  }
}
private class CompiledKinds: Injectable {
  private(set) var readable: Part!
  private var hidden: Part!
  var observed: Part! {
    didSet { sets += 1 }
  }
  var sets = 0
  var overridden: Part!
  private var storage: Part?
  var computed: Part? {
    get { storage }
    set { storage = newValue }
  }
  weak var fleeting: Part?
  lazy var late = Part()
  unowned var unowned: Part
  var implicit: Part!
  var optional: Part?
  var plain: Part
  var existential: any Engine
  var optionalExistential: (any Engine)?
  var valueExistential: (any Sound)!
  var number = 0
  var optionalNumber: Int?
  var loud = Loud(level: 1)
  var gear = Gear.first
  var tuple = (0, "")
  var function: (Int) -> Int = { $0 }
  var optionalFunction: (() -> String)?
  var metatype: any Utility.Type = Hammer.self
  var dictionary: [String: Part] = [:]

  init(_ part: Part) {
    unowned = part
    plain = part
    existential = V8()
  }

  var hiddenPart: Part? { hidden }

  class var requires: Requirements {
    requiring(
      \.readable, \.hidden, \.observed, \.overridden, \.computed, \.fleeting, \.late, \.unowned)
      + requiring(
        \.implicit, \.optional, \.plain, \.existential, \.optionalExistential, \.valueExistential,
        \.number, \.optionalNumber)
      + requiring(
        \.loud, \.gear, \.tuple, \.function, \.optionalFunction, \.metatype, \.dictionary)
  }
}
private final class CompiledKindsBelow: CompiledKinds {
  var overrides = 0
  override var overridden: Part! {
    didSet { overrides += 1 }
  }
}

private class Generic<Value>: Injectable {
  var value: Value!
  var values: [Value] = []
  class var requires: Requirements { requiring(\.value, \.values) }
}
private final class GenericBelow<Other>: Generic<Int> {
  var other: Other?
  override class var requires: Requirements { requiring(\.other) }
}
private final class GenericOfValue: Injectable {
  var wrapper: Wrapper<Part>?
  static var requires: Requirements { requiring(\.wrapper) }
}
private final class GenericPlain<Value>: Injectable {
  private(set) var value: Value?
  static var requires: [PartialKeyPath<GenericPlain<Value>>] { [\.value] }
}
private struct Wrapper<Value> {
  var value: Value
}

struct PropertyKindTests {
  private let part = Part()
  private let engine = V8()
  private let injector: Injector

  init() throws {
    let (part, engine) = (part, engine)
    injector = try Injector { binder in
      binder.bind(Part.self).to(instance: part)
      binder.bind((any Engine).self).to(instance: engine)
      binder.bind((any Sound).self).to { Loud() }
      binder.bind(Int.self).to { 7 }
      binder.bind(Loud.self).to { Loud() }
      binder.bind(Gear.self).to { .reverse(speed: 1.5) }
      binder.bind((Int, String).self).to { (3, "three") }
      binder.bind(((Int) -> Int).self).to { () -> (Int) -> Int in { $0 * 2 } }
      binder.bind((() -> String).self).to { () -> () -> String in { "called" } }
      binder.bind((any Utility.Type).self).to(instance: Hammer.self)
      binder.bind([String: Part].self).to { ["part": part] }
      binder.contribute(Int.self).to { 1 }
      binder.contribute(Int.self).to { 2 }
      binder.bind(String.self).to { "text" }
      binder.bind(Wrapper<Part>.self).to { Wrapper(value: part) }
    }
  }

  @Test func propertyOfEachKindIsInjectedThroughPlainKeyPaths() throws {
    let other = Part()
    let object = PlainKindsBelow(other)
    try injector.injectDependencies(into: object)
    let values: [Part?] = [
      object.readable, object.hiddenPart, object.observed, object.overridden, object.computed,
      object.fleeting, object.late, object.unowned, object.implicit, object.optional,
      object.plain,
    ]
    #expect(values.allSatisfy { $0 === part })
    #expect(object.sets == 1)
    #expect(object.overrides == 1)
    #expect(object.existential === engine)
    #expect(object.optionalExistential === engine)
    #expect(object.composition === engine)
    #expect(object.valueExistential.level == 11)
    #expect(object.number == 7)
    #expect(object.optionalNumber == 7)
    #expect(object.loud == Loud())
    #expect(object.gear == .reverse(speed: 1.5))
    #expect(object.tuple == (3, "three"))
    #expect(object.function(4) == 8)
    #expect(object.optionalFunction?() == "called")
    #expect(object.metatype.name == "hammer")
    #expect(object.dictionary["part"] === part)
  }

  @Test func propertyOfEachKindIsInjectedThroughRequirements() throws {
    let other = Part()
    let object = CompiledKindsBelow(other)
    try injector.injectDependencies(into: object)
    let values: [Part?] = [
      object.readable, object.hiddenPart, object.observed, object.overridden, object.computed,
      object.fleeting, object.late, object.unowned, object.implicit, object.optional,
      object.plain,
    ]
    #expect(values.allSatisfy { $0 === part })
    #expect(object.sets == 1)
    #expect(object.overrides == 1)
    #expect(object.existential === engine)
    #expect(object.optionalExistential === engine)
    #expect(object.valueExistential.level == 11)
    #expect(object.number == 7)
    #expect(object.optionalNumber == 7)
    #expect(object.loud == Loud())
    #expect(object.gear == .reverse(speed: 1.5))
    #expect(object.tuple == (3, "three"))
    #expect(object.function(4) == 8)
    #expect(object.optionalFunction?() == "called")
    #expect(object.metatype.name == "hammer")
    #expect(object.dictionary["part"] === part)
  }

  @Test func propertiesOfGenericClassesAreInjected() throws {
    let numbers = Generic<Int>()
    try injector.injectDependencies(into: numbers)
    #expect(numbers.value == 7)
    #expect(numbers.values == [1, 2])
    let texts = Generic<String>()
    try injector.injectDependencies(into: texts)
    #expect(texts.value == "text")
    #expect(texts.values.isEmpty)
    let below = GenericBelow<Loud>()
    try injector.injectDependencies(into: below)
    #expect(below.value == 7)
    #expect(below.values == [1, 2])
    #expect(below.other == Loud())
    let wrapping = GenericOfValue()
    try injector.injectDependencies(into: wrapping)
    #expect(wrapping.wrapper?.value === part)
    let engines = GenericPlain<any Engine>()
    try injector.injectDependencies(into: engines)
    #expect(engines.value === engine)
    let tuples = GenericPlain<(Int, String)>()
    try injector.injectDependencies(into: tuples)
    #expect(try #require(tuples.value) == (3, "three"))
  }
}
