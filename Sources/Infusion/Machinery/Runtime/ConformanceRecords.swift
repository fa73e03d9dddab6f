/// The types that conform to some protocols, read from the records of the process in one pass.
///
/// The first cast of a type to a protocol looks at every record of the process, whether it finds one
/// or not. A class is cast to several protocols, and so are its superclasses; one pass tells as much
/// about all classes. An image that is loaded later adds its records, in another object.
///
/// The records, and the descriptors to which they refer, are part of Swift's stable binary interface
/// (`ConformanceFlags` in *MetadataValues.h*, `TargetProtocolConformanceDescriptor` in *Metadata.h*
/// of the Swift repository). Tests compare them with the casts. Apple's systems keep tables for
/// casts: there, and wherever something is not recognized, nothing is known.
///
/// `@unchecked Sendable`: immutable, and so are the records of an image.
@safe final class ConformanceRecords: @unchecked Sendable {
  /// What the records say about a type and a protocol.
  enum Finding {
    /// The type conforms, if it meets the conditions of the record.
    case conforms(ConformanceRecord)
    case conformsNot
    case unknown
  }

  /// A record of one of the protocols, with the addresses of the descriptors that it refers to.
  private struct Entry {
    let type: UInt
    let conformed: UInt
    let record: ConformanceRecord

    func isOf(_ type: UInt, _ conformed: UInt) -> Bool {
      self.type == type && self.conformed == conformed
    }
  }

  /// The addresses of the protocols' descriptors.
  private let protocols: [UInt]
  /// Sorted by type, then by protocol.
  private let entries: [Entry]
  /// Whether any of them belongs to a global actor.
  private let areIsolated: Bool
  /// The start of the records of each image that has been read.
  private let images: [UInt]
  /// Whether every image was recognized.
  private let isComplete: Bool

  /// Makes an object that has read no image yet.
  ///
  /// - Parameter protocols: The protocols, each as `(any P).self`.
  init(of protocols: [Any.Type]) {
    self.protocols = protocols.compactMap { MetadataLayout.conformedProtocol(of: $0) }
    isComplete = self.protocols.count == protocols.count
    (entries, areIsolated, images) = ([], false, [])
  }

  /// The records of all images that the process has loaded by now.
  var updated: ConformanceRecords {
    isComplete && MetadataLayout.imageCount != images.count
      ? ConformanceRecords(readingNewImagesAfter: self) : self
  }

  /// What is known about a type.
  ///
  /// - Parameters:
  ///   - type: A type.
  ///   - metatype: The metatype of one of the protocols, `(any P.Type).self`.
  /// - Returns: What the records say.
  func answer(for type: Any.Type, to metatype: Any.Type) -> Finding {
    guard let conformed = MetadataLayout.conformedProtocol(ofMetatype: metatype),
      protocols.contains(conformed)
    else { return .unknown }
    return findInChain(of: type, elseIfUnknown: .unknown) { descriptor in
      let found = entries.indices.partitionPoint {
        (entries[$0].type, entries[$0].conformed) < (descriptor, conformed)
      }
      guard found < entries.count, entries[found].isOf(descriptor, conformed) else { return nil }
      // Where another record speaks about the same type and protocol, a cast decides.
      let isAmbiguous =
        found + 1 < entries.count && entries[found + 1].isOf(descriptor, conformed)
      return isAmbiguous ? .unknown : .conforms(entries[found].record)
    } ?? .conformsNot
  }

  /// Whether a type or a superclass may conform to one of the protocols on a global actor.
  func mayIsolate(_ type: Any.Type) -> Bool {
    findInChain(of: type, elseIfUnknown: true) { descriptor in
      guard areIsolated else { return false }
      let records = entries[entries.indices.partitionPoint { entries[$0].type < descriptor }...]
      let isIsolated = records.prefix { $0.type == descriptor }.contains { $0.record.isIsolated }
      return isIsolated ? true : nil
    } ?? false
  }

  /// What the records say about a type or its nearest superclass of which they say something.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - unknown: The result where the type or an image is not recognized.
  ///   - find: Looks at the records of a descriptor.
  /// - Returns: What was found; nil for nothing.
  private func findInChain<Result>(
    of type: Any.Type, elseIfUnknown unknown: Result, _ find: (UInt) -> Result?
  ) -> Result? {
    guard isComplete else { return unknown }
    var next: Any.Type? = type
    while let type = next {
      guard let descriptor = unsafe MetadataLayout.descriptor(of: type) else { return unknown }
      if let found = find(UInt(bitPattern: descriptor)) { return found }
      next = (type as? AnyClass).flatMap { _getSuperclass($0) }
    }
    return nil
  }

  private init(readingNewImagesAfter earlier: ConformanceRecords) {
    let protocols = earlier.protocols
    var (entries, areIsolated) = (earlier.entries, earlier.areIsolated)
    // Marks by bits of the protocols' addresses: they show that most other protocols are none of
    // these. With 64 of them, in every fourth program the protocol of thousands of records would share
    // a mark with one of these, and each record would be compared with all.
    var marks = Array(repeating: false, count: Self.markCount)
    for conformed in protocols { marks[Self.mark(of: conformed)] = true }
    let tables = MetadataLayout.conformanceRecords
    for table in tables ?? [] where !earlier.images.contains(table.start) {
      for index in 0..<table.count {
        let record = ConformanceRecord(at: table.start &+ 4 &* UInt(bitPattern: index))
        let conformed = record.conformedProtocol
        guard marks[Self.mark(of: conformed)], protocols.contains(conformed),
          let type = record.conformingType
        else { continue }
        entries.append(Entry(type: type, conformed: conformed, record: record))
        if record.isIsolated { areIsolated = true }
      }
    }
    Self.sort(&entries)
    self.protocols = protocols
    (self.entries, self.areIsolated) = (entries, areIsolated)
    images = (tables ?? []).map(\.start)
    isComplete = tables != nil
  }

  private static func sort(_ entries: inout [Entry]) {
    unsafe entries.withUnsafeMutableBytes { bytes in
      unsafe Infusion.sort(bytes, stride: MemoryLayout<Entry>.stride) { one, other in
        guard let one = unsafe one?.load(as: Entry.self),
          let other = unsafe other?.load(as: Entry.self)
        else { return 0 }
        let keys = ((one.type, one.conformed), (other.type, other.conformed))
        return keys.0 == keys.1 ? 0 : keys.0 < keys.1 ? -1 : 1
      }
    }
  }

  private static var markCount: Int { 1024 }

  private static func mark(of address: UInt) -> Int { address.spread & (markCount - 1) }
}

/// One record: a conformance of a type to a protocol.
///
/// Its flags have a bit for isolation. A program compiled before Swift 6.2 has no isolated conformance,
/// and the bit is clear.
///
/// A dynamic cast from `Any` shows isolation, too, but only away from the actor, and only with the
/// run-time library of Swift 6.2 or later. `ConformanceIsolationAssumptionsTests` compares the two
/// for every kind of class.
@safe struct ConformanceRecord {
  private let descriptor: UnsafeRawPointer

  /// The record of a conformance that has been found; nil for none.
  ///
  /// The metatype of an existential is a type and a witness table. A witness table begins with the
  /// address of the record.
  ///
  /// - Parameter metatype: The type, seen as an Optional of `any P.Type`: Swift would open anything
  ///   else.
  init?<Metatype>(of metatype: Metatype?) {
    precondition(MemoryLayout<Metatype>.size == 2 * MemoryLayout<UInt>.size)
    guard let metatype else { return nil }
    let table = unsafe withUnsafeBytes(of: metatype) {
      unsafe $0.load(fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
    }
    unsafe self.init(of: table)
  }

  /// The record with whose address a witness table begins.
  private init?(of table: UnsafeRawPointer) {
    guard let found = unsafe MetadataLayout.signedTarget(of: table) else { return nil }
    unsafe descriptor = unsafe found
  }

  /// The records of the conformances with which a value of a protocol type is used; none for a value
  /// of another type.
  static func all<Value>(of value: Value) -> [ConformanceRecord] {
    guard let first = TypeRepresentation.wordsBeforeTables(Value.self) else { return [] }
    return unsafe withUnsafeBytes(of: value) { words in
      unsafe words.bindMemory(to: UnsafeRawPointer.self).dropFirst(first).compactMap {
        unsafe ConformanceRecord(of: $0)
      }
    }
  }

  /// Whether a value in memory may belong to an actor, because of the conformances with which it is used.
  ///
  /// In an Optional or an array, values of protocol types may.
  static func mayIsolate(_ memory: UnsafeRawPointer, _ type: Any.Type) -> Bool {
    guard let first = TypeRepresentation.wordsBeforeTables(type) else {
      return TypeRepresentation.wordsBeforeTables(innermostElement(of: type)) != nil
    }
    let word = MemoryLayout<UInt>.size
    return (first..<ValueLayout(of: type).size / word).contains { position in
      let table = unsafe memory.load(fromByteOffset: position * word, as: UnsafeRawPointer.self)
      return unsafe ConformanceRecord(of: table)?.isIsolated == true
    }
  }

  /// The record to which an entry of an image's table refers.
  init(at entry: UInt) {
    guard let entry = unsafe UnsafeRawPointer(bitPattern: entry) else {
      fatalError("a table of records begins at no address")
    }
    unsafe descriptor = unsafe MetadataLayout.target(of: entry)
  }

  /// The address of the protocol's descriptor, which another image may hold; zero for none.
  var conformedProtocol: UInt {
    unsafe UInt(bitPattern: MetadataLayout.indirectableTarget(of: descriptor))
  }

  /// The address of the type's descriptor; nil for a type that only Objective-C knows.
  var conformingType: UInt? {
    let target = unsafe MetadataLayout.target(of: descriptor + 4)
    return switch (flags >> 3) & 7 {
    case 0: UInt(bitPattern: target)
    case 1: unsafe target.load(as: UInt.self)
    default: nil
    }
  }

  /// The witness table, if it is the same for all types that the record speaks about, and nothing
  /// has to be checked or made before it can be used.
  var witnessTable: UnsafeRawPointer? {
    guard flags & Self.needsMore == 0,
      unsafe descriptor.load(fromByteOffset: 8, as: Int32.self) != 0
    else { return nil }
    return unsafe MetadataLayout.target(of: descriptor + 8)
  }

  /// Whether the conformance belongs to a global actor.
  var isIsolated: Bool { flags & 1 << 19 != 0 }

  /// The global actor that the conformance belongs to; nil for one that runs anywhere.
  ///
  /// Its name is the last part of the record; which parts are before it, the flags tell.
  var actor: (any GlobalActor.Type)? {
    guard isIsolated else { return nil }
    var part = unsafe descriptor + 16
    if flags & (1 << 6) != 0 { unsafe part += 4 }  // the module of a retroactive conformance
    unsafe part += 12 * Int(flags >> 8 & 0xff)  // conditions
    unsafe part += 8 * Int(flags >> 24 & 0xff)  // parameter packs in conditions
    if flags & (1 << 16) != 0 {  // witnesses of a resilient protocol
      unsafe part += 4 + 8 * Int(part.load(as: UInt32.self))
    }
    if flags & (1 << 17) != 0 { unsafe part += 12 }  // how a generic witness table is made
    guard let actor = unsafe MangledName(at: part).type as? any GlobalActor.Type else {
      fatalError("a conformance belongs to an actor that is unknown")
    }
    return actor
  }

  private var flags: UInt32 { unsafe descriptor.load(fromByteOffset: 12, as: UInt32.self) }

  /// A conformance that is synthesized in several images, or has conditions, resilient witnesses or
  /// a generic witness table, or is one of a protocol.
  private static let needsMore: UInt32 = 1 << 7 | 0xFF << 8 | 1 << 16 | 1 << 17 | 1 << 18
}
