/// What an injector is made from, kept to derive others.
struct Blueprint {
  enum Part {
    case module(any Module)
    case closure((Binder) throws -> Void)
  }

  private(set) var parts: [Part]

  init(modules: [any Module]) {
    parts = modules.map { .module($0) }
  }

  init(closure: @escaping (Binder) throws -> Void) {
    parts = [.closure(closure)]
  }

  func adding(_ modules: [any Module]) -> Blueprint {
    var copy = self
    copy.parts += modules.map { .module($0) }
    return copy
  }

  func removing(_ isRemoved: (any Module) -> Bool) -> Blueprint {
    var copy = self
    copy.parts.removeAll { part in
      if case .module(let module) = part { isRemoved(module) } else { false }
    }
    return copy
  }

  /// Runs everything and returns what has been said.
  func configure(_ options: Injector.Options) throws(InjectionError) -> Configuration {
    let binder = Binder(changing: Configuration(), forbidsRebinding: options.forbidsRebinding)
    var errors: [InjectionError] = []
    for part in parts {
      do throws(InjectionError) {
        switch part {
        case .module(let module): try binder.configure(module)
        case .closure(let closure): try binder.configure(closure)
        }
      } catch {
        errors.append(error)
      }
    }
    do throws(InjectionError) {
      try binder.finish()
    } catch {
      errors += error.errors.isEmpty ? [error] : error.errors
    }
    guard errors.isEmpty else { throw InjectionError(collecting: errors) }
    return binder.configuration
  }
}
