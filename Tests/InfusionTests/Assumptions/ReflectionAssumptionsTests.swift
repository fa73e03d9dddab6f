import Infusion
import Testing

private protocol Listing { static var list: [AnyKeyPath] { get } }
private protocol Typed {
  associatedtype List
  static var list: List { get }
}
private protocol Mark: AnyObject {}
private final class Marker: Mark {}
private protocol Engine: AnyObject {}
private protocol Rooted: AnyObject { static var list: [AnyKeyPath] { get } }
extension Rooted {
  static func listing<Value>(_ path: ReferenceWritableKeyPath<Self, Value>) -> [AnyKeyPath] {
    [path]
  }
}

private class Base: Rooted {
  var engine: (any Engine)!
  var optional: (any Engine)?
  weak var fleeting: Marker?
  var observed = 0 {
    didSet { journal.note("base") }
  }
  let fixed = 1
  private(set) var readable = 1
  let journal = Journal()
  private var _marker = Marker()
  class var list: [AnyKeyPath] { listing(\.observed) }
  static var readablePath: AnyKeyPath { \Base.readable }
  var markerAddress: UInt { UInt(bitPattern: Unmanaged.passUnretained(_marker).toOpaque()) }
}
private class Silent: Base {}
private final class Below: Silent {
  var own = 2
  override var observed: Int {
    didSet { journal.note("below") }
  }
  override class var list: [AnyKeyPath] { listing(\.observed) }
}
private final class Final: Typed {
  var stored = 1
  static var list: [PartialKeyPath<Final>] { [\.stored] }
}
private class Open: Typed {
  class var list: [AnyKeyPath] { [] }
}
private class Holding<Item> {
  var item: Item
  var items: [Item] = []
  lazy var late = item
  init(_ item: Item) { self.item = item }
}
private protocol WithDefault { static var word: String { get } }
extension WithDefault { static var word: String { "default" } }
private class Conforming: WithDefault {}
private final class Redefining: Conforming {
  class var word: String { "own" }
}
private protocol Isolated {}
@MainActor private final class Screen: @MainActor Isolated {}

/// Whether casts find the conformance, from the metatype and from the metatype as `Any`.
///
/// Never inlined: if the optimizer knows the class, `(Screen.self as AnyClass) as Any` crashes in
/// an optimized build of Swift 6.3.1 when the cast fails.
@inline(never)
private func casts(of cls: AnyClass) -> [Bool] {
  [cls is any Isolated.Type, (cls as Any) is any Isolated.Type]
}

private struct FieldDescription {
  var label: UnsafePointer<CChar>?
  var release: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false
}

// Declared as the library declares them.

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func countFields(_ cls: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func describeField(
  _ cls: Any.Type, _ index: Int, _ description: UnsafeMutablePointer<FieldDescription>
) -> Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func offsetOfField(_ cls: Any.Type, _ index: Int) -> Int

private func fields(
  of cls: AnyClass
) -> [(label: String, type: Any.Type, offset: Int, isStrong: Bool)] {
  (0..<countFields(cls)).map { index in
    var description = FieldDescription()
    let type = describeField(cls, index, &description)
    defer { description.release?(description.label) }
    return (
      description.label.map { String(cString: $0) } ?? "", type, offsetOfField(cls, index),
      description.isStrong
    )
  }
}

/// Assumptions of the library about the language.
///
/// If one of these tests fails with a new compiler, start here.
struct ReflectionAssumptionsTests {
  // MARK: - Lists

  @Test func oneProtocolWithAnAssociatedListServesFinalAndOpenClasses() throws {
    let types: [any AnyObject.Type] = [Final.self, Open.self]
    for type in types { #expect(type is any Typed.Type) }
    let list = try #require(types[0] as? any Typed.Type).list
    #expect(list is [PartialKeyPath<Final>])
  }

  @Test func inferredRootOfAKeyPathIsTheDeclaringClassInBaseAndOverride() {
    let roots = [Base.list[0], Below.list[0]].map { ObjectIdentifier(type(of: $0).rootType) }
    #expect(roots == [ObjectIdentifier(Base.self), ObjectIdentifier(Below.self)])
  }

  @Test func classWithoutAnOverrideReportsTheListOfItsSuperclassAgain() {
    #expect(Silent.list == Base.list)
  }

  @Test func keyPathsWithOneRootAreEqualAndThoseWithAnotherAreNot() {
    #expect(\Base.observed == \Base.observed)
    #expect((\Base.observed as AnyKeyPath).hashValue == (\Base.observed as AnyKeyPath).hashValue)
    #expect((\Below.engine as AnyKeyPath) != (\Base.engine as AnyKeyPath))
  }

  @Test func defaultImplementationHidesWhatASubclassDeclares() {
    #expect((Redefining.self as any WithDefault.Type).word == "default")
  }

  // MARK: - Classes

  @Test func superclassChainIsWalkedWithoutAnObject() {
    let start: AnyClass = Below.self
    let chain = Array(sequence(first: start) { _getSuperclass($0) })
    let classes: [AnyClass] = [Below.self, Silent.self, Base.self]
    #expect(chain.map { ObjectIdentifier($0) } == classes.map { ObjectIdentifier($0) })
  }

  @Test func mirrorWalksTheChainAndItsSubjectTypeIsTheClass() {
    let mirror = Mirror(reflecting: Below() as AnyObject)
    let mirrors = Array(sequence(first: mirror) { $0.superclassMirror })
    let classes: [Any.Type] = [Below.self, Silent.self, Base.self]
    #expect(
      mirrors.map { ObjectIdentifier($0.subjectType) } == classes.map { ObjectIdentifier($0) })
  }

  @Test func mirrorShowsLabelsAndTypesOfStoredProperties() {
    let children = Mirror(reflecting: Base()).children
    #expect(
      children.compactMap(\.label) == [
        "engine", "optional", "fleeting", "observed", "fixed", "readable", "journal", "_marker",
      ])
    let types = children.prefix(4).map { ObjectIdentifier(type(of: $0.value)) }
    let expected: [Any.Type] = [
      Optional<any Engine>.self, Optional<any Engine>.self, Optional<Marker>.self, Int.self,
    ]
    #expect(types == expected.map { ObjectIdentifier($0) })
  }

  @Test func fieldsAreDescribedWithoutAnObject() {
    let fields = fields(of: Below.self)
    #expect(
      fields.map(\.label) == [
        "engine", "optional", "fleeting", "observed", "fixed", "readable", "journal", "_marker",
        "own",
      ])
    #expect(fields.filter { !$0.isStrong }.map(\.label) == ["fleeting"])
    let expected: [Any.Type] = [
      (any Engine)?.self, (any Engine)?.self, Marker?.self, Int.self, Int.self, Int.self,
      Journal.self, Marker.self, Int.self,
    ]
    #expect(fields.map { ObjectIdentifier($0.type) } == expected.map { ObjectIdentifier($0) })
    let object = Below()
    withExtendedLifetime(object) {
      let word = Unmanaged.passUnretained(object).toOpaque() + fields[7].offset
      #expect(word.load(as: UInt.self) == object.markerAddress)
    }
  }

  @Test func fieldsOfAGenericClassHaveTheTypesOfItsArguments() {
    let fields = fields(of: Holding<String>.self)
    #expect(fields.map(\.label) == ["item", "items", "$__lazy_storage_$_late"])
    let expected: [Any.Type] = [String.self, [String].self, String?.self]
    #expect(fields.map { ObjectIdentifier($0.type) } == expected.map { ObjectIdentifier($0) })
  }

  @Test func strongReferenceIsOneWordInItsObject() {
    let object = Base()
    withExtendedLifetime(object) {
      let start = Unmanaged.passUnretained(object).toOpaque()
      let header = 2 * MemoryLayout<UInt>.stride
      let words = (0..<32).map { header + $0 * MemoryLayout<UInt>.stride }
      let place = words.first {
        start.load(fromByteOffset: $0, as: UInt.self) == object.markerAddress
      }
      #expect(place != nil)
      let other = Base()
      withExtendedLifetime(other) {
        let word = Unmanaged.passUnretained(other).toOpaque()
          .load(fromByteOffset: place ?? 0, as: UInt.self)
        #expect(word == other.markerAddress)
      }
    }
  }

  // MARK: - Key paths

  @Test func implicitlyUnwrappedAndOptionalPropertiesHaveOneValueType() {
    let paths: [AnyKeyPath] = [\Base.engine, \Base.optional]
    let isSame = paths.allSatisfy { type(of: $0).valueType == Optional<any Engine>.self }
    #expect(isSame)
  }

  @Test func rootAndValueOfAKeyPathCanBeOpened() {
    func root<Root>(_ type: Root.Type, _ path: AnyKeyPath) -> Bool {
      func value<Value>(_ type: Value.Type) -> Bool {
        path is ReferenceWritableKeyPath<Root, Value>
      }
      return _openExistential(Swift.type(of: path).valueType, do: value)
    }
    func isWritable(_ path: AnyKeyPath) -> Bool {
      func open<Root>(_ type: Root.Type) -> Bool { root(type, path) }
      return _openExistential(type(of: path).rootType, do: open)
    }
    #expect(isWritable(\Base.observed))
    #expect(isWritable(\Base.fleeting))
    #expect(isWritable(Base.readablePath))
    #expect(!isWritable(\Base.fixed))
    #expect(!isWritable(\Base.markerAddress))
  }

  @Test func keyPathNamesStoredPropertiesOfFinalClassesOnly() {
    #expect("\(\Final.stored)" == "\\Final.stored")
    #expect("\(\Base.observed)".contains("<computed"))
  }

  private struct Pair {
    var left: Int?
    var holder: Holder?
  }
  private class Holder {
    var plain: Int?
    final var closed: Int?
    var pair = Pair()
    final var closedPair = Pair()
    var next: Holder!
    let fixed: Holder? = nil
    lazy var late: Int? = nil
    weak var link: Holder?
    subscript(index: Int) -> Int? {
      get { nil }
      set {}
    }
  }
  private final class Subholder: Holder {
    override var plain: Int? { didSet {} }
  }
  private class Overriding: Holder {
    override var plain: Int? { didSet {} }
  }
  private final class `Raw!` {
    var pair = Pair()
    var `next!`: `Raw!` { self }
    var `last!`: Holder?
  }

  @Test func keyPathsToOtherObjectsHaveAReferencePrefix() {
    let own: [AnyKeyPath] = [
      \Holder.plain, \Holder.closed, \Holder.pair.left, \Holder.closedPair.left, \Holder.next,
      \Holder.late, \Holder.link, \Holder.[1], \Subholder.plain, \Subholder.closed,
      \Subholder.pair.left,
    ]
    for path in own { #expect(!KeyPathStorage.leadsToAnotherObject(path)) }
    let others: [AnyKeyPath] = [
      \Holder.next.plain, \Holder.next.closed, \Holder.fixed!.plain, \Holder.link!.pair.left,
      \Holder.pair.holder!.plain, \Subholder.next.closedPair.left,
      (\Holder.next!).appending(path: \.plain),
    ]
    for path in others { #expect(KeyPathStorage.leadsToAnotherObject(path)) }
    let raw: [AnyKeyPath] = [\`Raw!`.pair.left, \`Raw!`.`next!`.`next!`.pair.left]
    for path in own + raw { #expect(!KeyPathStorage.unwrapsAnOptional(path)) }
    let unwrapping: [AnyKeyPath] = [
      \Holder.plain!, \Holder.next!, \Holder.[1]!, \Holder.link!.pair.left, \Subholder.plain!,
      \Subholder.late!, (\Holder.next!).appending(path: \.plain), \`Raw!`.`last!`!,
      \`Raw!`.`last!`!.pair.left,
    ]
    for path in unwrapping { #expect(KeyPathStorage.unwrapsAnOptional(path)) }
  }

  @Test func keyPathsFromTwoClassesOfAChainShareTheIdentityOfTheProperty() {
    let same: [(AnyKeyPath, AnyKeyPath)] = [
      (\Holder.closed, \Subholder.closed), (\Holder.next, \Subholder.next),
      (\Holder.late, \Subholder.late), (\Holder.link, \Subholder.link),
      (\Holder.pair, \Subholder.pair), (\Holder.plain, \Overriding.plain),
    ]
    for (one, other) in same {
      #expect(one != other)
      #expect(KeyPathStorage.isSameProperty(one, other))
    }
    let different: [(AnyKeyPath, AnyKeyPath)] = [
      (\Holder.plain, \Subholder.closed), (\Holder.plain, \Subholder.late),
      (\Holder.pair, \Subholder.closedPair), (\Holder.next, \Subholder.fixed),
      (\Holder.pair.left, \Subholder.plain), (\Holder.closedPair.left, \Subholder.closed),
      (\Holder.[1], \Subholder.[2]),
      // Not recognized: nobody overrides what a final class overrides, and the others are more than a
      // single property that can be set.
      (\Holder.plain, \Subholder.plain), (\Holder.[1], \Subholder.[1]),
      (\Holder.pair.left, \Subholder.pair.left), (\Holder.fixed, \Subholder.fixed),
    ]
    for (one, other) in different { #expect(!KeyPathStorage.isSameProperty(one, other)) }
  }

  @Test func writingThroughABaseKeyPathDispatchesToTheOverride() {
    let object = Below()
    let path: ReferenceWritableKeyPath<Base, Int> = \.observed
    object[keyPath: path] = 3
    #expect(object.observed == 3)
    #expect(object.journal.entries == ["base", "below"])
  }

  @Test func writingThroughAKeyPathReadsAComputedPropertyFirst() throws {
    final class Computed {
      var reads = 0
      var storage: Int?
      var value: Int {
        get {
          reads += 1
          return storage ?? 0
        }
        set { storage = newValue }
      }
    }
    let object = Computed()
    let path = try #require(
      (\Computed.value as AnyKeyPath) as? ReferenceWritableKeyPath<Computed, Int>)
    object[keyPath: path] = 3
    #expect(object.storage == 3)
    #expect(object.reads == 1)
  }

  // MARK: - Casts and metatypes

  @Test func castOfAnIsolatedMetatypeSucceedsAndThatOfAnyDoesNotOffTheMainActor() async {
    let elsewhere = await Task.detached { casts(of: Screen.self) }.value
    #expect(elsewhere == [true, false])
    let onMainActor = await MainActor.run { casts(of: Screen.self) }
    #expect(onMainActor == [true, true])
  }

  @Test func castOfAKnownIsolatedClassFromAnyAsksTheRuntime() async {
    let elsewhere = await Task.detached { (Screen.self as Any) is any Isolated.Type }.value
    #expect(!elsewhere)
    let onMainActor = await MainActor.run { (Screen.self as Any) is any Isolated.Type }
    #expect(onMainActor)
  }

  @Test func existentialMetatypesPrintAsProtocols() {
    #expect(String(describing: type(of: (any Engine).self as Any)).hasSuffix(".Protocol"))
    #expect(String(describing: type(of: Base.self as Any)).hasSuffix(".Type"))
  }

  @Test func castFromAnyAcceptsSubclassesExistentialsAndOptionals() {
    #expect((Below() as Any) as? Base != nil)
    #expect((1 as Any) as? Int? != nil)
    #expect((String?.none as Any) as? Int? != nil)
    #expect((1 as Any) as? Double == nil)
  }

  @Test func packsCarryStaticTypes() {
    func types<each Value>(_ values: repeat each Value) -> [Any.Type] {
      var types: [Any.Type] = []
      repeat types.append((each Value).self)
      return types
    }
    let expected: [Any.Type] = [Int.self, String.self, Base.self]
    let isStatic = types(1, "two", Below() as Base).elementsEqual(expected, by: ==)
    #expect(isStatic)
  }

  @Test func nilOfAClassOrAProtocolTypeIsZero() {
    func isNil<Value>(_ type: Value.Type) -> Bool {
      withUnsafeBytes(of: (0, 0, 0, 0, 0)) { words in
        if case .none = words.load(as: Value?.self) { true } else { false }
      }
    }
    #expect(isNil(Marker.self))
    #expect(isNil(AnyObject.self))
    #expect(isNil((any Engine).self))
    #expect(isNil(Any.self))
    #expect(isNil((any Hashable).self))
  }

  @Test func wrapperIsAtLeastAsLargeAsItsValue() {
    func holds<Value>(_ type: Value.Type) -> Bool {
      MemoryLayout<Value?>.size >= MemoryLayout<Value>.size
        && MemoryLayout<Value?>.alignment >= MemoryLayout<Value>.alignment
    }
    #expect(holds(Int.self))
    #expect(holds(Bool.self))
    #expect(holds(Base.self))
    #expect(holds((any Engine).self))
    #expect(holds((Int, String, UInt8).self))
  }
}
