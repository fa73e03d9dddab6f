/// The modules, closures and declarations that an injector is made from.
struct Blueprint {
  struct Part {
    let origin: Origin
    /// The modules that the part may not install.
    var exclusions: [Configuration.Layer.Exclusion] = []
  }

  enum Origin {
    case module(any Module)
    case closure((Binder) throws -> Void)
    /// The bindings of an update, which cannot run again; they are taken over as they are.
    case declarations(Configuration.Layer)
  }

  /// The modules that come first, and need no list of parts.
  private let modules: [any Module]
  private let parts: [Part]

  init(_ parts: [Part]) {
    modules = []
    self.parts = parts
  }

  init(modules: [any Module]) {
    self.modules = modules
    parts = []
  }

  init(closure: @escaping (Binder) throws -> Void) {
    self.init([Part(origin: .closure(closure))])
  }

  func adding(_ added: [any Module]) -> Blueprint {
    func parts(of modules: [any Module]) -> [Part] { modules.map { Part(origin: .module($0)) } }
    return Blueprint(parts(of: modules) + self.parts + parts(of: added))
  }

  /// Runs all parts and returns the resulting configuration.
  ///
  /// A part that fails does not keep the others from running: all errors are reported together.
  func configure(
    _ options: Injector.Options, at place: CodeLocation, isChild: Bool, on caller: (any Actor)?
  ) throws(InjectionError) -> Configuration {
    // A child has few bindings, and there may be many children.
    let binder = Binder(
      changing: Configuration(roomFor: isChild ? 4 : 16),
      forbidsRebinding: options.forbidsRebinding, on: caller)
    for module in modules { binder.configure(module) }
    for part in parts {
      binder.draft.exclusions = part.exclusions
      switch part.origin {
      case .module(let module): binder.configure(module)
      case .closure(let closure): binder.configure(.closure(closure), closure)
      case .declarations(let layer): binder.adopt(layer)
      }
    }
    return try binder.finish(for: "creating an injector", at: place)
  }
}
