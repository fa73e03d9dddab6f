// How a walk keeps mistakes, and what it asks about a key.

extension GraphWalk.Vertex {
  /// Keeps a mistake.
  ///
  /// Declarations that belong to the main actor cannot be read off the main actor. That is not a
  /// mistake in the wiring.
  mutating func note(_ error: InjectionError, boundBy declaration: BindingDeclaration?) {
    if error.code == .mainActorRequired {
      notExamined.append("it belongs to the main actor, but was examined off the main actor")
    } else if case .notCreatable = error.problem {
      // It says where the binding is.
      errors.append(error)
    } else if let declaration, declaration.isExplicit {
      errors.append(error.passing(InjectionError.Step(declaration, class: nil)))
    } else {
      errors.append(error)
    }
  }
}

extension Key {
  /// Whether the type is a `Provider`, possibly wrapped.
  var isProvider: Bool {
    var type = type
    while !(type is any ProviderHandle.Type) {
      guard let inner = (type as? any WrapperForm.Type)?.innerType else { return false }
      type = inner
    }
    return true
  }
}

/// `Provider`, seen from a metatype.
private protocol ProviderHandle {}

extension Provider: ProviderHandle {}
