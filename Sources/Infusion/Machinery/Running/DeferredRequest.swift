/// A request that is made later, if the injector still lives.
///
/// Sendable: the injector is, and the reference to it is weak and never set again.
struct DeferredRequest<Value>: Sendable {
  private weak let injector: Injector?
  private let name: Name?

  init(_ injector: Injector, named name: Name?) {
    self.injector = injector
    self.name = name
  }

  func resolve(at place: CodeLocation) throws(InjectionError) -> Value {
    guard let injector else {
      throw InjectionError(.injectorReleased(Key(Value.self, named: name)), at: place)
    }
    return try injector.resolve(Value.self, named: name, fileID: place.fileID, line: place.line)
  }
}
