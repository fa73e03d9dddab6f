import Infusion

/// What the bindings and steps of a plan make possible.
struct CrowdRules {
  private(set) var possible: Set<InjectionError.Code> = [.providerFailed]
  private(set) var hasPreparations = false
  private(set) var shutsDown = false
  /// Whether all keys are always bound.
  private(set) var bindsAll = true
  /// Whether an injector may keep what another binding has created.
  private(set) var keepsPassed = false
  /// Whether creators release singletons: what they pass on afterwards may come from later ones.
  private var codeReleases = false
  /// Whether creators and awakes change injectors, so that their requests see the changes.
  private(set) var codeChanges = false
  private var rescoped: Set<Int> = []
  private var withArgument: Set<Int> = []
  private var withoutArgument: Set<Int> = []
  /// The keys whose observers may hear of them on any thread.
  private(set) var asynchronous: Set<Int> = []
  /// Whether a preparation may find out only while it completes an object that something is missing.
  private var findsNeedsLate = false
  let isVerbose = Settings.seed != nil

  init(_ plan: CrowdPlan) {
    var (hasEager, updates, updatesAsk, codeAsks, codeUpdates) = (false, false, false, false, false)
    var (hasChildren, derives) = (false, false)
    var isReentrant = !plan.echoes.isEmpty
    var passing: Set<Int> = []
    plan.read(
      form: { form in
        if form.scope == .eager { hasEager = true }
        if !form.echoes.isEmpty { isReentrant = true }
        if form.source.isPassing {
          passing.insert(form.key.number)
          if form.scope != .unscoped { keepsPassed = true }
        }
        if case .passing = form.source { codeAsks = true }
        if case .asynchronous(let needs) = form.source {
          hasPreparations = true
          asynchronous.insert(form.key.number)
          if !needs.isEmpty { codeAsks = true }
          if !form.awakeSteps.isEmpty { findsNeedsLate = true }
        }
        if case .node(let number) = form.key {
          if form.source == .argument {
            withArgument.insert(number)
          } else {
            withoutArgument.insert(number)
          }
        }
        // An array exists only when all of its values do.
        if form.edges.contains(where: { $0.property == .list }) { codeAsks = true }
        if form.releaseFails { possible.insert(.releaseFailed) }
      },
      step: { step, form in
        if form != nil { codeAsks = true }
        switch step.action {
        case .update(_, _, let number):
          updates = true
          if number != nil { updatesAsk = true }
          if form != nil { codeUpdates = true }
        case .inChild: hasChildren = true
        case .derive: derives = true
        case .release where form != nil: codeReleases = true
        case .shutDown:
          shutsDown = true
          // A shutdown elsewhere waits for what the code creates.
          if form != nil { possible.insert(.deadlock) }
        default: break
        }
      },
      change: { change in
        switch change {
        case .unbind: bindsAll = false
        case .rescope(let number, _): rescoped.insert(number)
        default: break
        }
      })
    if !passing.isDisjoint(with: rescoped) { keepsPassed = true }
    codeChanges = codeReleases || codeUpdates
    if plan.unbound != nil { bindsAll = false }
    if !bindsAll { possible.formUnion([.missingBinding, .boundInChild]) }
    if hasPreparations { possible.insert(.notPrepared) }
    if shutsDown || derives { possible.insert(.injectorShutDown) }
    if shutsDown { bindsAll = false }
    if codeUpdates || shutsDown { possible.insert(.updateInProgress) }
    if isReentrant {
      possible.formUnion([.cyclicDependency, .deadlock, .updateInProgress])
      possible.formUnion([.injectorReleased, .injectorShutDown])
      findsNeedsLate = true
    }
    if hasChildren || derives || shutsDown { possible.insert(.injectorReleased) }
    if !plan.isAcyclic, codeAsks {
      possible.formUnion([.cyclicDependency, .deadlock])
      findsNeedsLate = true
    }
    // Code that updates needs the eager singletons, which may need what the code creates.
    if codeUpdates, hasEager { possible.formUnion([.cyclicDependency, .deadlock]) }
    if updates, hasEager || updatesAsk { possible.insert(.deadlock) }
  }

  func takesArgument(_ key: CrowdKey) -> Bool {
    withArgument.contains(key.number) && !withoutArgument.contains(key.number)
  }

  /// Whether the injector keeps the values of a key as the bindings of the key say.
  func showsScope(of key: CrowdKey) -> Bool {
    if !rescoped.isEmpty, case .node(let number) = key, rescoped.contains(number) { return false }
    return !keepsPassed
  }

  /// Whether a node may be released again, with a binding that has passed it on.
  func mayReleaseAgain(_ facts: CrowdFacts) -> Bool {
    keepsPassed && (codeReleases || !facts.scope.isSingleton)
  }

  /// Whether objects of a key may awake again, because a preparation first had to make what was missing.
  func mayAwakeAgain(_ key: CrowdKey) -> Bool {
    findsNeedsLate && asynchronous.contains(key.number)
  }

  func isRescoped(_ key: CrowdKey) -> Bool { rescoped.contains(key.number) }
}
