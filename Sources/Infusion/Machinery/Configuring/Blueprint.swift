/// The modules, closures and declarations that an injector is made from, in this order.
struct Blueprint {
  /// The layers of the injector that this one is derived from.
  var layers: [Configuration.Layer] = []
  /// The modules of the call.
  ///
  /// They have a list of their own, which nothing keeps: the compiler can leave a caller's list on
  /// the stack.
  var modules: [any Module] = []
  /// The closure of the call.
  var closure: ((Binder) throws -> Void)?

  /// Runs everything and returns the resulting configuration.
  ///
  /// A part that fails does not keep the others from running: all errors are reported together.
  func configure(
    _ options: Injector.Options, below parent: Injector?, at location: CodeLocation,
    on caller: (any Actor)?
  ) throws(InjectionError) -> Configuration {
    let binder = Binder(
      changing: Configuration(), isUpdate: false, below: parent?.core,
      forbidsRebinding: options.forbidsRebinding, on: caller)
    for layer in layers { binder.adopt(layer) }
    for module in modules { binder.configure(module) }
    if let closure { binder.configure(.closure(closure), closure) }
    return try binder.finish(for: "creating an injector", at: location)
  }
}

// A closure that is cast by itself is wrapped twice; in a structure it stays as it is.
private struct PassedConfiguration {
  let configure: @isolated(any) (Binder) throws -> Void
}
private struct Plain {
  let configure: (Binder) throws -> Void
}

/// Wraps a closure that configures an injector, so that it runs on its own actor only.
///
/// It runs at once, and again when another injector is derived. A closure of the main actor checks
/// where it runs; for any other actor, the binder knows the actor of the call.
///
/// - Parameters:
///   - configure: The closure.
///   - caller: The actor of the code around the call, if it is known.
/// - Returns: The closure, wrapped if it belongs to an actor.
func kept(
  _ configure: @escaping @isolated(any) (Binder) throws -> Void, writtenOn caller: (any Actor)?
) -> (Binder) throws -> Void {
  let passed = PassedConfiguration(configure: configure)
  let function = unsafe unsafeBitCast(passed, to: Plain.self).configure
  let actor = ClosureContext.actor(configure.isolation, or: caller, ofCodeIn: passed)
  guard let owner = CodeOwner(actor, writtenOn: nil) else { return function }
  return { binder in
    let refusal = owner.refusal(of: .configuration, for: Key(Injector.self)) {
      $0 === binder.caller
    }
    if let refusal { throw refusal }
    try function(binder)
  }
}
