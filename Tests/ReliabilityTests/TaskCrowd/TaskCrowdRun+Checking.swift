import Infusion
import Synchronization

/// The promises that hold in every interleaving.
extension TaskCrowdRun {
  /// Only what the plan makes possible may fail.
  func check(
    _ error: any Error, mayBeCancelled: Bool = false, mayBeUnprepared: Bool = false
  ) {
    guard let error = error as? InjectionError else {
      if !(error is Storm) { note("\(error)") }
      return
    }
    for part in error.parts {
      let isExpected =
        switch part.code {
        case .providerFailed:
          part.underlying is Storm || mayBeCancelled && part.underlying is CancellationError
        case .cancelled: mayBeCancelled
        case .notPrepared: mayBeUnprepared
        case .injectorShutDown: plan.ends || isEnding.isRaised || startsTasks(inChildTask: nil)
        case .awaitRequired: plan.ends
        case .mainActorRequired: plan.ends && plan.releasesOnMainActor
        case .missingBinding, .boundInChild: plan.unbinds
        case .cyclicDependency:
          // A derived injector that ends unloads modules, which ask for what is under construction.
          plan.hasCycles || startsTasks(inChildTask: true) || endsChildrenWithFarewells
            || plan.derives && plan.changes
        // An update holds back what its eager singletons use, and its objects may ask for what waits.
        case .deadlock:
          plan.hasCycles || plan.ends || endsChildrenWithFarewells
            || plan.forms.contains(where: \.isEager)
        case .updateInProgress: plan.ends
        default: false
        }
      if !isExpected { note("\(part)") }
    }
  }

  /// Whether closures start tasks, which may ask when a derived injector has ended; a child task of such
  /// a task counts as a part of the closure.
  private func startsTasks(inChildTask: Bool?) -> Bool {
    plan.forms.contains { form in
      form.deeds.contains { deed in
        guard case .startsTask(_, let asks) = deed else { return false }
        return inChildTask.map { $0 == asks } ?? true
      }
    }
  }

  /// Whether something under construction may end a child whose objects ask for something when they are
  /// released: they may ask for what is under construction.
  var endsChildrenWithFarewells: Bool {
    plan.forms.contains { form in
      let ofDeeds = form.deeds.flatMap { deed -> [TaskCrowdPlan.Form] in
        if case .makesChild(let forms, _, true) = deed { forms } else { [] }
      }
      let ofAsks = (form.asks + form.awakeAsks).flatMap { ask -> [TaskCrowdPlan.Form] in
        if case .inChild(let forms, _) = ask { forms } else { [] }
      }
      return (ofDeeds + ofAsks).contains { $0.farewell != nil }
    }
  }

  func receive(_ target: TaskTarget, from home: TaskCrowdHome, since start: Int) {
    if target.awakes != 1 { note("a target was awoken \(target.awakes) times") }
    receive(target.part, for: 0, from: home, since: start)
  }

  /// The contributions of one injector are in the order in which it has bound them.
  func receive(_ parts: [TaskPart], from home: TaskCrowdHome, since start: Int) {
    for part in parts { receive(part, for: part.facts.form.key, from: nil, since: start) }
    let tags = parts.map(\.facts).filter { $0.form.isContributed }.map(\.tag)
    if home.parent == nil, zip(tags, tags.dropFirst()).contains(where: { $0 >= $1 }) {
      note("the collection of \(home.number) is \(tags)")
    }
    let lineage = Array(sequence(first: home) { $0.parent })
    let expected = lineage.flatMap { plan.homes[$0.number].forms }.filter(\.isContributed).count
    if !plan.changes, parts.count != expected {
      note("\(parts.count) parts of \(expected) are in the collection of \(home.number)")
    }
  }

  func receive(_ part: TaskPart, for key: Int, from home: TaskCrowdHome?, since start: Int) {
    checkComplete(part)
    useHandles(of: part, withinCall: false)
    let end = tick()
    returned.with {
      $0.append(.init(facts: part.facts, key: key, home: home, start: start, end: end))
    }
  }

  /// Everything that an outermost call returns is complete, and so is all that can be reached.
  func checkComplete(_ part: TaskPart) {
    var seen: Set<ObjectIdentifier> = []
    var next = [part]
    while let part = next.popLast() {
      guard seen.insert(ObjectIdentifier(part)).inserted else { continue }
      if !part.facts.isAwoken || !part.hasProperties {
        note("\(part.facts.text) is handed out unfinished")
      }
      next += part.neighbors
    }
  }

  /// Nothing of an injector that has ended gracefully goes on.
  func checkEnd(of home: TaskCrowdHome) {
    let ended = endedClosures[home.number].value
    let running = closures[home.number].value - ended
    if running > 0 { note("\(running) closures run after the end of \(home.number)") }
    checkReleased(of: home)
  }

  func checkReleased(of home: TaskCrowdHome) {
    for facts in returned.current.map(\.facts)
    where facts.home === home && facts.isSingletonToRelease {
      if facts.releasedAt.load(ordering: .relaxed) == 0 {
        note("\(facts.text) is not released at the end of \(home.number)")
      }
    }
  }

  /// Checks what can be known only when all have ended.
  func checkAfterwards() {
    var objects: [Int: [ObjectIdentifier: TaskPartFacts]] = [:]
    for one in returned.current {
      let facts = one.facts
      objects[facts.tag, default: [:]][ObjectIdentifier(facts)] = facts
      let releasedAt = facts.releasedAt.load(ordering: .relaxed)
      if releasedAt > 0, releasedAt < one.start {
        note("\(facts.text) was handed out after its release")
      }
      // A link hands out what another key is bound to.
      guard let home = one.home, facts.form.kind != .stored, facts.form.key == one.key else {
        continue
      }
      let providers = Array(sequence(first: home) { $0.parent })
      let isExplained = providers.enumerated().contains { position, provider in
        provider === facts.home
          && provider.mayHave(facts.tag, for: one.key, from: one.start, to: one.end)
          && providers[..<position].allSatisfy {
            $0.mayHave(nil, for: one.key, from: one.start, to: one.end)
          }
      }
      if !isExplained {
        note("\(facts.text) from \(facts.home?.number ?? -1) was no binding of \(home.number) then")
      }
    }
    for facts in objects.values {
      guard let first = facts.values.first, let home = first.home, first.form.isSingleton else {
        continue
      }
      let most =
        home.times(first.tag, for: first.form.historyKey(withTag: first.tag))
        + home.releases.load(ordering: .relaxed)
      if facts.count > most { note("\(first.text) has \(facts.count) objects instead of \(most)") }
    }
  }
}

extension TaskPartFacts {
  var isSingletonToRelease: Bool { form.isSingleton && form.release != .never }
}
