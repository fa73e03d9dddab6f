extension Module {
  /// Returns this module with the bindings of another module in place of its own for the same keys.
  ///
  /// ```swift
  /// struct TestModule: Module {
  ///   func configure(_ binder: Binder) { binder.bind(Clock.self).to { Clock() } }
  /// }
  /// func makeTestInjector() throws -> Injector {
  ///   try Injector(AppModule().overriding(with: TestModule()))
  /// }
  /// ```
  ///
  /// Bindings that are not replaced stay. ``Injector/Options/forbidsRebinding`` does not forbid
  /// this, because you replace the bindings on purpose.
  ///
  /// The other module takes effect even if it is installed already. It belongs to the result:
  /// ``Injector/installedModules`` does not list it, and you cannot uninstall it alone.
  ///
  /// - Parameter module: The module whose bindings replace others.
  /// - Returns: A module to install instead of this one.
  public func overriding(with module: any Module) -> any Module {
    // Both parts replace bindings, even if the program has installed one of them as well.
    if let parts = module as? OverridingModule {
      return overriding(with: parts.base).overriding(with: parts.replacement)
    }
    return OverridingModule(base: self, replacement: module)
  }

  /// Returns this module with the bindings of a closure in place of its own for the same keys.
  ///
  /// ```swift
  /// func makeTestInjector(clock: Clock) throws -> Injector {
  ///   try Injector(AppModule().overriding { $0.bind(Clock.self).to(instance: clock) })
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - configure: Declares the bindings that replace others. The module keeps the closure, so the
  ///     closure may capture the objects that it binds.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: A module to install instead of this one.
  public func overriding(
    _ configure: @escaping @isolated(any) (Binder) throws -> Void,
    isolation: (any Actor)? = #isolation
  ) -> any Module {
    OverridingModule(base: self, replacement: ClosureModule(configure, writtenOn: isolation))
  }
}

/// A module that runs a closure.
package struct ClosureModule: Module {
  private let closure: (Binder) throws -> Void

  package init(
    _ configure: @escaping @isolated(any) (Binder) throws -> Void,
    writtenOn caller: (any Actor)? = nil
  ) {
    closure = kept(configure, writtenOn: caller)
  }

  package func configure(_ binder: Binder) throws { try closure(binder) }
}

/// Two modules, the second of which may bind again the keys that the first has bound.
///
/// The first is installed like any other: if it is installed already, it is not configured again.
final class OverridingModule: Module {
  let base: any Module
  let replacement: any Module
  fileprivate let identityOfBase: ModuleIdentity

  init(base: any Module, replacement: any Module) {
    self.base = base
    self.replacement = replacement
    identityOfBase = ModuleIdentity(base)
  }

  func configure(_ binder: Binder) {
    binder.configure(base, identityOfBase)
    let override = { [replacement] (binder: Binder) in binder.override(with: replacement) }
    binder.configure(.closure(override), override)
  }
}

extension Module {
  /// Whether the user knows its type; the bindings of any other module belong to the modules or the
  /// closure inside it.
  static var isNamed: Bool { self != OverridingModule.self && self != ClosureModule.self }

  /// The module that the user knows: the one whose bindings are replaced, or this one.
  var named: any Module { (self as? OverridingModule)?.base.named ?? self }

  /// The module to unload; one whose bindings are replaced is installed by itself.
  var unloaded: any Module { (self as? OverridingModule)?.replacement ?? self }

  /// Whether the module is another one with bindings replaced.
  func wraps(_ identity: ModuleIdentity) -> Bool {
    guard let module = self as? OverridingModule else { return false }
    return module.identityOfBase == identity || module.base.wraps(identity)
  }

  /// Whether the module is of a type, or one of that type with bindings replaced.
  func isOrWraps<Wanted: Module>(_ type: Wanted.Type) -> Bool {
    self is Wanted || (self as? OverridingModule)?.base.isOrWraps(type) == true
  }
}
