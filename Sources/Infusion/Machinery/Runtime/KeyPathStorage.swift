/// What a key path says about where its property lies.
///
/// Read from the key path's first component, whose form is part of Swift's stable binary interface
/// (*KeyPaths.md* of the Swift repository). A test pins it. An unrecognized key path counts as a
/// property that only its setter may change.
enum KeyPathStorage {
  /// The distance from the start of an object, if the key path is one stored property of a class,
  /// which nothing observes, wraps or overrides: a final one.
  static func offset(of keyPath: AnyKeyPath) -> Int? {
    #if _pointerBitWidth(_64)
      // Behind the object's header and the string for key-value coding lies the buffer: its own
      // header in one word, then the components.
      let start = unsafe Unmanaged.passUnretained(keyPath).toOpaque()
      let word = MemoryLayout<UInt>.size
      let header = unsafe start.load(fromByteOffset: 3 * word, as: UInt32.self)
      let component = unsafe start.load(fromByteOffset: 4 * word, as: UInt32.self)
      let size = header & 0x00FF_FFFF
      let kind = (component >> 24) & 0x7F
      // A component that has no room for the distance takes more than these four bytes.
      guard size == 4, kind == storedInClass, component & mutable != 0 else { return nil }
      return Int(component & 0x007F_FFFF)
    #else
      return nil
    #endif
  }

  private static let storedInClass: UInt32 = 3
  private static let mutable: UInt32 = 0x0080_0000
}
