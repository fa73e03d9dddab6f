import Testing

private protocol Declaring: AnyObject {}
private protocol Listing: Declaring { static var list: [Int] { get } }
private protocol Creating: Declaring { init() }
private protocol Said { static var scope: Int { get } }

private class Plain: Listing, Creating {
  class var list: [Int] { [] }
  required init() {}
}
private final class Derived: Plain, Said { static var scope: Int { 1 } }
private final class Generic<Element>: Listing { static var list: [Int] { [] } }
@MainActor private class Isolated: @MainActor Listing { class var list: [Int] { [] } }
@MainActor private final class DerivedIsolated: Isolated, @MainActor Said {
  static var scope: Int { 1 }
}
@MainActor private final class GenericIsolated<Element>: @MainActor Listing, @MainActor Creating {
  static var list: [Int] { [] }
  init() {}
}
@MainActor private final class Freed: nonisolated Listing, @MainActor Creating {
  nonisolated static var list: [Int] { [] }
  init() {}
}
private final class Half: Listing, @MainActor Creating {
  static var list: [Int] { [] }
  @MainActor init() {}
}
@globalActor private actor Other { static let shared = Other() }
@Other private final class OfAnother: @Other Listing { static var list: [Int] { [] } }
private struct Value: Said { static var scope: Int { 1 } }
@MainActor private struct IsolatedValue: @MainActor Said { static var scope: Int { 1 } }
private enum Choice: Said { static var scope: Int { 1 } }
private actor Plant {}
private final class NoActor {}
private struct GenericValue<Element> {}

/// Whether a conformance is isolated, read from its description.
private func isIsolated<Metatype>(_ holder: Holder<Metatype>) -> Bool {
  withUnsafeBytes(of: holder) { words in
    let table = words.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
    let flags = table.load(as: UnsafeRawPointer.self).load(fromByteOffset: 12, as: UInt32.self)
    return flags & (1 << 19) != 0
  }
}

private struct Holder<Metatype> { let metatype: Metatype }

/// Whether the flag of each conformance agrees with a cast from `Any` off the main actor.
private func agrees(_ type: Any.Type) -> [Bool] {
  var found: [Bool] = []
  if let known = type as? any Declaring.Type {
    found.append(
      isIsolated(Holder<any Declaring.Type>(metatype: known))
        != ((type as Any) is any Declaring.Type))
  }
  if let known = type as? any Listing.Type {
    found.append(
      isIsolated(Holder<any Listing.Type>(metatype: known)) != ((type as Any) is any Listing.Type))
  }
  if let known = type as? any Creating.Type {
    found.append(
      isIsolated(Holder<any Creating.Type>(metatype: known))
        != ((type as Any) is any Creating.Type))
  }
  if let known = type as? any Said.Type {
    found.append(
      isIsolated(Holder<any Said.Type>(metatype: known)) != ((type as Any) is any Said.Type))
  }
  return found
}

struct ConformanceIsolationAssumptionsTests {
  @Test func aConformanceRevealsItsIsolation() async {
    let found = await Task.detached {
      let types: [Any.Type] = [
        Plain.self, Derived.self, Generic<Int>.self, Isolated.self, DerivedIsolated.self,
        GenericIsolated<Int>.self, Freed.self, Half.self, OfAnother.self, Value.self,
        IsolatedValue.self, Choice.self,
      ]
      return types.map { agrees($0) }
    }.value
    #expect(found.map(\.count) == [3, 4, 2, 2, 3, 3, 3, 3, 2, 1, 1, 1])
    #expect(found.allSatisfy { $0.allSatisfy { $0 } })
  }

  @Test func aClassRevealsWhetherItIsAnActor() {
    let classes: [(AnyClass, Bool)] = [
      (Plant.self, true), (NoActor.self, false), (Plain.self, false),
    ]
    for entry in classes {
      let (cls, isActor): (AnyClass, Bool) = entry
      #expect((cls is any Actor.Type) == isActor)
      #if os(Linux)
        let description = unsafeBitCast(cls, to: UnsafeRawPointer.self)
          .load(fromByteOffset: 40, as: UnsafeRawPointer.self)
        #expect((description.load(as: UInt32.self) & (1 << 23) != 0) == isActor)
      #endif
    }
  }

  #if os(Linux)
    @Test func aTypeRevealsWhetherItIsGeneric() {
      let types: [(Any.Type, Bool)] = [
        (Plain.self, false), (Generic<Int>.self, true), (Value.self, false), (Choice.self, false),
        (GenericValue<Int>.self, true),
      ]
      for (type, isGeneric) in types {
        let description = unsafeBitCast(type, to: UnsafeRawPointer.self)
          .load(fromByteOffset: type is AnyClass ? 40 : 8, as: UnsafeRawPointer.self)
        #expect((description.load(as: UInt32.self) & 0x80 != 0) == isGeneric)
      }
    }
  #endif
}
