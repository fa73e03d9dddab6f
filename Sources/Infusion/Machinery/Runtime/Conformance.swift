/// A conformance that has been found: a type, seen as one that conforms to a protocol, and the
/// global actor of the conformance.
///
/// The metatype of an existential is a type and a witness table. A witness table begins with the
/// address of the conformance's description, whose flags have a bit for isolation: see *Metadata.h*
/// and *MetadataValues.h* of the Swift repository. A program compiled before Swift 6.2 has no
/// isolated conformance, and the bit is clear.
///
/// A dynamic cast from `Any` shows isolation, too, but only away from the actor, and only with the
/// run-time library of Swift 6.2 or later. `ConformanceIsolationAssumptionsTests` compares the two
/// for every kind of class.
struct Conformance<Metatype> {
  /// The type, seen as `any P.Type`.
  let metatype: Metatype

  /// The owner of the global actor that the conformance belongs to; nil for one that runs anywhere.
  var owner: CodeOwner? {
    guard let record = unsafe description.map({ unsafe ConformanceRecord($0) }),
      let name = record.actor
    else { return nil }
    guard let actor = name.type as? any GlobalActor.Type else {
      fatalError("the conformance of '\(metatype)' belongs to an actor that is unknown")
    }
    return CodeOwner(actor)
  }

  private var description: UnsafeRawPointer? {
    precondition(MemoryLayout<Metatype>.size == 2 * MemoryLayout<UInt>.size)
    return unsafe withUnsafeBytes(of: metatype) { words in
      var address = unsafe words.load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt.self)
      guard let table = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
      address = unsafe table.load(as: UInt.self)
      #if _ptrauth(_arm64e)
        // The address is signed.
        address &= 0x0000_007f_ffff_ffff
      #endif
      return unsafe UnsafeRawPointer(bitPattern: address)
    }
  }
}
