// Closures that a binding keeps belong to the actor that they were written on.

extension BindingBuilder {
  /// Notes where a function that the binding keeps was written; returns it as an ordinary one.
  func keep<Result, each Input>(
    _ function: KeptFunction<Result, repeat each Input>, writtenOn caller: (any Actor)?
  ) -> Function<Result, repeat each Input> {
    keep(writtenOn: caller, isolation: function.isolation)
    return function.unchecked
  }

  /// Notes where a kept closure that does not tell its isolation was written.
  @usableFromInline
  func keep(_ closure: @escaping () throws -> Value, writtenOn caller: any Actor) {
    let belongs = ClosureContext.captures(caller, in: closure)
    keep(writtenOn: caller, isolation: belongs ? caller : nil)
  }

  /// The same for a closure that takes the injector.
  @usableFromInline
  func keep(_ closure: @escaping (Injector) throws -> Value, writtenOn caller: any Actor) {
    let belongs = ClosureContext.captures(caller, in: closure)
    keep(writtenOn: caller, isolation: belongs ? caller : nil)
  }

  /// The same for an initializer, or another function.
  @usableFromInline
  func keep<each Input>(
    _ function: @escaping (repeat each Input) throws -> Value, writtenOn caller: any Actor
  ) {
    let belongs = ClosureContext.captures(caller, in: Function(function))
    keep(writtenOn: caller, isolation: belongs ? caller : nil)
  }

  /// Notes where code that the binding keeps was written.
  ///
  /// - Parameters:
  ///   - caller: The actor of the code around the call.
  ///   - isolation: The actor of the code itself, as far as it is known.
  func keep(writtenOn caller: (any Actor)?, isolation: (any Actor)? = nil) {
    switch CodeOwner(isolation, writtenOn: caller) {
    case .mainActor: binder.requireMainActor(handle)
    case .other(let actor):
      let declaration = declaration
      binder.draft.fail(
        InjectionError(
          .actorIsolated(declaration.key, .closure(.init(declaration)), actor: type(of: actor))))
    case nil: break
    }
  }
}

/// The actor that code belongs to.
enum CodeOwner {
  case mainActor
  case other(any Actor)

  /// - Parameters:
  ///   - isolation: The actor of the code itself, as far as it is known.
  ///   - caller: The actor of the code around the call. Only a global actor counts: in a method of
  ///     another one, code need not belong to it.
  init?(_ isolation: (any Actor)?, writtenOn caller: (any Actor)?) {
    guard let actor = isolation ?? caller, isolation != nil || actor.isGlobal else { return nil }
    self = actor === MainActor.shared || caller === MainActor.shared ? .mainActor : .other(actor)
  }
}

extension Actor {
  /// Whether the actor is the shared one of its type.
  fileprivate nonisolated var isGlobal: Bool {
    if self === MainActor.shared { return true }
    guard let type = type(of: self) as? any GlobalActor.Type else { return false }
    func shared<Global: GlobalActor>(_ type: Global.Type) -> any Actor { type.shared }
    return shared(type) === self
  }
}
