/// The layout of the metadata of types, as far as the library reads it.
///
/// The layout is part of Swift's stable binary interface, without the words that Objective-C adds
/// to a class. Anything that is not recognized is nil or false; a test compares what is read with
/// what the language says.
enum MetadataLayout {
  /// Whether the layout is known; elsewhere, the library asks the run-time library, which takes longer.
  ///
  /// The environment can forbid reading metadata, so that all tests run without it, too, as they do on
  /// Apple's systems.
  static let isKnown: Bool = {
    #if (os(Linux) || os(Android)) && _pointerBitWidth(_64)
      return !environment("INFUSION_METADATA", is: "unread")
    #else
      return false
    #endif
  }()

  // MARK: - Types

  /// A type's descriptor, which all specializations of a generic type share; nil unless the type is a
  /// class, structure or enumeration, or if libraries may have others of the same type, as of those of C.
  ///
  /// It begins with flags: see *MetadataValues.h* of the Swift repository.
  static func descriptor(of type: Any.Type) -> UnsafeRawPointer? {
    guard isKnown else { return nil }
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    let descriptor: UnsafeRawPointer? =
      switch MetadataKind.of(type) {
      case 0: unsafe metadata.load(fromByteOffset: 40, as: UnsafeRawPointer?.self)
      case MetadataKind.structure, MetadataKind.enumeration, MetadataKind.optional:
        unsafe metadata.load(fromByteOffset: 8, as: UnsafeRawPointer?.self)
      default: nil
      }
    guard let descriptor = unsafe descriptor, unsafe descriptor.load(as: UInt32.self) & 0x40 != 0
    else { return nil }
    return unsafe descriptor
  }

  /// Whether a type may have parameters: only for a class, structure or enumeration without any is the
  /// result false.
  ///
  /// The descriptor of a type has a bit for it.
  static func mayBeGeneric(_ type: Any.Type) -> Bool {
    guard let descriptor = unsafe descriptor(of: type) else { return true }
    return unsafe descriptor.load(as: UInt32.self) & 0x80 != 0
  }

  /// Whether the objects of a class are actors.
  ///
  /// The descriptor of a class has a bit for it. A search for the conformance to `Actor` looks at every
  /// record of the program, once for each class.
  static func isActor(_ cls: AnyClass) -> Bool {
    guard let descriptor = unsafe descriptor(of: cls) else {
      return cls is any Actor.Type || isDistributedActor(cls)
    }
    return unsafe descriptor.load(as: UInt32.self) & 1 << 23 != 0
  }

  /// Whether a class conforms to `DistributedActor`; no class does where its library is not loaded.
  private static func isDistributedActor(_ cls: AnyClass) -> Bool {
    func isOf<Metatype>(_ type: Metatype.Type) -> Bool { (cls as Any) is Metatype }
    return _typeByName("11Distributed0A5Actor_pXp").map { _openExistential($0, do: isOf) } ?? false
  }

  /// The address of the descriptor of P, for the type `any P`.
  static func conformedProtocol(of type: Any.Type) -> UInt? {
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard isKnown, MetadataKind.of(type) == MetadataKind.existential,
      unsafe metadata.load(fromByteOffset: 12, as: UInt32.self) == 1
    else { return nil }
    return unsafe metadata.load(fromByteOffset: 16, as: UInt.self)
  }

  /// The same for the type `any P.Type`.
  static func conformedProtocol(ofMetatype type: Any.Type) -> UInt? {
    guard isKnown, MetadataKind.of(type) == MetadataKind.existentialMetatype else { return nil }
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    return conformedProtocol(of: unsafe metadata.load(fromByteOffset: 8, as: Any.Type.self))
  }

  // MARK: - Stored properties

  /// A stored property that a class declares.
  @safe struct Field {
    let label: UnsafePointer<CChar>
    /// Refers to the mangled name of its type.
    let typeName: UnsafeRawPointer
    /// The distance in bytes from the start of an object.
    let offset: Int
  }

  /// The properties that the class itself declares and that may be those of wrappers, in order; nil
  /// when they cannot be known.
  ///
  /// The label of a wrapper begins with an underscore, which follows a backtick in a raw identifier. In a
  /// module that is compiled without the names of fields, every label is empty.
  static func wrapperFields(of cls: AnyClass) -> [Field]? {
    guard let descriptor = unsafe descriptor(of: cls) else { return nil }
    let flags = unsafe descriptor.load(as: UInt32.self)
    let count = unsafe Int(descriptor.load(fromByteOffset: 36, as: UInt32.self))
    if count == 0 { return [] }
    // Behind a superclass of a library that may grow, the offsets lie elsewhere.
    guard flags & 0x1F == 16, flags & 1 << 29 == 0,
      unsafe descriptor.load(fromByteOffset: 16, as: Int32.self) != 0
    else { return nil }
    let list = unsafe target(of: descriptor + 16)
    let size = unsafe Int(list.load(fromByteOffset: 10, as: UInt16.self))
    guard unsafe Int(list.load(fromByteOffset: 12, as: UInt32.self)) == count, size == 12 else {
      return nil
    }
    let offsets =
      unsafe unsafeBitCast(cls, to: UnsafeRawPointer.self)
      + 8 * Int(descriptor.load(fromByteOffset: 40, as: UInt32.self))
    var fields: [Field] = []
    for index in 0..<count {
      let record = unsafe list + 16 + index * size
      let label = unsafe target(of: record + 8).assumingMemoryBound(to: CChar.self)
      let start = unsafe label.pointee == CChar(UInt8(ascii: "`")) ? label + 1 : label
      guard unsafe start.pointee == CChar(UInt8(ascii: "_")) || start.pointee == 0 else { continue }
      let offset = unsafe offsets.load(fromByteOffset: 8 * index, as: Int.self)
      unsafe fields.append(Field(label: label, typeName: record + 4, offset: offset))
    }
    return fields
  }

  // MARK: - Relative addresses

  /// The target of a relative address.
  static func target(of address: UnsafeRawPointer) -> UnsafeRawPointer {
    unsafe address + Int(address.load(as: Int32.self))
  }

  /// The target of a relative address that may refer to the address of the target.
  static func indirectableTarget(of address: UnsafeRawPointer) -> UnsafeRawPointer? {
    let offset = unsafe Int(address.load(as: Int32.self))
    guard offset & 1 != 0 else { return unsafe address + offset }
    return unsafe (address + (offset & ~1)).load(as: UnsafeRawPointer?.self)
  }

  // MARK: - Signed addresses

  /// The target of an address that arm64e signs.
  static func signedTarget(of address: UnsafeRawPointer) -> UnsafeRawPointer? {
    var target = unsafe address.load(as: UInt.self)
    #if _ptrauth(_arm64e)
      // The signature is above the address, which has 47 bits on a Mac, and 39 elsewhere.
      #if os(macOS) || targetEnvironment(macCatalyst)
        target &= 0x0000_7fff_ffff_ffff
      #else
        target &= 0x0000_007f_ffff_ffff
      #endif
    #endif
    return unsafe UnsafeRawPointer(bitPattern: target)
  }

  // MARK: - Images

  /// The conformance records of an image: 32-bit relative addresses.
  struct RecordTable {
    let start: UInt
    let count: Int
  }

  /// How many images of the process contain Swift code; zero where the layout is not known.
  static var imageCount: Int {
    guard isKnown else { return 0 }
    var count = 0
    unsafe withUnsafeMutablePointer(to: &count) {
      unsafe enumerateImages(
        { _, count in
          unsafe count?.assumingMemoryBound(to: Int.self).pointee += 1
          return true
        }, $0)
    }
    return count
  }

  /// The conformance records of each image of the process; nil when one is not recognized.
  static var conformanceRecords: [RecordTable]? {
    var tables: [RecordTable]? = isKnown ? [] : nil
    unsafe withUnsafeMutablePointer(to: &tables) {
      unsafe enumerateImages(
        { sections, tables in
          guard let sections = unsafe sections, let tables = unsafe tables else { return true }
          let read = unsafe MetadataLayout.readTable(of: sections)
          let found = unsafe tables.assumingMemoryBound(to: [RecordTable]?.self)
          if let read { unsafe found.pointee?.append(read) } else { unsafe found.pointee = nil }
          return read != nil
        }, $0)
    }
    return tables
  }

  /// Reads where an image's conformance records lie, from memory that begins with a version.
  private static func readTable(of sections: UnsafeRawPointer) -> RecordTable? {
    let version = unsafe sections.load(as: UInt.self)
    let start = unsafe sections.load(fromByteOffset: 48, as: UInt.self)
    let length = unsafe sections.load(fromByteOffset: 56, as: Int.self)
    guard (3...5).contains(version), length >= 0, length % 4 == 0 else { return nil }
    return RecordTable(start: start, count: start == 0 ? 0 : length / 4)
  }
}

#if os(Linux) || os(Android)
  /// Calls the body for each image that contains Swift code, until it returns false.
  ///
  /// Swift's own testing library finds its tests with it.
  @_silgen_name("swift_enumerateAllMetadataSections")
  private func enumerateImages(
    _ body: @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Bool,
    _ context: UnsafeMutableRawPointer
  )
#else
  private func enumerateImages(
    _ body: @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Bool,
    _ context: UnsafeMutableRawPointer
  ) {}
#endif
