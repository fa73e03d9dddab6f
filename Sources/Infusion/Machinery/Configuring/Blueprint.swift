/// The modules, closures and declarations that an injector is made from.
enum Blueprint {
  case modules([any Module])
  case closure((Binder) throws -> Void)
  /// The layers of the injector that this one is derived from, and modules that follow them.
  case layers([Configuration.Layer], adding: [any Module])

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
    switch self {
    case .modules(let modules):
      for module in modules { binder.configure(module) }
    case .closure(let closure):
      binder.configure(.closure(closure), closure)
    case .layers(let layers, let added):
      for layer in layers { binder.adopt(layer) }
      for module in added { binder.configure(module) }
    }
    return try binder.finish(for: "creating an injector", at: place)
  }
}
