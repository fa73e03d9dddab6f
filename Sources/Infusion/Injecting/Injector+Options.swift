extension Injector {
  /// Options that change the behavior of an injector.
  ///
  /// Children inherit them. `Sendable`.
  public struct Options: Sendable {
    /// The scope of objects that are created on demand and whose class is not ``Scoped``.
    public var onDemandScope: Scope

    /// Whether nothing is created on demand: every key has to be bound.
    public var requiresExplicitBindings: Bool

    /// Whether binding a key again causes ``InjectionError/Code/duplicateBinding``.
    ///
    /// An update can still replace a binding: it first calls ``Binder/unbind(_:named:)``.
    public var forbidsRebinding: Bool

    /// Whether every cycle causes an error, even one between properties.
    public var forbidsCycles: Bool

    /// How many requests may be nested in closures, initializers, and
    /// ``AwakesFromInjection/awakeFromInjection()``; 200 by default.
    ///
    /// A request that is nested deeper throws ``InjectionError/Code/cyclicDependency``. So does a
    /// nested request for which the thread's stack has no room, whatever the limit.
    public var maximumNesting: Int

    /// The observers of the injector; none by default.
    public var observers: [any InjectionObserver]

    /// Creates options.
    ///
    /// - Parameters:
    ///   - onDemandScope: The scope of objects that are created on demand and whose class is not
    ///     ``Scoped``.
    ///   - requiresExplicitBindings: Whether nothing is created on demand.
    ///   - forbidsRebinding: Whether binding a key again causes an error.
    ///   - forbidsCycles: Whether every cycle causes an error, even one between properties.
    ///   - maximumNesting: How many requests may be nested in closures, initializers, and
    ///     `awakeFromInjection()`.
    ///   - observers: The observers of the injector.
    public init(
      onDemandScope: Scope = .unscoped, requiresExplicitBindings: Bool = false,
      forbidsRebinding: Bool = false, forbidsCycles: Bool = false, maximumNesting: Int = 200,
      observers: [any InjectionObserver] = []
    ) {
      self.onDemandScope = onDemandScope
      self.requiresExplicitBindings = requiresExplicitBindings
      self.forbidsRebinding = forbidsRebinding
      self.forbidsCycles = forbidsCycles
      self.maximumNesting = maximumNesting
      self.observers = observers
    }
  }
}
