import Synchronization

/// A reference that is set once and read without a lock.
struct OnceReference<Object: AnyObject>: ~Copyable, @unchecked Sendable {
  // `@unchecked Sendable`: the address is atomic. It is zero, or the address of an object that
  // stays retained as long as the reference lives.
  private let address = Atomic<UInt>(0)

  deinit { unprotected?.release() }

  func load() -> Object? { unprotected?.object }

  /// The object, for a caller that knows that the reference lives.
  @inline(__always)
  var unprotected: Unretained<Object>? { Unretained(at: address.load(ordering: .acquiring)) }

  /// Releases the object, for a caller that knows that no thread reads the reference any more.
  func clear() {
    if address.load(ordering: .relaxed) == 0 { return }
    Unretained<Object>(at: address.exchange(0, ordering: .acquiringAndReleasing))?.release()
  }

  /// Keeps the object unless there is one already; returns the one that is kept.
  func storeIfEmpty(_ object: Object) -> Object {
    let retained = Unretained(keeping: object)
    let (isStored, kept) = address.compareExchange(
      expected: 0, desired: retained.address, ordering: .acquiringAndReleasing)
    guard !isStored, let first = Unretained<Object>(at: kept) else { return object }
    retained.release()
    return first.object
  }
}

/// A value whose type the owner knows: it is kept itself if it is an object, else in a box.
extension OnceReference<AnyObject> {
  /// Keeps the value unless there is one already; returns the one that is kept.
  func keepFirst<Value>(_ value: Value) -> Value {
    Self.value(of: storeIfEmpty(Self.reference(to: value)))
  }

  /// What is kept for a value.
  static func reference<Value>(to value: Value) -> AnyObject {
    unsafe isObject(Value.self) ? unsafeBitCast(value, to: AnyObject.self) : TypedBox(value)
  }

  /// The value for which something is kept.
  static func value<Value>(of kept: AnyObject) -> Value {
    unsafe isObject(Value.self)
      ? unsafeBitCast(kept, to: Value.self)
      : unsafeDowncast(kept, to: TypedBox<Value>.self).value
  }

  private static func isObject(_ type: Any.Type) -> Bool {
    TypeRepresentation.wordsOfObject(type) == 1
  }
}
