import Infusion
import Testing

private final class Part: DefaultInitializable {}
private struct Size: Equatable {
  var width = 0
}

/// The same properties, listed in the two spellings of an open class.
private class Compiled: Injectable {
  let journal = Journal()
  var observed: Part! {
    willSet { journal.note("will") }
    didSet { journal.note("did") }
  }
  var overridden: Part!
  private(set) var readable: Part!
  private var hidden: Part!
  weak var fleeting: Part?
  private var storage: Part?
  var computed: Part? {
    get { storage }
    set {
      journal.note("computed")
      storage = newValue
    }
  }
  var size = Size()
  var hiddenPart: Part? { hidden }
  class var requires: Requirements {
    requiring(
      \.observed, \.overridden, \.readable, \.hidden, \.fleeting, \.computed, \.size.width)
  }
}
private final class CompiledBelow: Compiled {
  override var overridden: Part! {
    didSet { journal.note("override") }
  }
  override var computed: Part? {
    get { super.computed }
    set {
      journal.note("overriding computed")
      super.computed = newValue
    }
  }
}
private class Plain: Injectable {
  let journal = Journal()
  var observed: Part! {
    willSet { journal.note("will") }
    didSet { journal.note("did") }
  }
  var overridden: Part!
  private(set) var readable: Part!
  private var hidden: Part!
  weak var fleeting: Part?
  private var storage: Part?
  var computed: Part? {
    get { storage }
    set {
      journal.note("computed")
      storage = newValue
    }
  }
  var size = Size()
  var hiddenPart: Part? { hidden }
  class var requires: [AnyKeyPath] {
    [
      \Plain.observed, \Plain.overridden, \Plain.readable, \Plain.hidden, \Plain.fleeting,
      \Plain.computed, \Plain.size.width,
    ]
  }
}
private final class PlainBelow: Plain {
  override var overridden: Part! {
    didSet { journal.note("override") }
  }
  override var computed: Part? {
    get { super.computed }
    set {
      journal.note("overriding computed")
      super.computed = newValue
    }
  }
}
private final class Rejecting: Injectable {
  var part: Part! {
    didSet { part = oldValue }
  }
  static var requires: Requirements { requiring(\.part) }
}
private final class Mapped: NamedInjectable {
  let journal = Journal()
  var observed: Part! {
    didSet { journal.note("did") }
  }
  private(set) weak var fleeting: Part?
  static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<Mapped>> {
    ["n": \.observed, "n": \.fleeting]
  }
}

/// Rule 9: injection runs setters: `didSet`, overrides, `private(set)`, computed properties, `weak
/// var`.
struct Rule9SetterTests {
  private let part = Part()
  private let injector: Injector

  init() throws {
    let part = part
    injector = try Injector { binder in
      binder.bind(Part.self).to(instance: part)
      binder.bind(Part.self, named: "n").to(instance: part)
      binder.bind(Int.self).to { 7 }
    }
  }

  @Test func rule9ObserversAndComputedSettersRunForCompiledRequirements() throws {
    let object = Compiled()
    try injector.injectDependencies(into: object)
    #expect(object.journal.entries == ["will", "did", "computed"])
    #expect(object.observed === part)
    #expect(object.computed === part)
  }

  @Test func rule9ObserversAndComputedSettersRunForPlainKeyPaths() throws {
    let object = Plain()
    try injector.injectDependencies(into: object)
    #expect(object.journal.entries == ["will", "did", "computed"])
    #expect(object.observed === part)
    #expect(object.computed === part)
  }

  @Test func rule9OverridesRun() throws {
    let compiled = CompiledBelow()
    try injector.injectDependencies(into: compiled)
    #expect(
      compiled.journal.entries == ["will", "did", "override", "overriding computed", "computed"])
    #expect(compiled.overridden === part)
    let plain = PlainBelow()
    try injector.injectDependencies(into: plain)
    #expect(
      plain.journal.entries == ["will", "did", "override", "overriding computed", "computed"])
    #expect(plain.overridden === part)
  }

  @Test func rule9PrivateSettersAreSet() throws {
    let compiled = Compiled()
    try injector.injectDependencies(into: compiled)
    #expect(compiled.readable === part)
    #expect(compiled.hiddenPart === part)
    let plain = Plain()
    try injector.injectDependencies(into: plain)
    #expect(plain.readable === part)
    #expect(plain.hiddenPart === part)
  }

  @Test func rule9WeakPropertyIsSetAndStaysWeak() throws {
    let compiled = Compiled()
    let plain = Plain()
    let mapped = Mapped()
    try injector.injectDependencies(into: compiled)
    try injector.injectDependencies(into: plain)
    try injector.injectDependencies(into: mapped)
    #expect(compiled.fleeting === part)
    #expect(plain.fleeting === part)
    #expect(mapped.fleeting === part)
    #expect(mapped.journal.entries == ["did"])
    let unscoped = try Injector { binder in
      binder.bind(Part.self, named: "n").to { Part() }
    }
    try unscoped.injectDependencies(into: mapped)
    // Nothing else holds the new object: the documented trap of unscoped values.
    #expect(mapped.fleeting == nil)
  }

  @Test func rule9PartOfAValueIsSet() throws {
    let compiled = Compiled()
    try injector.injectDependencies(into: compiled)
    #expect(compiled.size == Size(width: 7))
    let plain = Plain()
    try injector.injectDependencies(into: plain)
    #expect(plain.size == Size(width: 7))
  }

  @Test func rule9SetterHasTheLastWord() throws {
    let object = Rejecting()
    try injector.injectDependencies(into: object)
    #expect(object.part == nil)
  }
}
