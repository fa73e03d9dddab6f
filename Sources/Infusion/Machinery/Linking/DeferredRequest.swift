/// A handle that requests its value later: `Lazy` and `Provider`.
protocol DeferredHandle {
  associatedtype Value

  /// A new handle, as the one reference that it consists of.
  static func reference(requesting request: DeferredRequest) -> AnyObject
}

extension Lazy: DeferredHandle {
  static func reference(requesting request: DeferredRequest) -> AnyObject {
    Self(requesting: request)
  }
}

extension Provider: DeferredHandle {
  static func reference(requesting request: DeferredRequest) -> AnyObject { request }
}

/// The request of a handle: it asks an injector, if that still lives, or a closure of a test.
///
/// A class, so that a handle is one strong reference: a weak one takes ten times as long to copy.
///
/// Sendable: the injector is, and the reference to it is weak and never set again.
@safe final class DeferredRequest: Sendable {
  private weak let injector: Injector?
  private let key: Key
  /// The class whose property, or the type whose initializer, has received the handle.
  private let holder: Any.Type?
  /// Whether a value is a reference to an object, with a witness table beside it at most: the first
  /// word of such a value is not zero.
  private let isReference: Bool
  /// Makes the values of a handle that has a closure in place of an injector.
  private let make: (@Sendable (UnsafeMutableRawPointer) throws -> Void)?

  init(_ injector: Injector, for key: Key, heldBy holder: Any.Type? = nil) {
    self.injector = injector
    self.key = key
    self.holder = holder
    isReference = 1...2 ~= TypeRepresentation.wordsOfObject(key.type)
    unsafe make = nil
  }

  init<Value>(_ make: @escaping @Sendable () throws -> Value) {
    injector = nil
    key = Key(Value.self)
    holder = nil
    isReference = false
    unsafe self.make = { unsafe $0.initializeMemory(as: Value.self, to: try make()) }
  }

  func value<Value>(at location: CodeLocation) throws(InjectionError) -> Value {
    if let make = unsafe make { return try unsafe value(of: make, at: location) }
    guard let injector else {
      throw InjectionError(.injectorReleased(key, holder: holder), at: location)
    }
    do throws(InjectionError) {
      if isReference {
        var words = try words(from: injector, at: location)
        if words.0 != 0 {
          return unsafe withUnsafeMutablePointer(to: &words) {
            unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: Value.self).move()
          }
        }
      }
      return try resolveAnything(from: injector, at: location)
    } catch {
      throw failure(error, at: location)
    }
  }

  /// The actor that a value of the request belongs to; nil when every thread may have it.
  ///
  /// Only on the main actor has anything been requested that belongs to one.
  @inline(never)
  func isolation<Value>(of value: Value) -> BindingIsolation? {
    guard let injector, MainActor.isCurrent,
      let binding = try? injector.visible
        .cell(for: Key.looking(for: key.type, named: key.name)).binding()
    else { return nil }
    return BindingIsolation.ofKept(containedObjects(value), from: binding)
  }

  /// The error as the program sees it, which has called no `resolve`.
  @inline(never)
  func failure(_ error: InjectionError, at location: CodeLocation) -> InjectionError {
    let call = holder.map { "get() in \(TypeText($0).text)" } ?? "get()"
    return error.withoutCall().passing(InjectionError.Step(callAbout: call, at: location))
  }

  private func value<Value>(
    of make: (UnsafeMutableRawPointer) throws -> Void, at location: CodeLocation
  ) throws(InjectionError) -> Value {
    // Only a request that the closure makes may say that the value is unfinished.
    Resolution.current.isLastUnfinished = false
    do throws(InjectionError) {
      return try InjectionError.wrapping(.creation(key)) {
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        defer { unsafe memory.deallocate() }
        try unsafe make(memory)
        return unsafe memory.move()
      }
    } catch {
      throw error.passing(InjectionError.Step(callAbout: "get()", at: location))
    }
  }

  /// The words of a reference, for which the run-time library need not look `Value?` up; zero where
  /// the key is not known yet.
  private func words(
    from injector: Injector, at location: CodeLocation
  ) throws(InjectionError) -> (UInt, UInt) {
    var words: (UInt, UInt) = (0, 0)
    try unsafe withUnsafeMutableBytes(of: &words) { bytes throws(InjectionError) in
      guard let memory = bytes.baseAddress else { return }
      try unsafe injector.resolveInPlace(key.type, key.name, location.fileID, location.line, memory)
    }
    return words
  }

  @inline(never)
  private func resolveAnything<Value>(
    from injector: Injector, at location: CodeLocation
  ) throws(InjectionError) -> Value {
    if let optional = optionalForm(of: Value.self) {
      return try injector.resolveIfBound(
        Value.self, named: key.name, fileID: location.fileID, line: location.line)
        ?? optional.absent(as: Value.self)
    }
    return try injector.resolve(
      Value.self, named: key.name, fileID: location.fileID, line: location.line)
  }
}
