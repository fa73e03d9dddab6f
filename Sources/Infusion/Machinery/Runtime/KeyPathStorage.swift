/// What a key path says about where its property lies.
///
/// Read from the key path's first component, whose form is part of Swift's stable binary interface
/// (*KeyPaths.md* of the Swift repository). A test pins it. An unrecognized key path counts as a
/// property that only its setter may change.
package enum KeyPathStorage {
  /// Whether the form of the components is known; where pointers have another size, it differs.
  private static var isKnown: Bool { MemoryLayout<UInt>.size == 8 }

  /// The distance from the start of an object, if the key path is one stored property of a class,
  /// which nothing observes, wraps or overrides: a final one.
  static func offset(of keyPath: AnyKeyPath) -> Int? {
    guard isKnown else { return nil }
    let component = word(1, of: keyPath)
    // A component that has no room for the distance takes more than these four bytes.
    guard size(of: keyPath) == 4, kind(of: component) == storedInClass, component & mutable != 0
    else { return nil }
    return Int(component & 0x007F_FFFF)
  }

  /// Whether the key path leads through a reference to another object, as `\.car.engine` does.
  package static func leadsToAnotherObject(_ keyPath: AnyKeyPath) -> Bool {
    isKnown && word(0, of: keyPath) & hasReferencePrefix != 0
  }

  /// Whether the key path unwraps an Optional, as `\.engine!` does.
  ///
  /// Its text says so, but takes as long as hundreds of injections. Most key paths have a single
  /// component, which unwraps nothing.
  package static func unwrapsAnOptional(_ keyPath: AnyKeyPath) -> Bool {
    if isKnown, !leadsThroughAProperty(keyPath) { return false }
    // In a raw identifier, a backtick follows the last letter.
    return text(of: keyPath).map { $0.hasSuffix("!") || $0.contains("!.") } ?? false
  }

  /// Whether the key path has more than one component, as `\.settings.color` does; false where the form
  /// of the components is not known.
  package static func leadsThroughAProperty(_ keyPath: AnyKeyPath) -> Bool {
    guard isKnown else { return false }
    let component = word(1, of: keyPath)
    // The largest single component: a distance of its own, or accessors and what these are called
    // with, as in a subscript or a generic class.
    let largest: UInt32
    if kind(of: component) == storedInClass {
      largest = 8
    } else if component & hasArguments == 0 {
      largest = sizeOfAccessors
    } else if component & isSettable == 0 {
      largest = sizeOfAccessors + 8 + word(4, of: keyPath)
    } else {
      largest = sizeOfAccessors + 16 + word(5, of: keyPath)
    }
    return size(of: keyPath) > largest
  }

  /// Whether two key paths to values of one type lead to one property of an object, each from another
  /// class of its chain.
  ///
  /// An override is the property that it overrides, but that of a final class is not recognized. False
  /// also for parts of a property's value, for subscripts, and where the form of the components is not
  /// known.
  package static func isSameProperty(_ one: AnyKeyPath, _ other: AnyKeyPath) -> Bool {
    guard isKnown, let mine = offset(of: one) ?? identity(of: one),
      let its = offset(of: other) ?? identity(of: other)
    else { return false }
    return mine == its
  }

  /// What tells a property with accessors from others: the address of its topmost declaration.
  private static func identity(of keyPath: AnyKeyPath) -> Int? {
    // Arguments, or a second component, need more room.
    guard kind(of: word(1, of: keyPath)) == computed, size(of: keyPath) <= sizeOfAccessors
    else { return nil }
    let start = unsafe Unmanaged.passUnretained(keyPath).toOpaque()
    return unsafe start.load(fromByteOffset: 5 * MemoryLayout<UInt>.size, as: Int.self)
  }

  /// What Swift prints for a key path; nil where it would stop the program, which it does if the type
  /// at which the key path begins is compiled without the names of fields.
  static func text(of keyPath: AnyKeyPath) -> String? {
    StoredProperties.areNamed(in: type(of: keyPath).rootType) ? "\(keyPath)" : nil
  }

  /// The bytes that the components take.
  private static func size(of keyPath: AnyKeyPath) -> UInt32 { word(0, of: keyPath) & 0x00FF_FFFF }

  private static func kind(of component: UInt32) -> UInt32 { (component >> 24) & 0x7F }

  /// The first half of a word of the buffer: its own header, then the components.
  ///
  /// The buffer lies behind the object's header and the string for key-value coding.
  private static func word(_ index: Int, of keyPath: AnyKeyPath) -> UInt32 {
    let start = unsafe Unmanaged.passUnretained(keyPath).toOpaque()
    return unsafe start.load(
      fromByteOffset: (3 + index) * MemoryLayout<UInt>.size, as: UInt32.self)
  }

  private static let hasReferencePrefix: UInt32 = 0x4000_0000
  private static let computed: UInt32 = 2
  /// A header, an identity, a getter and a setter.
  private static let sizeOfAccessors: UInt32 = 32
  private static let storedInClass: UInt32 = 3
  private static let mutable: UInt32 = 0x0080_0000
  private static let isSettable: UInt32 = 0x0040_0000
  private static let hasArguments: UInt32 = 0x0008_0000
}
