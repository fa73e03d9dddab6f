/// A request that is made later, if the injector still lives.
///
/// Sendable: the injector is, and the reference to it is weak and never set again.
struct DeferredRequest<Value>: Sendable {
  private weak let injector: Injector?
  private let name: Name?
  /// The class whose property, or the type whose initializer, has received the handle.
  private let holder: Any.Type?

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
    if let optional = optionalForm(of: Value.self) {
      return try injector.resolveIfBound(
        Value.self, named: name, fileID: place.fileID, line: place.line)
        ?? optional.absent(as: Value.self)
    }
    return try injector.resolve(Value.self, named: name, fileID: place.fileID, line: place.line)
  }
}
