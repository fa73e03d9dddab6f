/// A handle that requests its value later: `Lazy` and `Provider`.
protocol DeferredHandle {
  associatedtype Value

  init(requesting request: DeferredRequest)
}

extension Lazy: DeferredHandle {}
extension Provider: DeferredHandle {}

/// Where the values of a handle come from.
enum HandleOrigin<Value>: Sendable {
  case request(DeferredRequest)
  case closure(@Sendable () throws -> Value)

  func value(at place: CodeLocation) throws(InjectionError) -> Value {
    switch self {
    case .request(let request): try request.resolve(at: place)
    case .closure(let make): try InjectionError.calling(make, at: place)
    }
  }
}

/// A request that is made later, if the injector still lives.
///
/// A class, so that a copy of a handle is one of a strong reference: weak ones take ten times as long
/// to copy.
///
/// Sendable: the injector is, and the reference to it is weak and never set again.
final class DeferredRequest: Sendable {
  private weak let injector: Injector?
  private let key: Key
  /// The class whose property, or the type whose initializer, has received the handle.
  private let holder: Any.Type?
  /// Whether a value is a reference to an object, with a witness table beside it at most: the first
  /// word of such a value is not zero.
  private let isReference: Bool

  init(_ injector: Injector, for key: Key, heldBy holder: Any.Type? = nil) {
    self.injector = injector
    self.key = key
    self.holder = holder
    isReference = 1...2 ~= TypeRepresentation.wordsOfObject(key.type)
  }

  func resolve<Value>(at place: CodeLocation) throws(InjectionError) -> Value {
    guard let injector else {
      throw InjectionError(.injectorReleased(key, holder: holder), at: place)
    }
    if isReference {
      var words = try words(from: injector, at: place)
      if words.0 != 0 {
        return unsafe withUnsafeMutablePointer(to: &words) {
          unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: Value.self).move()
        }
      }
    }
    return try resolveAnything(from: injector, at: place)
  }

  /// The words of a reference, for which the run-time library need not look `Value?` up; zero where
  /// the key is not known yet.
  private func words(
    from injector: Injector, at place: CodeLocation
  ) throws(InjectionError) -> (UInt, UInt) {
    var words: (UInt, UInt) = (0, 0)
    try unsafe withUnsafeMutableBytes(of: &words) { bytes throws(InjectionError) in
      guard let memory = bytes.baseAddress else { return }
      try unsafe injector.resolveInPlace(key.type, key.name, place.fileID, place.line, memory)
    }
    return words
  }

  @inline(never)
  private func resolveAnything<Value>(
    from injector: Injector, at place: CodeLocation
  ) throws(InjectionError) -> Value {
    if let optional = optionalForm(of: Value.self) {
      return try injector.resolveIfBound(
        Value.self, named: key.name, fileID: place.fileID, line: place.line)
        ?? optional.absent(as: Value.self)
    }
    return try injector.resolve(
      Value.self, named: key.name, fileID: place.fileID, line: place.line)
  }
}
