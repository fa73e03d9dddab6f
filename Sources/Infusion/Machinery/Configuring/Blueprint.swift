/// What an injector is made from.
struct Blueprint {
  enum Part {
    case module(any Module)
    case closure((Binder) throws -> Void)
    /// What a live injector was told in passing: it cannot be run again, and is taken over as it
    /// is.
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
    self.init([.closure(closure)])
  }

  private var all: [Part] { modules.map { .module($0) } + parts }

  func adding(_ modules: [any Module]) -> Blueprint {
    Blueprint(all + modules.map { .module($0) })
  }

  func removing(where isRemoved: (any Module) -> Bool) -> Blueprint {
    Blueprint(
      all.filter { part in
        if case .module(let module) = part { !isRemoved(module) } else { true }
      })
  }

  /// Runs everything and returns what has been said.
  ///
  /// One part that fails does not keep the others from being heard: all errors are reported
  /// together.
  func configure(
    _ options: Injector.Options, at place: CodeLocation, isChild: Bool
  ) throws(InjectionError) -> Configuration {
    // A child has few bindings, and there may be many children.
    let binder = Binder(
      changing: Configuration(roomFor: isChild ? 4 : 16),
      forbidsRebinding: options.forbidsRebinding)
    for module in modules { binder.configure(module) }
    for part in parts {
      switch part {
      case .module(let module): binder.configure(module)
      case .closure(let closure): binder.configure(.closure(closure), closure)
      case .declarations(let layer): binder.adopt(layer)
      }
    }
    return try binder.finish(for: "making an injector", at: place)
  }
}
