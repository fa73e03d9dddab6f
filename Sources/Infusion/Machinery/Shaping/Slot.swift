import Synchronization

/// A property that takes a value: what tells it from others, and how it is set.
///
/// Immutable but for what is found out about the property later. Made once per class and process.
/// One class for all types of owners and values: a generic one would be made by the run-time
/// library for each pair, which takes longer than everything else that a property needs.
@usableFromInline
@safe final class Slot {
  /// Moves a value out of memory into the property of an object, an instance of the class that
  /// declares it or of a subclass.
  ///
  /// The last argument says that the property is stored in the object itself, so that reading it
  /// runs no code.
  @usableFromInline
  typealias Write = (AnyObject, UnsafeMutableRawPointer, _ isStored: Bool) -> Void

  /// The class at which the key path begins; nil for a marked property, which has no key path.
  let root: Any.Type?
  let valueType: Any.Type
  /// Whether a missing value is no error, because the type of the property says so.
  let isOptional: Bool

  private let path: (() -> AnyKeyPath)?
  private let keyPathCache = OnceReference<AnyKeyPath>()
  private let write: Write
  /// False for a constant, a property with a getter only, and the like.
  let isWritable: Bool
  /// Tells the property that an optional dependency is absent; without it, it is left as it is.
  private let leaving: ((AnyObject) -> Void)?

  /// A property that the client's compiler has made a setter for.
  init(
    _ root: Any.Type, _ valueType: Any.Type, _ path: @escaping () -> AnyKeyPath,
    _ write: @escaping Write
  ) {
    self.root = root
    self.valueType = valueType
    isOptional = false
    self.path = path
    unsafe self.write = unsafe write
    isWritable = true
    leaving = nil
  }

  /// A property that is marked with `@Injected`.
  init<Value>(
    marked type: Value.Type, write: @escaping Write, leave: @escaping (AnyObject) -> Void
  ) {
    root = nil
    valueType = type
    isOptional = TypeRepresentation.isOptional(type)
    path = nil
    unsafe self.write = unsafe write
    isWritable = true
    leaving = leave
  }

  /// The property of a plain key path, which is written through.
  init(_ keyPath: AnyKeyPath) {
    let type = Swift.type(of: keyPath)
    root = type.rootType
    valueType = type.valueType
    isOptional = false
    path = { keyPath }
    let writing = unsafe Self.writing(through: keyPath)
    isWritable = unsafe writing != nil
    unsafe write = unsafe writing ?? { _, _, _ in fatalError("\(keyPath) is read-only") }
    leaving = nil
  }

  /// The key path that tells the property from others.
  ///
  /// Made when something asks for it: the run-time library needs longer for one than a whole
  /// injection takes.
  var keyPath: AnyKeyPath? {
    keyPathCache.load() ?? path.map { keyPathCache.storeIfEmpty($0()) }
  }

  /// Whether both are the same property.
  ///
  /// Key paths are made only where nothing else tells: they are equal only if their types are, and
  /// one setter sets one property.
  func isSame(as other: Slot) -> Bool {
    if self === other { return true }
    guard let root, root == other.root, valueType == other.valueType else { return false }
    return hasSameSetter(as: other) || keyPath == other.keyPath
  }

  private func hasSameSetter(as other: Slot) -> Bool {
    let mine = unsafe ClosureIdentity(write)
    return unsafe mine.isPlain && mine == ClosureIdentity(other.write)
  }

  // MARK: - Setting

  /// Moves a value out of memory into the property of an object.
  @inline(__always)
  func assign(_ memory: UnsafeMutableRawPointer, to object: AnyObject) {
    unsafe write(object, memory, isStored)
  }

  /// Tells the property that there is no value for it.
  func leave(_ object: AnyObject) { leaving?(object) }

  /// One of the two answers below, or how often the property was set without one, and two.
  private let storage = Atomic<UInt8>(2)

  private static let isComputed: UInt8 = 0
  private static let isStored: UInt8 = 1
  /// A property that is set as often is worth its key path, which tells whether it is stored.
  private static let isWorthwhile: UInt8 = 34

  private var isStored: Bool {
    @inline(__always) get {
      let known = storage.load(ordering: .relaxed)
      return known <= Self.isStored ? known == Self.isStored : findOutWhetherStored(known)
    }
  }

  @inline(never)
  private func findOutWhetherStored(_ count: UInt8) -> Bool {
    guard count >= Self.isWorthwhile else {
      // Two threads may count the same one: it decides nothing but when to look.
      storage.store(count + 1, ordering: .relaxed)
      return false
    }
    let isStored = keyPath.map(KeyPathStorage.isStoredProperty) ?? false
    storage.store(isStored ? Self.isStored : Self.isComputed, ordering: .relaxed)
    return isStored
  }

  // MARK: - Linking

  /// Where the values come from in an injector.
  func source(named name: Name?, in snapshot: Snapshot) -> AnySource {
    func source<Value>(_ type: Value.Type) -> AnySource { snapshot.source(of: type, named: name) }
    return _openExistential(valueType, do: source)
  }

  /// Connects the property with the source of its value in an injector.
  func makeLink(for requirement: Requirement, in snapshot: Snapshot) -> Link {
    func link<Value>(_ type: Value.Type) -> Link {
      TypedLink(
        slot: self, source: snapshot.source(of: type, for: requirement), requirement: requirement)
    }
    return _openExistential(valueType, do: link)
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
