/// What an injector is made from.
struct Blueprint {
  enum Part {
    case module(any Module)
    case closure((Binder) throws -> Void)
    /// What a live injector was told in passing: it cannot be run again, and is taken over as it
    /// is.
    case declarations(Configuration.Layer)
  }

  private(set) var parts: [Part]

  init(_ parts: [Part]) {
    self.parts = parts
  }

  init(modules: [any Module]) {
    parts = modules.map { .module($0) }
  }

  init(closure: @escaping (Binder) throws -> Void) {
    parts = [.closure(closure)]
  }

  func adding(_ modules: [any Module]) -> Blueprint {
    Blueprint(parts + modules.map { .module($0) })
  }

  func removing(where isRemoved: (any Module) -> Bool) -> Blueprint {
    Blueprint(
      parts.filter { part in
        if case .module(let module) = part { !isRemoved(module) } else { true }
      })
  }

  /// Runs everything and returns what has been said.
  ///
  /// One part that fails does not keep the others from being heard: all errors are reported
  /// together.
  func configure(
    _ options: Injector.Options, at place: CodeLocation
  ) throws(InjectionError) -> Configuration {
    let binder = Binder(changing: Configuration(), forbidsRebinding: options.forbidsRebinding)
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
