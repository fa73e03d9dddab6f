extension Scenario {
  /// Whether the reference model covers everything in the scenario.
  var fitsModel: Bool {
    guard extensions.isEmpty else { return false }
    var fits = true
    var hasInjector = false
    var hasInstance = false
    var hasCaptured = false
    var hasChild = false
    read(
      form: { form in
        switch form.source {
        case .point, .injectedInstance: fits = false
        case .instance: hasInstance = true
        case .captured: hasCaptured = true
        default: break
        }
        if form.scope == .eager { fits = false }
        if form.isContribution, form.scope == .stored || form.scope == .storedElsewhere {
          fits = false
        }
        if form.edges.contains(where: { $0.property == .injector }) { hasInjector = true }
        if !keepsNodes, form.scope == .weak { fits = false }
        for step in form.steps + form.awakeSteps where !step.isKnownInside { fits = false }
      },
      step: { step in
        switch step.action {
        case .resolveWithArgument: fits = false
        case .update(let changes):
          for change in changes {
            switch change {
            case .extend: fits = false
            case .rescope(_, .weak): if !keepsNodes { fits = false }
            default: break
            }
          }
        case .getLazy, .getProvider, .getList: if !keepsNodes { fits = false }
        case .inChild(_, let steps):
          hasChild = true
          for step in steps where !step.isKnownInside { fits = false }
        default: break
        }
      })
    // A bound instance that a closure also returns is injected or not, depending on the first use.
    if hasInstance, hasCaptured { fits = false }
    // The properties no longer contain an injector that has been released.
    if hasInjector, hasChild { fits = false }
    return fits
  }
}

extension FuzzStep {
  /// Whether the model covers the action where other user code runs.
  fileprivate var isKnownInside: Bool {
    switch action {
    case .getLazy, .getList, .update, .updateThatThrows, .release: false
    default: true
    }
  }
}

extension FuzzModel {
  /// Whether the model has the same outcome; it does not know when nodes end or are released.
  static func agrees(with found: [FuzzEvent], on scenario: Scenario) -> Bool {
    let expected = run(scenario)
    let found = found.filter { $0.kind != .released }
    if scenario.keepsNodes { return expected == found }
    return expected.filter { $0.kind != .state } == found.filter { $0.kind != .state }
  }
}
