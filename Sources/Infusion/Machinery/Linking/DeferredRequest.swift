/// A handle that requests its value later: `Lazy` and `Provider`.
protocol DeferredHandle: WrapperForm {
  /// Whether a handle keeps its value alive, and not only the way to it.
  static var keepsValue: Bool { get }

  /// A new handle, as the one reference that it consists of.
  static func reference(requesting request: DeferredRequest) -> AnyObject
}

extension Lazy: DeferredHandle {
  static var innerType: Any.Type { Value.self }
  static var keepsValue: Bool { true }

  static func reference(requesting request: DeferredRequest) -> AnyObject {
    Self(requesting: request)
  }
}

extension Provider: DeferredHandle {
  static var innerType: Any.Type { Value.self }
  static var keepsValue: Bool { false }

  static func reference(requesting request: DeferredRequest) -> AnyObject { request }
}

/// The request of a handle: it asks an injector, if that still lives, or a closure of a test.
///
/// A class, so that a handle is one strong reference: a weak one takes ten times as long to copy.
///
/// Sendable: the injector is, and the reference to it is weak and never set again.
@usableFromInline
@safe final class DeferredRequest: Sendable {
  private weak let injector: Injector?
  private let key: Key
  /// The class whose property, or the type whose initializer, has received the handle.
  private let holder: Any.Type?
  /// Makes the values of a handle that has a closure in place of an injector.
  private let make: (@Sendable (UnsafeMutableRawPointer) throws -> Void)?

  init(_ injector: Injector, for key: Key, heldBy holder: Any.Type? = nil) {
    self.injector = injector
    self.key = key
    self.holder = holder
    unsafe make = nil
  }

  init<Value>(_ make: @escaping @Sendable () throws -> Value) {
    injector = nil
    key = Key(Value.self)
    holder = nil
    unsafe self.make = { unsafe $0.initializeMemory(as: Value.self, to: try make()) }
  }

  /// The value, which is requested now.
  @inlinable
  func value<Value>(_ fileID: String, _ line: UInt) throws(InjectionError) -> Value {
    let value: Value? = try unsafe valueInPlace { memory throws(InjectionError) in
      try unsafe resolveInPlace(fileID, line, memory)
    }
    if let value { return value }
    return try makeOrResolve(fileID, line)
  }

  /// Initializes the memory with a value, if its cell is known and needs no conversion; otherwise
  /// leaves the memory as it is.
  @usableFromInline
  func resolveInPlace(
    _ fileID: String, _ line: UInt, _ memory: UnsafeMutableRawPointer
  ) throws(InjectionError) {
    guard let injector else { return }
    do throws(InjectionError) {
      try unsafe injector.resolveInPlace(key.type, key.name, fileID, line, memory)
    } catch {
      throw failure(error, at: CodeLocation(fileID: fileID, line: line))
    }
  }

  /// The value, on the general path.
  @usableFromInline
  func makeOrResolve<Value>(_ fileID: String, _ line: UInt) throws(InjectionError) -> Value {
    let location = CodeLocation(fileID: fileID, line: line)
    if let make = unsafe make { return try unsafe value(of: make, at: location) }
    guard let injector else {
      throw InjectionError(.injectorReleased(key, holder: holder), at: location)
    }
    do throws(InjectionError) {
      return try injector.resolveLater(named: key.name, at: location)
    } catch {
      throw failure(error, at: location)
    }
  }

  /// The snapshot that the next request sees, where its value may belong to an actor.
  @usableFromInline @inline(never)
  func askedSnapshot() -> AnyObject? {
    ClassIsolation.mayConcernCaller ? injector?.visible : nil
  }

  /// The actor that a value of the request belongs to; nil when every thread may have it.
  ///
  /// The caller has just received the value, so it runs on that actor. Another thread may replace the
  /// binding while the request runs, so the snapshot before the request decides first; `asked` is nil
  /// if this request is the first in the process to meet a global actor other than the main actor.
  @inline(never)
  func isolation<Value>(of value: Value, from asked: AnyObject?) -> BindingIsolation? {
    let asked = asked as? Snapshot
    guard asked != nil || ClassIsolation.mayConcernCaller, let injector else { return nil }
    let key = Key.looking(for: self.key.type, named: self.key.name)
    for snapshot in [asked, injector.visible].compactMap({ $0 }) {
      guard let binding = try? snapshot.cell(for: key).binding(),
        let isolation = BindingIsolation.ofKept(value, from: binding),
        // Elsewhere, the binding is another one than that of the value.
        isolation.refusal == nil
      else { continue }
      return isolation
    }
    return nil
  }

  /// The error as the program sees it, which has called no `resolve`.
  @inline(never)
  func failure(_ error: InjectionError, at location: CodeLocation) -> InjectionError {
    error.withoutCall().passing(InjectionError.Step(.handle(holder: holder), at: location))
  }

  private func value<Value>(
    of make: (UnsafeMutableRawPointer) throws -> Void, at location: CodeLocation
  ) throws(InjectionError) -> Value {
    do throws(InjectionError) {
      return try InjectionError.wrapping(.creation(key)) {
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        defer { unsafe memory.deallocate() }
        try Resolution.current.collectingUnfinished { try unsafe make(memory) }
        return unsafe memory.move()
      }
    } catch {
      throw error.passing(InjectionError.Step(.handle(holder: nil), at: location))
    }
  }
}
