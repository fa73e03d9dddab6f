extension Module {
  /// A module in which the bindings of another one replace those of the same keys.
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
  /// It is no error where ``Injector/Options/forbidsRebinding`` is set: to override is on purpose.
  ///
  /// - Parameter module: The bindings that replace others.
  /// - Returns: A module to install instead of this one.
  public func overriding(with module: any Module) -> any Module {
    OverridingModule(base: self, replacement: module)
  }

  /// A module in which the bindings of a closure replace those of the same keys.
  ///
  /// ```swift
  /// func makeTestInjector(clock: Clock) throws -> Injector {
  ///   try Injector(AppModule().overriding { $0.bind(Clock.self).to(instance: clock) })
  /// }
  /// ```
  ///
  /// - Parameter configure: Declares the bindings that replace others. It is kept, and may capture
  ///   what it binds.
  /// - Returns: A module to install instead of this one.
  public func overriding(_ configure: @escaping (Binder) throws -> Void) -> any Module {
    OverridingModule(base: self, replacement: ClosureModule(closure: configure))
  }
}

/// A module made of a closure.
private struct ClosureModule: Module {
  let closure: (Binder) throws -> Void

  func configure(_ binder: Binder) throws { try closure(binder) }
}

/// Two modules, the second of which may bind again what the first has bound.
struct OverridingModule: UnloadableModule {
  let base: any Module
  let replacement: any Module

  func configure(_ binder: Binder) {
    binder.include(base)
    binder.override(with: replacement)
  }

  func unload(from injector: Injector) throws {
    try (base as? any UnloadableModule)?.unload(from: injector)
    try (replacement as? any UnloadableModule)?.unload(from: injector)
  }
}

extension Module {
  /// Whether the user knows its type; the bindings of any other are those of what it is made of.
  static var isNamed: Bool { self != OverridingModule.self && self != ClosureModule.self }

  /// The module that the user knows: the one whose bindings are replaced, or this one.
  var named: any Module { (self as? OverridingModule)?.base.named ?? self }

  /// Whether the module is of a type, or one of that type with bindings replaced.
  func isOrWraps<Wanted: Module>(_ type: Wanted.Type) -> Bool {
    self is Wanted || (self as? OverridingModule)?.base.isOrWraps(type) == true
  }
}
