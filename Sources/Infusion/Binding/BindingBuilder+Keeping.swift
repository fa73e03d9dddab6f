// Closures that a binding keeps belong to the actor that they were written on.

extension BindingBuilder {
  /// Notes where a function that the binding keeps was written; returns it as an ordinary one.
  ///
  /// The holder is a structure that holds the function as it was passed, and nothing else.
  func keep<Result, each Input, Holder>(
    _ function: KeptFunction<Result, repeat each Input>, passedIn holder: Holder,
    writtenOn caller: (any Actor)?,
    as part: BindingDeclaration.Part = .closure
  ) -> Function<Result, repeat each Input> {
    keep(
      writtenOn: caller,
      isolation: ClosureContext.actor(function.isolation, or: caller, ofCodeIn: holder), as: part)
    return function.unchecked
  }

  /// Notes where a function that is handed out as a value was written.
  func keep(instance: Value, writtenOn caller: any Actor) {
    keep(writtenOn: caller, isolation: actor(caller, ofFunctionsIn: instance))
  }

  fileprivate struct Maker { let make: () throws -> Value }
  fileprivate struct AskingMaker { let make: (Injector) throws -> Value }

  fileprivate func keep<Holder>(codeIn holder: Holder, writtenOn caller: any Actor) {
    keep(
      writtenOn: caller,
      isolation: ClosureContext.actor(nil, or: caller, ofCodeIn: holder, knowsIsolation: false))
  }

  /// Notes where code that the binding keeps was written.
  ///
  /// - Parameters:
  ///   - caller: The actor of the code around the call.
  ///   - isolation: The actor of the code itself, as far as it is known.
  ///   - part: What the code is, for errors.
  func keep(
    writtenOn caller: (any Actor)?, isolation: (any Actor)? = nil,
    as part: BindingDeclaration.Part = .closure
  ) {
    let owner = CodeOwner(isolation, writtenOn: caller)
    if binder.requiresMainActor(owner, declaration.key, .binding(part, .init(declaration))) {
      declaration.partOnMainActor = declaration.partOnMainActor ?? part
    }
  }
}

/// For the code that clients compile.
///
/// These are methods of the binder, because a call of one of the builder keeps the builder as a whole,
/// and so retains the binder for each binding, even where the call never happens.
extension Binder {
  /// Notes where a kept closure that does not tell its isolation was written.
  @usableFromInline
  func keep<Value>(
    _ closure: @escaping () throws -> Value, of bound: BindingDeclaration,
    writtenOn caller: any Actor
  ) {
    let builder = BindingBuilder<Value>(of: bound, binder: self)
    builder.keep(codeIn: BindingBuilder.Maker(make: closure), writtenOn: caller)
  }

  /// The same for a closure that takes the injector.
  @usableFromInline
  func keep<Value>(
    _ closure: @escaping (Injector) throws -> Value, of bound: BindingDeclaration,
    writtenOn caller: any Actor
  ) {
    let builder = BindingBuilder<Value>(of: bound, binder: self)
    builder.keep(codeIn: BindingBuilder.AskingMaker(make: closure), writtenOn: caller)
  }

  /// The same for an initializer, or another function.
  @usableFromInline
  func keep<Value, each Input>(
    _ function: @escaping (repeat each Input) throws -> Value, of bound: BindingDeclaration,
    writtenOn caller: any Actor
  ) {
    let builder = BindingBuilder<Value>(of: bound, binder: self)
    builder.keep(codeIn: Function(function: function), writtenOn: caller)
  }
}

private struct Held<Value> { let value: Value }

/// The actor of a method, if a function that is a value, or one of those in an array, belongs to it.
private func actor<Value>(_ caller: any Actor, ofFunctionsIn value: Value) -> (any Actor)? {
  if let list = value as? any CollectionForm { return list.actorOfFunctions(caller) }
  return ClosureContext.actor(nil, or: caller, ofCodeIn: Held(value: value), knowsIsolation: false)
}

extension CollectionForm {
  fileprivate func actorOfFunctions(_ caller: any Actor) -> (any Actor)? {
    lazy.compactMap { actor(caller, ofFunctionsIn: $0) }.first
  }
}
