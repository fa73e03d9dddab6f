/// The modules, closures and declarations that an injector is made from.
struct Blueprint {
  /// The layers of the injector that this one is derived from.
  private var layers: [Configuration.Layer] = []
  private var closure: ((Binder) throws -> Void)?
  private var modules: [any Module] = []

  init(layers: [Configuration.Layer]) { self.layers = layers }

  init(modules: [any Module]) { self.modules = modules }

  init(closure: @escaping (Binder) throws -> Void) { self.closure = closure }

  func adding(_ added: [any Module]) -> Blueprint {
    var copy = self
    copy.modules += added
    return copy
  }

  /// Runs everything and returns the resulting configuration.
  ///
  /// A part that fails does not keep the others from running: all errors are reported together.
  func configure(
    _ options: Injector.Options, at place: CodeLocation, isChild: Bool, on caller: (any Actor)?
  ) throws(InjectionError) -> Configuration {
    // A child has few bindings, and there may be many children.
    let binder = Binder(
      changing: Configuration(roomFor: isChild ? 4 : 16),
      forbidsRebinding: options.forbidsRebinding, on: caller)
    for layer in layers { binder.adopt(layer) }
    if let closure { binder.configure(.closure(closure), closure) }
    for module in modules { binder.configure(module) }
    return try binder.finish(for: "creating an injector", at: place)
  }
}
