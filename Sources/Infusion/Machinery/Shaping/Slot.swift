/// A property that takes a value, with its identity and the way to set it.
///
/// A process makes each slot of a class's own lists once; what a module adds has slots in its
/// configuration. A slot is immutable except for its key path, which it
/// makes later. One class serves all types of owners and values: the run-time library would make a
/// generic class for each pair, which takes longer than all other work for a property.
@usableFromInline
@safe final class Slot {
  /// Moves a value out of memory into a property of an object, which is an instance of the class
  /// that declares the property, or of a subclass.
  ///
  /// The last argument is the position of the property in its list.
  @usableFromInline
  typealias Write = (AnyObject, UnsafeMutableRawPointer, Int) -> Void

  /// Makes the key path of a property, by its position in its list.
  @usableFromInline
  typealias Paths = (Int) -> AnyKeyPath

  /// The class at which the key path begins; nil for a marked property, which has no key path.
  let root: Any.Type?
  let valueType: Any.Type

  private let paths: Paths?
  private let keyPathCache = OnceReference<AnyKeyPath>()
  private let write: Write
  /// The position of the property in its list.
  private let index: Int
  /// False for a constant, a property with a getter only, and the like.
  let isWritable: Bool
  /// Whether a plain key path was listed, and not one in `requiring` or the like.
  let isPlain: Bool
  /// Notifies the property that an optional dependency is absent; if nil, the property stays as is.
  private let leaving: ((AnyObject) -> Void)?
  /// Whether the property is marked with `@Injected`.
  var isMarked: Bool { leaving != nil }
  /// The storage of a marked property whose value may be replaced where it lies.
  private let marked: MarkedStorage?
  /// The distance of the property from the start of its object; zero when only the setter may
  /// change it.
  private let offset: Int

  init(
    _ root: Any.Type?, _ valueType: Any.Type, at index: Int = 0, _ paths: Paths? = nil,
    write: @escaping Write, isWritable: Bool = true, isPlain: Bool = false,
    offset: Int = 0, marked: MarkedStorage? = nil, leaving: ((AnyObject) -> Void)? = nil
  ) {
    self.root = root
    self.valueType = valueType
    self.index = index
    self.paths = paths
    unsafe self.write = unsafe write
    self.isWritable = isWritable
    self.isPlain = isPlain
    self.offset = offset
    self.marked = marked
    self.leaving = leaving
  }

  /// Where the value of a marked property lies: in its marker, to which the object refers.
  struct MarkedStorage {
    /// The distance of the reference from the start of the object.
    let offset: Int
    let marker: AnyClass
    /// The distance of the value from the start of the marker.
    let value: Int
    /// The word that says that there is no value, not even nil.
    let absent: UInt
  }

  /// The property of a key path that exists: one of a plain list, or of a generic class.
  ///
  /// The slot replaces the value where it lies, if it may, and otherwise writes through the key path,
  /// which takes ten times as long.
  convenience init(_ keyPath: AnyKeyPath, isPlain: Bool = true) {
    let type = Swift.type(of: keyPath)
    let write = unsafe Self.writing(through: keyPath)
    let offset = ExclusiveAccess.canBeChecked() ? KeyPathStorage.offset(of: keyPath) : nil
    unsafe self.init(
      type.rootType, type.valueType, { _ in keyPath },
      write: write ?? { _, _, _ in fatalError("\(keyPath) is read-only") },
      isWritable: write != nil, isPlain: isPlain, offset: offset ?? 0)
  }

  /// The key path that distinguishes the property from others.
  ///
  /// It is made on the first request: the run-time library needs longer to make one than a whole
  /// injection takes.
  var keyPath: AnyKeyPath? {
    keyPathCache.load() ?? paths.map { keyPathCache.storeIfEmpty($0(index)) }
  }

  /// Whether the property belongs to another object, to which this one refers, or to the value in an
  /// Optional.
  ///
  /// For a property with a setter of the client's compiler, the answer takes a key path.
  var leadsThroughAProperty: Bool {
    keyPath.map {
      KeyPathStorage.leadsToAnotherObject($0) || KeyPathStorage.unwrapsAnOptional($0)
    } ?? false
  }

  /// Whether both are the same property.
  ///
  /// Key paths are made only as a last resort: they are equal only if their types are, and one
  /// setter sets one property.
  func isSame(as other: Slot) -> Bool {
    guard let root, root == other.root, valueType == other.valueType else { return false }
    let setter = unsafe Self.identity(of: write)
    let isSameSetter = unsafe setter.isPlain && setter == Self.identity(of: other.write)
    return isSameSetter && index == other.index || keyPath == other.keyPath
  }

  /// Whether both are one property of an object, listed through different classes of its chain: for
  /// Swift, these key paths differ.
  func isSameProperty(as other: Slot) -> Bool {
    guard root != other.root, valueType == other.valueType, let mine = keyPath,
      let its = other.keyPath
    else { return false }
    return KeyPathStorage.isSameProperty(mine, its)
  }

  /// What tells setters apart, and whether one captures anything.
  static func identity(of write: @escaping Write) -> ClosureIdentity {
    @safe struct Setter { let write: Write }
    return unsafe ClosureIdentity(in: Setter(write: write))
  }

  // MARK: - Setting

  /// Moves a value out of memory into the property of an object.
  @inline(__always)
  func assign(_ memory: UnsafeMutableRawPointer, to object: AnyObject) {
    unsafe write(object, memory, index)
  }

  /// Notifies the property that there is no value for it.
  func leave(_ object: AnyObject) {
    // To find the address of a marker's value makes an absent value nil.
    if leaving != nil, unsafe address(in: object) == nil { leaving?(object) }
  }

  /// Where the property lies in an object, if the slot knows; the caller is about to replace the value.
  @inline(__always)
  func address(in object: AnyObject) -> UnsafeMutableRawPointer? {
    guard offset > 0 else { return unsafe addressInMarker(of: object) }
    let address = unsafe Unmanaged.passUnretained(object).toOpaque() + offset
    unsafe ExclusiveAccess.check(address)
    return unsafe address
  }

  /// Where the value of a marked property lies; nil when something else is where its marker was.
  @inline(__always)
  private func addressInMarker(of object: AnyObject) -> UnsafeMutableRawPointer? {
    guard let marked else { return nil }
    let start = unsafe Unmanaged.passUnretained(object).toOpaque()
    guard
      let marker = unsafe start.load(
        fromByteOffset: marked.offset, as: Unmanaged<AnyObject>?.self),
      unsafe marker._withUnsafeGuaranteedRef({ type(of: $0) == marked.marker })
    else { return nil }
    let address = unsafe marker.toOpaque() + marked.value
    unsafe ExclusiveAccess.check(address)
    if unsafe address.load(as: UInt.self) == marked.absent {
      unsafe address.storeBytes(of: 0, as: UInt.self)
    }
    return unsafe address
  }
}

extension Slot {
  /// A setter that writes through a key path; nil when the key path is read-only.
  private static func writing(through keyPath: AnyKeyPath) -> Write? {
    func opening<Root>(_ root: Root.Type) -> Write? {
      func opening<Value>(_ value: Value.Type) -> Write? {
        guard let path = keyPath as? ReferenceWritableKeyPath<Root, Value> else { return nil }
        return { object, memory, _ in
          // The plan builder has checked that Root is a class of the object's chain.
          unsafe unsafeBitCast(object, to: Root.self)[keyPath: path] =
            unsafe memory.assumingMemoryBound(to: Value.self).move()
        }
      }
      return unsafe _openExistential(type(of: keyPath).valueType, do: opening)
    }
    return unsafe _openExistential(type(of: keyPath).rootType, do: opening)
  }
}
