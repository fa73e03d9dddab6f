// How a walk keeps mistakes, and what it asks about a key.

extension GraphWalk {
  /// Why a walk does not know all that a vertex needs.
  enum Gap {
    case provider, asynchronousClosure, scope, result, markers
    /// It belongs to an actor, and the walk runs elsewhere.
    case actor(Any.Type)
    /// A closure that takes arguments may take the injector only to ignore it.
    case closure(takesArguments: Bool)

    var text: String {
      switch self {
      case .closure:
        "what its closure asks for is not known; write toInitializer(…), or declare what it asks for: to(uses: X.self) { injector in … }"
      case .asynchronousClosure:
        "what its closure asks for is not known; declare what it asks for: toAsync(uses: X.self) { x in … }"
      case .provider: "what its provider asks for is not known"
      case .scope: "what the closure of its scope asks for is not known"
      case .result: "its class is known only when it is created"
      case .markers: "no object of it has been seen yet, so its @Injected properties are not known"
      case .actor(is MainActor.Type):
        "it belongs to the main actor, but was examined off the main actor; examine it in a @MainActor function"
      case .actor(let type):
        "it belongs to the actor '\(TypeText(type).text)', but was examined elsewhere; examine it in code that runs on the actor"
      }
    }

    /// Whether the walk would know it if the module or the test said more.
    var isRemediable: Bool {
      switch self {
      case .markers, .actor, .asynchronousClosure: true
      case .closure(let takesArguments): !takesArguments
      case .provider, .scope, .result: false
      }
    }
  }
}

extension GraphWalk.Vertex {
  /// Keeps a mistake.
  ///
  /// Declarations that belong to an actor cannot be read elsewhere. That is not a mistake in the
  /// wiring.
  mutating func note(_ error: InjectionError, boundBy declaration: BindingDeclaration?) {
    switch error.problem {
    case .actorIsolated(_, _, let actor):
      notExamined.append(.actor(actor))
    case .notCreatable:
      // It says where the binding is.
      errors.append(error)
    default:
      let step = declaration.flatMap { $0.isExplicit ? InjectionError.Step($0, class: nil) : nil }
      errors.append(step.map { error.passing($0) } ?? error)
    }
  }
}

extension Key {
  /// Whether the type is a handle that does not keep its value, possibly wrapped.
  var keepsNothing: Bool {
    var type = type
    while (type as? any DeferredHandle.Type)?.keepsValue != false {
      guard let inner = (type as? any WrapperForm.Type)?.innerType else { return false }
      type = inner
    }
    return true
  }
}
