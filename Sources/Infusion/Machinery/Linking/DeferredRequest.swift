/// A handle that requests its value later: `Lazy` and `Provider`.
protocol DeferredHandle {
  associatedtype Value

  init(requesting request: DeferredRequest)
}

extension Lazy: DeferredHandle {}
extension Provider: DeferredHandle {}

/// Where the values of a handle come from.
@usableFromInline
enum HandleOrigin<Value>: Sendable {
  case request(DeferredRequest)
  case closure(@Sendable () throws -> Value)

  /// A value, for a call of user code.
  @inlinable
  func value(_ fileID: String, _ line: UInt) throws(InjectionError) -> Value {
    switch self {
    case .request(let request): try request.resolve(fileID, line)
    case .closure(let make): try InjectionError.calling(make, fileID, line)
    }
  }
}

/// A request that is made later, if the injector still lives.
///
/// A class, so that a copy of a handle is one of a strong reference: weak ones take ten times as long
/// to copy.
///
/// Sendable: the injector is, and the reference to it is weak and never set again.
@usableFromInline
final class DeferredRequest: Sendable {
  private weak let injector: Injector?
  private let key: Key
  /// The class whose property, or the type whose initializer, has received the handle.
  private let holder: Any.Type?

  init(_ injector: Injector, for key: Key, heldBy holder: Any.Type? = nil) {
    self.injector = injector
    self.key = key
    self.holder = holder
  }

  @inlinable
  func resolve<Value>(_ fileID: String, _ line: UInt) throws(InjectionError) -> Value {
    if let value: Value = try unsafe valueInPlace({ memory throws(InjectionError) in
      try unsafe resolveInPlace(fileID, line, memory)
    }) {
      return value
    }
    return try resolveAnything(fileID, line)
  }

  private func living(_ fileID: String, _ line: UInt) throws(InjectionError) -> Injector {
    if let injector { return injector }
    throw InjectionError(
      .injectorReleased(key, holder: holder), at: CodeLocation(fileID: fileID, line: line))
  }

  @usableFromInline
  func resolveInPlace(
    _ fileID: String, _ line: UInt, _ memory: UnsafeMutableRawPointer
  ) throws(InjectionError) {
    try unsafe living(fileID, line).resolveInPlace(key.type, key.name, fileID, line, memory)
  }

  @usableFromInline
  func resolveAnything<Value>(_ fileID: String, _ line: UInt) throws(InjectionError) -> Value {
    let injector = try living(fileID, line)
    if let optional = optionalForm(of: Value.self) {
      return try injector.resolveIfBound(
        Value.self, named: key.name, fileID: fileID, line: line)
        ?? optional.absent(as: Value.self)
    }
    return try injector.resolve(Value.self, named: key.name, fileID: fileID, line: line)
  }
}
