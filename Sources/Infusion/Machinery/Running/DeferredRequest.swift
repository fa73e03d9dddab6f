/// Where the values of a handle come from.
enum HandleOrigin<Value>: Sendable {
  case request(DeferredRequest<Value>)
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
final class DeferredRequest<Value>: Sendable {
  private weak let injector: Injector?
  private let name: Name?
  /// The class whose property, or the type whose initializer, has received the handle.
  private let holder: Any.Type?
  /// Whether a value is a reference to an object, with a witness table beside it at most: the first
  /// word of such a value is not zero.
  private let isReference =
    TypeRepresentation(of: Value.self) == .object
    && MemoryLayout<Value>.size <= MemoryLayout<(UInt, UInt)>.size

  init(_ injector: Injector, named name: Name?, heldBy holder: Any.Type? = nil) {
    self.injector = injector
    self.name = name
    self.holder = holder
  }

  func resolve(at place: CodeLocation) throws(InjectionError) -> Value {
    guard let injector else {
      throw InjectionError(
        .injectorReleased(Key(Value.self, named: name), holder: holder), at: place)
    }
    return isReference
      ? try resolveReference(in: injector, at: place) : try resolveValue(in: injector, at: place)
  }

  @inline(never)
  private func resolveValue(
    in injector: Injector, at place: CodeLocation
  ) throws(InjectionError) -> Value {
    if let optional = optionalForm(of: Value.self) {
      return try injector.resolveIfBound(
        Value.self, named: name, fileID: place.fileID, line: place.line)
        ?? optional.absent(as: Value.self)
    }
    return try injector.resolve(Value.self, named: name, fileID: place.fileID, line: place.line)
  }

  /// Resolves a reference without the run-time library, which would look `Value?` up.
  private func resolveReference(
    in injector: Injector, at place: CodeLocation
  ) throws(InjectionError) -> Value {
    var words: (UInt, UInt) = (0, 0)
    return try unsafe withUnsafeMutableBytes(of: &words) { bytes throws(InjectionError) in
      guard let memory = bytes.baseAddress else { fatalError("two words are some memory") }
      try unsafe injector.resolveInPlace(Value.self, name, place.fileID, place.line, memory)
      if unsafe memory.load(as: UInt.self) != 0 {
        return unsafe memory.assumingMemoryBound(to: Value.self).move()
      }
      return try injector.resolveAnything(Value.self, named: name, place.fileID, place.line)
    }
  }
}
