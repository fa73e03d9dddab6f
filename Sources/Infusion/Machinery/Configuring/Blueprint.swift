/// The modules, closures and declarations that an injector is made from.
struct Blueprint {
  private let closure: ((Binder) throws -> Void)?
  /// The layers of the injector that this one is derived from.
  private let layers: [Configuration.Layer]
  /// The modules that follow.
  ///
  /// They have a list of their own, which nothing keeps: the compiler can leave a caller's list on
  /// the stack.
  private let modules: [any Module]

  init(_ layers: [Configuration.Layer] = [], modules: [any Module]) {
    closure = nil
    self.layers = layers
    self.modules = modules
  }

  init(closure: @escaping (Binder) throws -> Void) {
    self.closure = closure
    layers = []
    modules = []
  }

  /// Runs everything and returns the resulting configuration.
  ///
  /// A part that fails does not keep the others from running: all errors are reported together.
  func configure(
    _ options: Injector.Options, at location: CodeLocation, isChild: Bool, on caller: (any Actor)?
  ) throws(InjectionError) -> Configuration {
    // A child has few bindings, and there may be many children.
    let binder = Binder(
      changing: Configuration(roomFor: isChild ? 4 : 16),
      forbidsRebinding: options.forbidsRebinding, on: caller)
    if let closure { binder.configure(.closure(closure), closure) }
    for layer in layers { binder.adopt(layer) }
    for module in modules { binder.configure(module) }
    return try binder.finish(for: "creating an injector", at: location)
  }
}

// A closure that is cast by itself is wrapped twice; in a structure it stays as it is.
private struct Isolated {
  let configure: @isolated(any) (Binder) throws -> Void
}
private struct Plain {
  let configure: (Binder) throws -> Void
}

/// Wraps a closure that configures an injector, so that it runs on its own actor only.
///
/// It runs at once, and again when another injector is derived. A closure of the main actor checks
/// where it runs; for any other actor, the binder knows the actor of the call.
func kept(
  _ configure: @escaping @isolated(any) (Binder) throws -> Void
) -> (Binder) throws -> Void {
  let function = unsafe unsafeBitCast(Isolated(configure: configure), to: Plain.self).configure
  guard let owner = CodeOwner(configure.isolation, writtenOn: nil) else { return function }
  return { binder in
    let refusal = owner.refusal(of: .configuration, for: Key(Injector.self)) {
      $0 === binder.caller
    }
    if let refusal { throw refusal }
    try function(binder)
  }
}
