/// A conformance that has been found: a type, seen as one that conforms to a protocol, and the
/// isolation of the conformance.
///
/// The metatype of an existential is a type and a witness table. A witness table begins with the
/// address of the conformance's description, whose flags have a bit for isolation: see
/// *MetadataValues.h* of the Swift repository. A program compiled before Swift 6.2 has no isolated
/// conformance, and the bit is clear.
///
/// A dynamic cast from `Any` shows the same, but only away from the actor, and only with the
/// run-time library of Swift 6.2 or later. `ConformanceIsolationAssumptionsTests` compares the two
/// for every kind of class.
struct Conformance<Metatype> {
  /// The type, seen as `any P.Type`.
  let metatype: Metatype

  /// Whether the conformance belongs to a global actor.
  var isIsolated: Bool {
    precondition(MemoryLayout<Metatype>.size == 2 * MemoryLayout<UInt>.size)
    return unsafe withUnsafeBytes(of: metatype) { words in
      var address = unsafe words.load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt.self)
      guard let table = unsafe UnsafeRawPointer(bitPattern: address) else { return false }
      address = unsafe table.load(as: UInt.self)
      #if _ptrauth(_arm64e)
        // The address is signed.
        address &= 0x0000_007f_ffff_ffff
      #endif
      guard let description = unsafe UnsafeRawPointer(bitPattern: address) else { return false }
      let flags = unsafe description.load(fromByteOffset: 12, as: UInt32.self)
      return flags & (1 << 19) != 0
    }
  }
}
