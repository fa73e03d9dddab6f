extension Injector {
  /// How an injector behaves where there is a choice.
  ///
  /// Inherited by children. `Sendable`.
  public struct Options: Sendable {
    /// The lifetime of classes that are created on demand and do not say it themselves.
    public var onDemandScope: Scope

    /// Whether nothing is created on demand: every key has to be bound.
    public var requiresExplicitBindings: Bool

    /// Whether binding a key again is an error, with the code
    /// ``InjectionError/Code/duplicateBinding``.
    public var forbidsRebinding: Bool

    /// Whether every cycle is an error, also one between properties.
    public var forbidsCycles: Bool

    /// How many requests may be nested in closures and initializers; 200 unless said otherwise.
    ///
    /// One more is an error with the code ``InjectionError/Code/cyclicDependency``.
    public var maximumNesting: Int

    /// Who hears what the injector does; nobody, by default.
    public var observers: [any InjectionObserver]

    /// Makes options.
    ///
    /// - Parameters:
    ///   - onDemandScope: The lifetime of classes that are created on demand and do not say it
    ///     themselves.
    ///   - requiresExplicitBindings: Whether nothing is created on demand.
    ///   - forbidsRebinding: Whether binding a key again is an error.
    ///   - forbidsCycles: Whether every cycle is an error, also one between properties.
    ///   - maximumNesting: How many requests may be nested in closures and initializers.
    ///   - observers: Who hears what the injector does.
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
