import Synchronization

/// A reference that is set once and read without a lock.
struct OnceReference<Object: AnyObject>: ~Copyable, @unchecked Sendable {
  // `@unchecked Sendable`: the address is atomic. It is zero, or the address of an object that
  // stays retained as long as the reference lives.
  private let address = Atomic<UInt>(0)

  deinit { unsafe unprotected?.release() }

  func load() -> Object? { unsafe unprotected?.takeUnretainedValue() }

  /// The object, for a caller that knows that the reference lives.
  @inline(__always)
  var unprotected: Unmanaged<Object>? {
    unsafe Unmanaged(at: address.load(ordering: .acquiring))
  }

  /// Releases the object, for a caller that knows that no thread reads the reference any more.
  func clear() {
    if address.load(ordering: .relaxed) == 0 { return }
    unsafe Unmanaged<Object>(at: address.exchange(0, ordering: .acquiringAndReleasing))?.release()
  }

  /// Keeps the object unless there is one already; returns the one that is kept.
  func storeIfEmpty(_ object: Object) -> Object {
    let retained = unsafe Unmanaged.passRetained(object)
    let (isStored, kept) = unsafe address.compareExchange(
      expected: 0, desired: UInt(bitPattern: retained.toOpaque()),
      ordering: .acquiringAndReleasing)
    guard !isStored, let first = unsafe Unmanaged<Object>(at: kept) else { return object }
    unsafe retained.release()
    return unsafe first.takeUnretainedValue()
  }
}

/// A value that is set once, by the thread that comes first, and read without a lock.
///
/// The owner knows the type of the value, and destroys the value in the end. The type is no
/// parameter of the structure, nor is it made optional: for code that is not specialised, the
/// run-time library would look the metadata up each time.
@safe struct OnceValue: ~Copyable {
  /// The value itself if it is a reference, else the address of memory that holds it; 0 before it is
  /// set.
  private let word = Atomic<UInt>(0)

  /// Whether a value is one word that is never zero.
  private static func isReference(_ type: Any.Type) -> Bool {
    TypeRepresentation.wordsOfObject(type) == 1
  }

  var isSet: Bool { word.load(ordering: .acquiring) != 0 }

  /// The value, which has been set.
  func value<Value>(_ type: Value.Type = Value.self) -> Value {
    Self.value(of: word.load(ordering: .acquiring))
  }

  /// Keeps the value unless there is one already; returns the one that is kept.
  func keepFirst<Value>(_ value: Value) -> Value {
    let new = Self.makeWord(value)
    let (isStored, kept) = word.compareExchange(
      expected: 0, desired: new, ordering: .acquiringAndReleasing)
    if isStored { return value }
    Self.destroy(new, Value.self)
    return Self.value(of: kept)
  }

  /// Destroys the value, if there is one; nothing reads it any more.
  func destroy<Value>(_ type: Value.Type) {
    let word = word.load(ordering: .acquiring)
    if word != 0 { Self.destroy(word, type) }
  }

  private static func makeWord<Value>(_ value: Value) -> UInt {
    if isReference(Value.self) {
      return unsafe withUnsafePointer(to: value) {
        let reference = unsafe UnsafeRawPointer($0).load(as: Unmanaged<AnyObject>.self)
        return unsafe UInt(bitPattern: reference.retain().toOpaque())
      }
    }
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    unsafe memory.initialize(to: value)
    return UInt(bitPattern: memory)
  }

  private static func value<Value>(of word: UInt) -> Value {
    if isReference(Value.self) {
      return unsafe withUnsafePointer(to: word) {
        unsafe UnsafeRawPointer($0).assumingMemoryBound(to: Value.self).pointee
      }
    }
    guard let memory = unsafe UnsafePointer<Value>(bitPattern: word) else {
      fatalError("the value is read before it is set")
    }
    return unsafe memory.pointee
  }

  private static func destroy<Value>(_ word: UInt, _ type: Value.Type) {
    if isReference(type) {
      unsafe Unmanaged<AnyObject>(at: word)?.release()
    } else if let memory = unsafe UnsafeMutablePointer<Value>(bitPattern: word) {
      unsafe memory.deinitialize(count: 1)
      unsafe memory.deallocate()
    }
  }
}
