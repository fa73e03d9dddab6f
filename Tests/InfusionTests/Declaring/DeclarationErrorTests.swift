import Infusion
import Testing

private protocol Engine: AnyObject {}
private final class V8: Engine {}
private final class Part: DefaultInitializable {}
private class NotCreatable {}
private struct Value {
  var part: Part?
}

private final class FinalLet: Injectable {
  let part: Part? = nil
  static var requires: [PartialKeyPath<FinalLet>] { [\.part] }
}
private class OpenLet: Injectable {
  var first: Part?
  let fixed: Part?
  init(_ part: Part?) { fixed = part }
  class var requires: [AnyKeyPath] { [\OpenLet.first, \OpenLet.fixed] }
}
private class LiteralLet: Injectable {
  let fixed: Part? = nil
  class var requires: Requirements { [\LiteralLet.fixed] }
}
private final class NamedLet: NamedInjectable {
  let fixed: Part? = nil
  static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<NamedLet>> { ["n": \.fixed] }
}
private final class GetOnly: Injectable {
  var part: Part? { nil }
  static var requires: [PartialKeyPath<GetOnly>] { [\.part] }
}
private class Closed {
  fileprivate(set) var part: Part?
  var own: Part?
}
private class ForeignRoot: Injectable {
  var first: Part?
  class var requires: [AnyKeyPath] { [\ForeignRoot.first, \Closed.own] }
}
private class SubclassRoot: Injectable {
  class var requires: [AnyKeyPath] { [\BelowSubclassRoot.own] }
}
private final class BelowSubclassRoot: SubclassRoot {
  var own: Part?
}
private protocol HasPart { var part: Part? { get set } }
private class ProtocolRoot: Injectable, HasPart {
  var part: Part?
  class var requires: Requirements { [\(any HasPart).part] }
}
private class CompositionRoot: HasPart, NamedInjectable {
  var part: Part?
  class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> {
    ["left": \(any AnyObject & HasPart).part]
  }
}
private class ValueRoot: Injectable {
  class var requires: [AnyKeyPath] { [\Value.part] }
}
private class ForeignInLiteral: Injectable {
  class var requires: Requirements { [\Closed.own] }
}
private final class ForeignNamed: NamedInjectable {
  static var requiresNamed: KeyValuePairs<Name, AnyKeyPath> { ["n": \Closed.own] }
}
private class NeedsEngine: Injectable {
  var spare: Part?
  var engine: (any Engine)!
  class var requires: Requirements { requiring(\.spare, \.engine) }
}
private class PlainNeedsEngine: Injectable {
  var spare: Part?
  var engine: any Engine = V8()
  class var requires: [AnyKeyPath] { [\PlainNeedsEngine.spare, \PlainNeedsEngine.engine] }
}
private final class NeedsClass: Injectable {
  var part: NotCreatable!
  static var requires: [PartialKeyPath<NeedsClass>] { [\.part] }
}
private class TwoOfOneType: Injectable {
  var left: NotCreatable?
  var right: NotCreatable?
  class var requires: [AnyKeyPath] { [\TwoOfOneType.left, \TwoOfOneType.right] }
}

/// A wrong declaration or an unavailable value is an error with the right code and a text that
/// names the class, the property and what to do; it never traps.
struct DeclarationErrorTests {
  private func injecting(_ object: AnyObject) throws -> InjectionError {
    try failure { try Injector().injectDependencies(into: object) }
  }

  // MARK: - A property that cannot be written

  @Test func letOfAFinalClassIsNotWritable() throws {
    let error = try injecting(FinalLet())
    #expect(error.code == .notWritable)
    #expect(error.property?.owner == FinalLet.self)
    #expect(error.property?.name == "part")
    #expect(error.description.contains("[Infusion/notWritable]"))
    #expect(error.description.contains("FinalLet.part"))
    #expect(error.description.contains("Make it a variable"))
  }

  @Test func letOfAnOpenClassIsNotWritableAndItsOtherPropertiesStay() throws {
    let object = OpenLet(Part())
    let error = try injecting(object)
    #expect(error.code == .notWritable)
    #expect(error.property?.owner == OpenLet.self)
    #expect(error.description.contains("OpenLet.fixed"))
    #expect(object.first == nil)
  }

  @Test func letInALiteralIsNotWritable() throws {
    let error = try injecting(LiteralLet())
    #expect(error.code == .notWritable)
    #expect(error.description.contains("LiteralLet.fixed"))
  }

  @Test func letInTheNamedMapIsNotWritable() throws {
    let error = try injecting(NamedLet())
    #expect(error.code == .notWritable)
    #expect(error.description.contains("NamedLet.fixed"))
  }

  @Test func getOnlyPropertyIsNotWritable() throws {
    let error = try injecting(GetOnly())
    #expect(error.code == .notWritable)
    #expect(error.description.contains("GetOnly"))
  }

  // MARK: - A property of another class

  @Test func foreignRootIsNamedWithTheClassThatListsIt() throws {
    let object = ForeignRoot()
    let error = try injecting(object)
    #expect(error.code == .wrongRoot)
    #expect(error.description.contains("[Infusion/wrongRoot]"))
    #expect(error.description.contains("ForeignRoot"))
    #expect(error.description.contains("'Closed'"))
    #expect(error.description.contains("To fix this"))
    #expect(object.first == nil)
  }

  @Test func foreignRootIsFoundInEverySpelling() throws {
    for object in [ForeignInLiteral(), ForeignNamed()] as [AnyObject] {
      let error = try injecting(object)
      #expect(error.code == .wrongRoot)
      #expect(error.description.contains("'Closed'"))
    }
  }

  @Test func subclassIsAForeignRootForItsSuperclass() throws {
    for object in [SubclassRoot(), BelowSubclassRoot()] {
      let error = try injecting(object)
      #expect(error.code == .wrongRoot)
      #expect(error.property?.owner == SubclassRoot.self)
      #expect(error.description.contains("BelowSubclassRoot"))
    }
  }

  @Test func valueTypeIsAForeignRoot() throws {
    let error = try injecting(ValueRoot())
    #expect(error.code == .wrongRoot)
    #expect(error.description.contains("'Value'"))
  }

  @Test func protocolIsAForeignRoot() throws {
    for (object, name) in [
      (ProtocolRoot(), "any HasPart"), (CompositionRoot(), "any HasPart & AnyObject"),
    ] as [(AnyObject, String)] {
      let error = try injecting(object)
      #expect(error.code == .wrongRoot)
      #expect(error.description.contains("but '\(name)' is not a class"), "\(error)")
    }
  }

  // MARK: - A property of another object

  private struct Settings {
    var part: Part?
  }
  private final class Outer: Injectable {
    var inner: Inner!
    var settings = Settings()
    static var requires: Requirements { requiring(\.inner.part) }
  }
  private final class Inner: Injectable {
    var part: Part?
    var outer: Outer?
    static var requires: [PartialKeyPath<Inner>] { [\.outer!.settings.part] }
  }
  private final class Whole: Injectable {
    var settings = Settings()
    static var requires: Requirements { requiring(\.settings.part) }
  }

  @Test func validationFindsAPropertyOfAnotherObject() throws {
    let injector = try Injector { $0.bind(Part.self).to { Part() } }
    for cls in [Outer.self, Inner.self] as [AnyClass] {
      let error = try failure { try injector.validate(including: cls) }
      #expect(error.code == .notWritable)
      #expect(error.description.contains("leads to another object"))
    }
    try injector.validate(including: Whole.self)
  }

  @Test func aPlainListRefusesAPropertyOfAnotherObject() throws {
    let injector = try Injector { $0.bind(Part.self).to { Part() } }
    let error = try failure { try injector.injectDependencies(into: Inner()) }
    #expect(error.code == .notWritable)
  }

  #if DEBUG
    @Test func aDebugBuildRefusesAPropertyOfAnotherObjectInEveryList() throws {
      let injector = try Injector { $0.bind(Part.self).to { Part() } }
      let outer = Outer()
      outer.inner = Inner()
      let error = try failure { try injector.injectDependencies(into: outer) }
      #expect(error.code == .notWritable)
      #expect(outer.inner.part == nil)
    }
  #endif

  @Test func aPartOfAStoredValueBelongsToTheObject() throws {
    let injector = try Injector { $0.bind(Part.self).to { Part() } }
    let whole = Whole()
    try injector.injectDependencies(into: whole)
    #expect(whole.settings.part != nil)
  }

  // MARK: - A value of the wrong type

  @Test func sequenceElementThatIsNoObjectIsATypeMismatch() throws {
    let objects: [Any] = [NeedsClass(), Value()]
    let injector = try Injector { $0.bind(NotCreatable.self).to { NotCreatable() } }
    let error = try failure { try injector.injectDependencies(intoEach: objects) }
    #expect(error.code == .typeMismatch)
    #expect(error.index == 1)
    #expect(error.description.contains("'Value'"))
    #expect(error.description.contains("To fix this"))
  }

  @Test func argumentsThatNothingTakesAreRefusedBeforeParametersAreResolved() throws {
    final class Basket {
      init(customer: String) {}
    }
    let injector = try Injector { $0.bind(Basket.self).toInitializer(Basket.init) }
    let error = try failure { _ = try injector.resolve(Basket.self, arguments: "Ann") }
    #expect(error.code == .argumentMismatch)
    #expect(error.description.contains("{ (_, argument: String) in … }"))
  }

  @Test func argumentOfTheWrongTypeIsAMismatchThatListsTheTypes() throws {
    let injector = try Injector { binder in
      binder.bind(Part.self).to { (_, count: Int, text: String) in Part() }
    }
    let error = try failure { _ = try injector.resolve(Part.self, arguments: "one", 2) }
    #expect(error.code == .argumentMismatch)
    #expect(error.description.contains("(Int, String)"))
    #expect(error.description.contains("(String, Int)"))
    #expect(!error.description.contains("one"))
  }

  // MARK: - Missing bindings

  @Test func unboundProtocolNamesClassPropertyAndFix() throws {
    let object = NeedsEngine()
    let error = try injecting(object)
    #expect(error.code == .missingBinding)
    #expect(error.key?.type == (any Engine).self)
    #expect(error.property?.owner == NeedsEngine.self)
    #expect(
      error.description.contains("Nothing provides 'any Engine', which 'NeedsEngine' requires."))
    #expect(error.description.contains("NeedsEngine.engine"))
    #expect(error.description.contains("binder.bind((any Engine).self).to"))
    #expect(error.description.contains("accepting(\\.engine)"))
    #expect(object.spare == nil)
  }

  @Test func unboundProtocolNamesAPropertyThatIsNotOptional() throws {
    let error = try injecting(PlainNeedsEngine())
    #expect(error.code == .missingBinding)
    #expect(error.description.contains("PlainNeedsEngine.engine"))
  }

  @Test func unboundClassWithoutAnInitializerNamesClassPropertyAndFix() throws {
    let error = try injecting(NeedsClass())
    #expect(error.code == .missingBinding)
    #expect(error.key == Key(NotCreatable.self))
    #expect(error.property?.name == "part")
    #expect(error.description.contains("NeedsClass.part"))
    #expect(error.description.contains("binder.bind(NotCreatable.self).to"))
    #expect(error.description.contains("DefaultInitializable"))
  }

  @Test func allCandidatesAreNamedWhereSeveralPropertiesFit() throws {
    let error = try injecting(TwoOfOneType())
    #expect(error.code == .missingBinding)
    #expect(error.description.contains("left"))
    #expect(error.description.contains("right"))
  }

  @Test func textNeverShowsAnAddressOrAValue() throws {
    for object in [
      FinalLet(), OpenLet(nil), GetOnly(), ForeignRoot(), NeedsEngine(), PlainNeedsEngine(),
      NeedsClass(), TwoOfOneType(),
    ] as [AnyObject] {
      let text = try injecting(object).description
      #expect(!text.contains("0x"))
      #expect(!text.contains("<computed"))
      #expect(!text.contains("unknown context"))
    }
  }

  // MARK: - A released injector

  @Test func releasedFactoryIsAnErrorThatNamesTheRequest() throws {
    var injector: Injector? = try Injector()
    let factory = try #require(injector).resolve(ObjectFactory.self)
    #expect(try factory.resolve(Part.self) !== factory[Part.self])
    weak let watched = injector
    injector = nil
    #expect(watched == nil)
    let resolving = try failure { _ = try factory.resolve(Part.self) }
    #expect(resolving.code == .injectorReleased)
    #expect(resolving.key == Key(Part.self))
    #expect(resolving.description.contains("[Infusion/injectorReleased]"))
    #expect(resolving.description.contains("'Part'"))
    #expect(resolving.description.contains("Store the injector"))
    #expect(try failure { _ = try factory[Part.self] }.code == .injectorReleased)
    #expect(
      try failure { _ = try factory.resolve(Part.self, arguments: 1) }.code == .injectorReleased)
    let creating = try failure {
      _ = try factory.create { () -> Part in
        Issue.record("nothing is made without an injector")
        return Part()
      }
    }
    #expect(creating.code == .injectorReleased)
  }
}
