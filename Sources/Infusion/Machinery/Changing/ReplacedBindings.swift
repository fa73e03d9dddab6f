/// Bindings that are no longer in force, with the instances that they keep.
struct ReplacedBindings {
  var bindings: [ActiveBinding] = []
  /// Their instances, in the order of their completion.
  var completed: ContiguousArray<InjectorCore.Completed> = []
  var plans: [InjectionPlan] = []
  /// What was replaced as a whole; bound instances are kept by the declarations in it.
  var configuration: Configuration?

  var isEmpty: Bool {
    bindings.isEmpty && completed.isEmpty && plans.isEmpty && configuration == nil
  }

  /// Takes out what is not needed: the configuration or not, and what has been in force since a
  /// change that nothing needs.
  mutating func removeAll(
    configuration isConfigurationUnneeded: Bool, inForceSince isUnneeded: (Int) -> Bool
  ) -> ReplacedBindings {
    var removed = ReplacedBindings()
    if isConfigurationUnneeded { swap(&removed.configuration, &configuration) }
    removed.bindings = bindings.extractAll { isUnneeded($0.since) }
    removed.completed = completed.extractAll { isUnneeded($0.binding.since) }
    removed.plans = plans.extractAll { isUnneeded($0.since) }
    return removed
  }

  /// Takes back what was removed.
  mutating func append(_ removed: ReplacedBindings) {
    bindings += removed.bindings
    completed += removed.completed
    plans += removed.plans
    configuration = configuration ?? removed.configuration
  }

  /// Lets the instances go in the reverse order of their completion.
  ///
  /// Called outside locks: deinitializers are user code.
  mutating func release() {
    bindings = []
    plans = []
    configuration = nil
    while completed.popLast() != nil {}
  }
}

extension RangeReplaceableCollection where Self: MutableCollection {
  /// Removes what fulfills a condition, and returns it in its order.
  fileprivate mutating func extractAll(_ isRemoved: (Element) -> Bool) -> Self {
    var removed = Self()
    removeAll(where: { (element: Element) -> Bool in
      guard isRemoved(element) else { return false }
      removed.append(element)
      return true
    })
    return removed
  }
}
