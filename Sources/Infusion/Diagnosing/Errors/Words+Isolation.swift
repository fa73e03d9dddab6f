// Code and types that belong to an actor.

extension InjectionError.Words {
  /// What belongs to the actor, as the subject of a sentence.
  func owned(_ isolated: InjectionError.Isolated, _ key: Key) -> String {
    switch isolated {
    case .closure: "The closure of \(quoted(key))"
    case .type(let type, _): "The class '\(text(type))'"
    case .module(let type): "The module '\(text(type))'"
    case .configuration: "A closure that configures the injector"
    case .scope(let name): "The closure of the scope '\(name)'"
    case .classExtension(let type, _): "A module's extension of '\(text(type))'"
    }
  }

  /// What can be done about something whose actor cannot be asked.
  func leaving(
    _ isolated: InjectionError.Isolated, _ key: Key, isItself: Bool
  ) -> [String] {
    if isItself { return ["Pass its dependencies to its initializer"] }
    switch isolated {
    case .closure:
      return [
        "Let the closure capture the values that it needs, not the actor",
        "Bind an asynchronous closure: binder.bind(\(TypeText(key.type).parenthesized).self).toAsync { … }",
      ]
    case .type: return ["Request it in code that runs on its actor"]
    case .module, .configuration: return ["Derive the injector in a method of the actor"]
    case .scope, .classExtension:
      return ["Let the closure capture the values that it needs, not the actor"]
    }
  }

  /// How the user says that it runs anywhere.
  func freeing(_ isolated: InjectionError.Isolated) -> String {
    switch isolated {
    case .closure(let place):
      return "Let the closure run anywhere: bind it in a nonisolated module, without onMainActor: "
        + "nonisolated struct \(place.module ?? "…"): Module"
    case .type(let type, _):
      return "Let the class be used anywhere by declaring it nonisolated: "
        + "nonisolated class \(text(type))"
    case .module(let type):
      return "Let it run anywhere by declaring the module nonisolated: "
        + "nonisolated struct \(text(type)): Module"
    case .configuration, .scope, .classExtension:
      return "Let it run anywhere: write it in a nonisolated function or module"
    }
  }
}
