/// A call of the library, as messages name it.
struct CallFacts: Sendable {
  enum Verb: Sendable {
    case resolve
    case inject
    case injectEach
    case create
    case eager
    /// An instance is injected when the injector is created.
    case eagerInstance
    case prepare
    case prepared
  }

  let verb: Verb
  let key: Key
  let location: CodeLocation?

  init(_ verb: Verb, _ key: Key, at location: CodeLocation?) {
    self.verb = verb
    self.key = key
    self.location = location
  }

  /// What creates an eager singleton, which no call requests.
  init(eager declaration: BindingDeclaration, at location: CodeLocation?) {
    self.init(
      declaration.injectsInstance ? .eagerInstance : .eager, declaration.key, at: location)
  }

  /// Whether the injector makes it, and nothing requests the value.
  var isEager: Bool { verb == .eager || verb == .eagerInstance }

  /// The same request for another key, in code.
  func requesting(_ key: String) -> String {
    verb == .prepared ? "prepared(\(key))" : "resolve(\(key))"
  }

  /// The call in code, as in `resolve(Car.self)`.
  var text: String {
    let type = TypeText(key.type).text
    return switch verb {
    case .resolve: "resolve(\(key.arguments))"
    case .inject: "injectDependencies(into: \(type))"
    case .injectEach: "injectDependencies(intoEach: \(type))"
    case .create: "create { \(type) }"
    case .eager, .eagerInstance: "eager singleton \(key)"
    case .prepare: "prepare()"
    case .prepared: "prepared(\(key.arguments))"
    }
  }
}
