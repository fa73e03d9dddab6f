/// What a key path says about where its property lies.
///
/// Read from the key path's first component, whose form is part of Swift's stable binary interface
/// (*KeyPaths.md* of the Swift repository). A test pins it. What is not recognized is taken for a
/// property that only its setter may change.
enum KeyPathStorage {
  /// Whether the key path is one stored property of a class, which nothing observes, wraps or
  /// overrides: a final one.
  static func isStoredProperty(_ keyPath: AnyKeyPath) -> Bool {
    #if _pointerBitWidth(_64)
      // Behind the object's header and the string for key-value coding lies the buffer: its own
      // header in one word, then the components.
      let start = unsafe Unmanaged.passUnretained(keyPath).toOpaque()
      let word = MemoryLayout<UInt>.size
      let header = unsafe start.load(fromByteOffset: 3 * word, as: UInt32.self)
      let component = unsafe start.load(fromByteOffset: 4 * word, as: UInt32.self)
      let size = header & 0x00FF_FFFF
      let kind = (component >> 24) & 0x7F
      return size == 4 && kind == storedInClass && component & mutable != 0
    #else
      return false
    #endif
  }

  private static let storedInClass: UInt32 = 3
  private static let mutable: UInt32 = 0x0080_0000
}
