import Infusion
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The records of conformances agree with casts.
struct ConformanceRecordsTests {
  @Test func recordsAndCastsAgreeOnEveryClassOfTheProgram() throws {
    let classes = TestProgram.classes
    #if os(Linux)
      #expect(classes.count > 100)
    #endif
    for cls in classes + [Box<Int>.self, Box<Box<String>>.self, Conditional<Int>.self] {
      #expect(agree(cls, cls as? any InjectionDeclaring.Type))
      #expect(agree(cls, cls as? any Injectable.Type))
      #expect(agree(cls, cls as? any NamedInjectable.Type))
      #expect(agree(cls, cls as? any AwakesFromInjection.Type))
      #expect(agree(cls, cls as? any DefaultInitializable.Type))
      #expect(agree(cls, cls as? any InitializerDeclaring.Type))
      #expect(agree(cls, cls as? any Scoped.Type))
      #expect(agree(cls, cls as? any ReleasesFromInjection.Type))
      #expect(agree(cls, cls as? any ReleasesAsynchronouslyFromInjection.Type))
    }
  }

  @Test func conditionsOfAConformanceAreKept() {
    #expect(
      Conformances.present.cast(
        Conditional<Int>.self, Conditional<Int>.self as Any.Type as? any Scoped.Type) == nil)
    #expect(
      Conformances.present.cast(
        Conditional<any Real>.self, Conditional<any Real>.self as Any.Type as? any Scoped.Type)
        != nil)
  }

  @Test func recordsAndCastsAgreeOnTypesThatAreNotClasses() {
    for type in [
      Int.self, Int?.self, [Int].self, Lazy<Int>.self, (any Real.Type).self, (() -> Void).self,
      Emptied.self,
    ]
      as [Any.Type]
    {
      #expect(agree(type, type as? any UnloadableModule.Type))
    }
  }

  #if os(Linux)
    @Test func recordsAnswerOnLinuxUnlessTheEnvironmentForbidsIt() {
      var hasSearched = false
      func search() -> (any Scoped.Type)? {
        hasSearched = true
        return nil
      }
      #expect(Conformances.present.cast(Emptied.self, search()) == nil)
      #expect(hasSearched == (getenv("INFUSION_METADATA") != nil))
    }
  #endif
}

/// Whether the records find the same type with the same witnesses as the cast.
private func agree<Metatype>(_ type: Any.Type, _ cast: Metatype?) -> Bool {
  func words(_ value: Metatype?) -> [UInt] {
    value.map { withUnsafeBytes(of: $0) { Array($0.bindMemory(to: UInt.self)) } } ?? []
  }
  return words(Conformances.present.cast(type, cast)) == words(cast)
}

private final class Box<Value>: Injectable {
  var engine: Int?
  static var requires: [PartialKeyPath<Box>] { [\Box.engine] }
}
private struct Emptied: UnloadableModule {
  func configure(_ binder: Binder) {}
  func unload(from injector: Injector) {}
}
private protocol Real {}
private final class Conditional<Value> {}
extension Conditional: Scoped where Value == any Real {
  static var scope: Scope { .singleton }
}

private enum TestProgram {
  /// The classes in the image of this test, found among its types.
  static let classes: [AnyClass] = {
    #if os(Linux)
      var search = Search()
      withUnsafeMutablePointer(to: &search) {
        enumerateImages(
          {
            $1?.assumingMemoryBound(to: Search.self).pointee.visit($0); return true
          }, $0)
      }
      return search.classes
    #else
      return []
    #endif
  }()
}

#if os(Linux)
  @_silgen_name("swift_enumerateAllMetadataSections")
  private func enumerateImages(
    _ body: @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Bool,
    _ context: UnsafeMutableRawPointer
  )

  private struct Search {
    var classes: [AnyClass] = []

    /// Reads the types of an image if it is the image of this test.
    mutating func visit(_ sections: UnsafeRawPointer?) {
      guard let sections, let start = sections.load(fromByteOffset: 64, as: UnsafeRawPointer?.self)
      else { return }
      let count = sections.load(fromByteOffset: 72, as: Int.self) / 4
      let types = (0..<count).map { start + 4 * $0 }
        .map { $0 + Int($0.load(as: Int32.self) & ~3) }
      let mine = unsafeBitCast(Counter.self as AnyClass, to: UnsafeRawPointer.self)
        .load(fromByteOffset: 40, as: UnsafeRawPointer.self)
      guard types.contains(mine) else { return }
      for type in types {
        let flags = type.load(as: UInt32.self)
        // A class that is not generic.
        guard flags & 0x1F == 16, flags & 0x80 == 0 else { continue }
        typealias Access = @convention(c) (Int) -> UnsafeRawPointer
        let access = type + 12 + Int((type + 12).load(as: Int32.self))
        let metadata = unsafeBitCast(access, to: Access.self)(0)
        classes.append(unsafeBitCast(metadata, to: AnyClass.self))
      }
    }
  }
#endif
