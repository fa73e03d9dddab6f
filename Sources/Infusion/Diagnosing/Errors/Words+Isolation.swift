// Code and types that belong to an actor.

extension InjectionError.Words {
  /// What belongs to the actor, as the subject of a sentence.
  func owned(_ isolated: InjectionError.Isolated, _ key: Key) -> String {
    switch isolated {
    case .binding(.closure, _): "The closure of \(quoted(key))"
    case .binding(.whole, _): "The binding of \(quoted(key))"
    case .binding(.addition, _): "A property that the binding of \(quoted(key)) adds"
    case .binding(.step, _): "A step that the binding of \(quoted(key)) adds"
    case .type(let type as AnyClass, _): "The class '\(text(type))'"
    case .type(let type, _): "The type '\(text(type))'"
    case .module(let type): "The module '\(text(type))'"
    case .configuration: "A closure that configures the injector"
    case .scope(let name, _): "The closure of the scope '\(name)'"
    case .classExtension(let type, _): "A module's extension of '\(text(type))'"
    }
  }

  /// How the user says that a closure runs anywhere, if only its captures show that it may belong to
  /// an actor; nil for anything else.
  func sayingAnywhere(_ isolated: InjectionError.Isolated, _ actor: Any.Type) -> String? {
    if actor is any GlobalActor.Type { return nil }
    return switch isolated {
    case .binding(.closure, _): ".to({ … }, isolation: nil)"
    case .binding(.step, _): ".completing({ … }, isolation: nil)"
    case .scope(let name, _): "Scope(\(name.debugDescription), store: { … }, isolation: nil)"
    default: nil
    }
  }

  /// What can be done about something that belongs to an actor, and is none itself, when the actor
  /// cannot be asked.
  func leaving(
    _ isolated: InjectionError.Isolated, _ key: Key, _ actor: Any.Type
  ) -> [String] {
    // Code belongs to a global actor because of where it is written.
    let elsewhere =
      actor is any GlobalActor.Type
      ? Self.writingElsewhere : "Let the closure capture the values that it needs, not the actor"
    switch isolated {
    case .binding(.closure, let facts):
      return [
        elsewhere,
        "Bind an asynchronous closure: \(Self.code(binding: key, facts.verb, isAwaited: true))",
      ]
    case .type, .module, .configuration:
      return ["Make the call in code that runs on the actor"]
    case .binding, .scope, .classExtension:
      return [elsewhere]
    }
  }

  /// What can be done about a class of an actor if a class that needs it belongs to another actor.
  ///
  /// Nil if no such class needs it.
  func separating(_ isolated: InjectionError.Isolated, from actor: Any.Type) -> [String]? {
    guard case .type(let needed as AnyClass, _) = isolated else { return nil }
    let askers = error.path.compactMap { $0.asker.type as? AnyClass }
    for user in askers {
      guard let owner = ClassShape.isolation(of: user)?.owner,
        actor is MainActor.Type ? !owner.isMainActor : type(of: owner.actor) != actor
      else { continue }
      let owning =
        owner.isMainActor ? "the main actor" : "the actor '\(text(type(of: owner.actor)))'"
      return [
        "Let '\(text(askers[0]))' receive an actor in place of '\(text(needed))': no call can create both, "
          + "because '\(text(user))' belongs to \(owning)"
      ]
    }
    return nil
  }

  /// How the user says that it runs anywhere.
  func freeing(_ isolated: InjectionError.Isolated, _ key: Key) -> String {
    switch isolated {
    case .binding(.closure, let facts):
      let elsewhere =
        facts.module.map { ": \(nonisolated($0)): Module, and " }
        ?? ", not at the top level of main.swift: "
      let code = facts.code(binding: key, isAnywhere: true)
      return
        "If any thread may create it, declare its class nonisolated, and bind it in a nonisolated module"
        + elsewhere + code
    case .binding(.whole, let facts):
      return
        "If any thread may use the value, bind it without onMainActor: binder.\(facts.verb)(\(key.code))"
    case .type(let type as AnyClass, _):
      // A subclass inherits the isolation.
      let declaring: AnyClass? = superclassChain(of: type).first { cls in
        ClassShape.isolation(of: cls)?.owner.isMainActor == true
      }
      return
        "If any thread may use the class, declare it nonisolated, and its conformances without @MainActor: \(nonisolated(declaring ?? type))"
    case .type(let type, _):
      return "If any thread may use the type, declare it nonisolated: \(nonisolated(type))"
    case .module(let type):
      return
        "If any thread may use the module, declare it nonisolated: \(nonisolated(type)): Module"
    case .binding, .configuration, .scope, .classExtension:
      return Self.writingElsewhere
    }
  }

  private static var writingElsewhere: String {
    "If any thread may run it, write it in a nonisolated function or module"
  }

  /// The beginning of the declaration of a nonisolated type.
  private func nonisolated(_ type: Any.Type) -> String {
    let isEnumeration = MetadataKind.of(type) == MetadataKind.enumeration
    let word = type is AnyClass ? "class" : isEnumeration ? "enum" : "struct"
    return "nonisolated \(word) \(withoutArguments(type))"
  }
}
