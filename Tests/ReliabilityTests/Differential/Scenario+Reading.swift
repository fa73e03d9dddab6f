/// Properties of a scenario that decide which runs can be compared.
extension Scenario {
  /// Whether the outcome of a run has to be the same in a variant.
  func agrees(in variant: Variant) -> Bool {
    switch variant {
    case .throughChild: agreesInChild
    // The other injector would create them, too.
    case .derived: !hasEager
    case .deep: !showsReleases
    // What a store has kept before, no singleton releases.
    case .warm: !keepsExistingElsewhere
    // An update creates eager singletons in the order of its bindings; otherwise those of modules follow.
    // If it fails, it releases those of the children that its creators have made. It forgets a bound
    // instance that it replaces, while a module that hides one may be uninstalled again.
    case .live:
      !showsReleases && !(hasEager && (!modules.isEmpty || hasEagerBelow)) && !replacesInstance
    default: true
    }
  }

  /// Whether the injectors are the same after a run, except for their instances.
  var canBeRepeated: Bool {
    var isRepeatable = !hasEager
    read(
      form: { _ in },
      step: { step in
        switch step.action {
        case .update, .updateThatThrows, .release: isRepeatable = false
        default: break
        }
      })
    return isRepeatable
  }

  /// Whether an injector creates objects when it is made.
  var hasEager: Bool {
    var hasEager = false
    read(
      form: { form in
        if case .injectedInstance = form.source { hasEager = true }
        if form.scope == .eager { hasEager = true }
      }, step: { _ in })
    return hasEager
  }

  /// Whether an object that exists may be kept by a store, or weakly.
  private var keepsExistingElsewhere: Bool {
    var (hasExisting, isKept) = (false, false)
    read(
      form: { form in
        switch form.source {
        case .captured, .instance, .injectedInstance: hasExisting = true
        default: break
        }
        switch form.scope {
        case .weak, .stored, .storedElsewhere: isKept = true
        default: break
        }
      },
      step: { step in
        if case .update(let changes) = step.action {
          for case .rescope in changes { isKept = true }
        }
      })
    return hasExisting && isKept
  }

  /// Whether a key is bound to an instance, and bound again.
  private var replacesInstance: Bool {
    forms.contains { form in
      switch form.source {
      case .instance, .injectedInstance: forms.count { $0.key == form.key } > 1
      default: false
      }
    }
  }

  /// Whether a creator makes a child that creates objects when it is made.
  private var hasEagerBelow: Bool {
    var hasEager = false
    read(
      form: { _ in },
      step: { step in
        guard case .inChild(let forms, _) = step.action else { return }
        if forms.contains(where: { $0.scope == .eager }) { hasEager = true }
      })
    return hasEager
  }

  /// Whether a child without bindings provides the same as its parent.
  ///
  /// The parent builds the instances that it keeps, and the child builds all others. So the results
  /// differ if a kept instance requests one that is not kept. Graph objects belong to one injector.
  var agreesInChild: Bool {
    var isKept: [FuzzKey: Bool] = [.listed: false]
    var agrees = true
    read(
      form: { form in
        isKept[form.key] = (isKept[form.key] ?? true) && form.isKept
        if form.scope == .graph { agrees = false }
      },
      step: { step in
        if case .update(let changes) = step.action {
          for case .rescope in changes { agrees = false }
        }
      })
    guard agrees, extensions.isEmpty else { return false }
    read(
      form: { form in
        guard form.isKept else { return }
        // The collection of a child is another one than that of its parent, which makes the instance.
        if form.edges.contains(where: { $0.property == .list }) { agrees = false }
        guard let keys = form.references else {
          agrees = false
          return
        }
        for key in keys where isKept[key] != true { agrees = false }
      },
      step: { _ in })
    return agrees
  }

  /// Whether the outcome shows when objects end that nothing keeps: in a deep call and in an update they
  /// end later.
  var showsReleases: Bool {
    guard !keepsNodes else { return false }
    var shows = false
    read(
      form: { if $0.scope == .weak { shows = true } },
      step: { step in
        switch step.action {
        case .getLazy, .getProvider, .getList: shows = true
        case .update(let changes):
          for case .rescope(_, .weak) in changes { shows = true }
        default: break
        }
      })
    return shows
  }

  /// Whether the nodes that the root keeps are awoken in the order in which they are completed.
  ///
  /// The injectors below the root end first, each with its own singletons. An awake that makes requests
  /// ends after those that begin within it. What a binding adds completes an object again. If only a link
  /// or a closure that passes it on keeps an object of a cycle, it counts as completed with the cycle.
  var showsOrderOfCompletion: Bool {
    var isKept: [FuzzKey: Bool] = [:]
    read(
      form: { form in
        if !form.isContribution { isKept[form.key] = (isKept[form.key] ?? true) && form.isKept }
      }, step: { _ in })
    var shows = children.isEmpty
    read(
      form: { form in
        if !form.awakeSteps.isEmpty { shows = false }
        switch form.source {
        case .link(let key), .passing(let key):
          if form.isKept, isKept[key] != true { shows = false }
        default: break
        }
        switch form.source {
        case .passing, .captured: if !form.edges.isEmpty { shows = false }
        default: break
        }
      },
      step: { step in
        switch step.action {
        case .inChild: shows = false
        case .update(let changes), .updateThatThrows(let changes):
          for case .rescope in changes { shows = false }
        default: break
        }
      })
    return shows
  }

  /// Visits every form and every step, however deep.
  func read(form visitForm: (FuzzForm) -> Void, step visitStep: (FuzzStep) -> Void) {
    func read(_ step: FuzzStep) {
      visitStep(step)
      switch step.action {
      case .update(let changes), .updateThatThrows(let changes):
        for case .bind(let form) in changes { read(form) }
      case .inChild(let forms, let steps):
        for form in forms { read(form) }
        for step in steps { read(step) }
      default: break
      }
    }
    func read(_ form: FuzzForm) {
      visitForm(form)
      for step in form.steps + form.awakeSteps { read(step) }
    }
    for form in forms { read(form) }
    for form in modules.joined() { read(form) }
    for child in children { for form in child.forms { read(form) } }
    for operation in operations { read(operation.step) }
  }
}

extension FuzzForm {
  /// Whether the injector that binds it builds it.
  var isKept: Bool {
    switch source {
    case .instance, .injectedInstance, .nothing: true
    default: scope?.isKept == true
    }
  }

  /// The keys that it refers to; nil if they are unknown.
  var references: [FuzzKey]? {
    guard steps.isEmpty, awakeSteps.isEmpty else { return nil }
    var keys: [FuzzKey] = edges.compactMap { edge in
      switch edge.property {
      case .role: .role
      case .listed: .listed
      case .injector: nil
      default: .name(edge.name)
      }
    }
    switch source {
    case .passing(let key), .link(let key): keys.append(key)
    case .onDemand, .declared, .initializer, .captured, .injectedInstance: return nil
    default: break
    }
    switch key == .listed ? .listed : cls {
    case .plain: break
    case .listed: keys += [.name(0), .name(1)]
    case .marked: keys += [.name(1), .name(2)]
    }
    // Its object receives the injector that has built it.
    return edges.contains { $0.property == .injector } ? nil : keys
  }
}
