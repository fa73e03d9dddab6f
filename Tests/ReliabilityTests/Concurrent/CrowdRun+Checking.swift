import Infusion
import Synchronization

/// The promises that hold in every interleaving.
extension CrowdRun {
  func check(_ error: any Error) { check(error, mayBeCancelled: false) }

  /// Only what the plan makes possible may fail.
  func check(_ error: any Error, mayBeCancelled: Bool) {
    guard let error = error as? InjectionError else {
      if !(error is Storm) { note("\(error)") }
      return
    }
    for part in error.parts {
      let isExpected =
        rules.possible.contains(part.code) || (mayBeCancelled && part.code == .cancelled)
      if !isExpected { note("\(part)") }
      if part.code == .providerFailed, !(part.underlying is Storm) { note("\(part)") }
    }
  }

  // MARK: - Calls

  func observe(
    _ key: CrowdKey, _ tags: [Int], by viewer: CrowdHome?, isCreation: Bool = false
  ) {
    guard let viewer, let request = CrowdRequest.current, !request.hasOwnChange else { return }
    request.observations.append(
      .init(viewer: viewer, key: key, tags: tags, isCreation: isCreation))
  }

  /// Notes that a call has failed because a key is not bound; a derived injector has its own bindings.
  ///
  /// The failure may be that of another thread's call, which sees what its own code has changed.
  func observeMissing(_ error: any Error, from injector: Injector) {
    guard let error = error as? InjectionError, error.code == .missingBinding, let key = error.key,
      let request = CrowdRequest.current, !request.hasOwnChange, !rules.codeChanges,
      home(of: injector) != nil,
      let number = Self.names.firstIndex(where: { $0 == key.name })
    else { return }
    request.missing.append(key.type == CrowdNode.self ? .node(number) : .role(number))
  }

  /// Notes what a call has received for a key.
  func receive(_ nodes: [CrowdNode], for key: CrowdKey, from injector: Injector) {
    observe(key, nodes.map(\.facts.tag), by: home(of: injector))
    guard let request = CrowdRequest.current, request.depth > 0 else { return }
    for facts in nodes.map(\.facts) where facts.key == key && facts.scope.isSingleton {
      if !rules.isRescoped(key) { request.received.append(facts) }
    }
    checkReceived()
  }

  /// No singleton is released as long as a request may use it.
  func checkReceived() {
    guard let request = CrowdRequest.current, !request.hasOwnChange, !rules.shutsDown else {
      return
    }
    for facts in request.received where facts.releases.load(ordering: .relaxed) > 0 {
      note("\(facts.key) #\(facts.tag) was released while a request used it")
    }
  }

  /// Everything that an outermost call returns is complete, and so is all that can be reached.
  func checkEnd(of request: CrowdRequest, _ nodes: [CrowdNode]) {
    for (key, depth) in request.creations { note("no end of \(key) at \(depth) was reported") }
    request.creations = []
    var seen: Set<ObjectIdentifier> = []
    var next = nodes
    while let node = next.popLast() {
      guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
      let facts = node.facts
      if !isAwoken(facts) {
        note("\(facts.key) #\(facts.tag) is handed out unfinished, in \(request.title)")
      }
      for edge in node.form.edges where !node.has(edge.property) {
        note("\(facts.key) #\(facts.tag) is handed out without '\(edge.property)'")
      }
      next += node.neighbors
    }
    noteStored(nodes)
    let singletons = nodes.map(\.facts).filter { facts in
      facts.scope.isSingleton && facts.home?.isTemporary == false && !rules.isRescoped(facts.key)
    }
    if !singletons.isEmpty {
      returned.with { $0 += singletons.map { ($0, request.start) } }
    }
  }

  /// A store has one object of each key, until it is reset.
  private func noteStored(_ nodes: [CrowdNode]) {
    for facts in nodes.map(\.facts) where !rules.isRescoped(facts.key) {
      guard case .stored(let number) = facts.scope, case .node = facts.key else { continue }
      let count = stored.with { stored in
        stored[number][facts.key, default: []].insert(ObjectIdentifier(facts))
        return stored[number][facts.key]?.count ?? 0
      }
      let most = 1 + resets.current[number]
      if count > most {
        note("store \(number) has had \(count) objects of \(facts.key), instead of \(most)")
      }
    }
  }

  // MARK: - Afterwards

  /// Checks what can be known only when all threads have ended.
  func checkAfterwards() {
    let versions = homes.map { $0.makeVersions() }
    var floors: [Int: [Int]] = [:]
    for request in requests.current where !request.hasOwnChange {
      check(request, versions, &floors[request.thread, default: homes.map { _ in 0 }])
    }
    checkSingletons(versions)
  }

  /// Each request has seen one state of each injector, and none that is older than what its thread
  /// has seen before.
  private func check(
    _ request: CrowdRequest, _ versions: [[CrowdHome.Version]], _ floors: inout [Int]
  ) {
    guard !request.observations.isEmpty || !request.missing.isEmpty else { return }
    let candidates = homes.indices.map { home in
      versions[home].filter { version in
        version.attempt >= max(request.low[home], floors[home])
          && version.attempt <= request.high[home]
      }
    }
    var children: [ObjectIdentifier: CrowdHome.Version] = [:]
    for child in request.children { children[ObjectIdentifier(child)] = child.makeVersions().last }
    var least: [Int]?
    func search(_ chosen: [CrowdHome.Version]) {
      if chosen.count < candidates.count {
        for version in candidates[chosen.count] { search(chosen + [version]) }
        return
      }
      let view = CrowdView(chosen: chosen, children: children, rules: rules)
      guard request.observations.allSatisfy(view.explains),
        request.missing.allSatisfy({ key in
          homes.contains { view.declaration(for: key, in: $0) == nil }
        })
      else { return }
      let attempts = chosen.map(\.attempt)
      least = least.map { zip($0, attempts).map { min($0, $1) } } ?? attempts
    }
    search([])
    guard let least else {
      let seen = request.observations.map {
        "\($0.viewer.number): \($0.key) \($0.tags)\($0.isCreation ? " created" : "")"
      }
      let text = candidates.enumerated().map { home, candidates in
        "\(home): "
          + candidates.map { version in
            "\(version.attempt) \(version.declarations.map { "\($0.form.key)#\($0.tag)" })"
          }.joined(separator: "; ")
      }
      return note(
        """
        no state explains \(request.title) of thread \(request.thread):
          \(seen.joined(separator: "\n  "))
          missing \(request.missing)
          low \(request.low) high \(request.high) floors \(floors)
          \(text.joined(separator: "\n  "))
        """)
    }
    floors = zip(floors, least).map { max($0, $1) }
  }

  private func checkSingletons(_ versions: [[CrowdHome.Version]]) {
    var byTag: [Int: [ObjectIdentifier: CrowdFacts]] = [:]
    for (facts, start) in returned.current {
      byTag[facts.tag, default: [:]][ObjectIdentifier(facts)] = facts
      let releasedAt = facts.releasedAt.load(ordering: .relaxed)
      if releasedAt > 0, releasedAt < start, !rules.keepsPassed {
        note("\(facts.key) #\(facts.tag) was handed out after its release")
      }
    }
    for (tag, facts) in byTag {
      guard let (key, home) = facts.values.first.map({ ($0.key, $0.home) }), let home else {
        continue
      }
      // Each time that the binding comes into force, it has a new instance.
      var (times, isInForce) = (0, false)
      for version in versions[home.number] {
        let wasInForce = isInForce
        isInForce = version.isInForce(tag, of: key)
        if isInForce, !wasInForce { times += 1 }
      }
      let most = times + home.releases.load(ordering: .relaxed)
      if facts.count > most {
        note("\(key) #\(tag) has \(facts.count) objects, instead of at most \(most)")
      }
      let left = facts.values.filter {
        $0.isReleasable && $0.releases.load(ordering: .relaxed) == 0
      }
      if !rules.keepsPassed, left.count > (isInForce ? 1 : 0) {
        note("\(key) #\(tag) keeps \(left.count) objects, in force: \(isInForce)")
      }
    }
  }

  /// A shutdown has released each singleton.
  func checkShutDown() {
    for (facts, _) in returned.current where facts.isReleasable {
      let releases = facts.releases.load(ordering: .relaxed)
      if releases == 0 || releases > 1 && !rules.mayReleaseAgain(facts) {
        note("\(facts.key) #\(facts.tag) was released \(releases) times")
      }
    }
    returned.with { $0 = [] }
  }
}

extension CrowdHome.Version {
  func isInForce(_ tag: Int, of key: CrowdKey) -> Bool {
    if case .list = key { return declarations.contains { $0.tag == tag } }
    return declaration(for: key)?.tag == tag
  }
}

/// One state of each injector.
private struct CrowdView {
  let chosen: [CrowdHome.Version]
  let children: [ObjectIdentifier: CrowdHome.Version]
  let rules: CrowdRules

  private func version(of home: CrowdHome) -> CrowdHome.Version? {
    home.isTemporary ? children[ObjectIdentifier(home)] : chosen[home.number]
  }

  func declaration(
    for key: CrowdKey, in viewer: CrowdHome
  ) -> (form: CrowdForm, tag: Int)? {
    sequence(first: viewer) { $0.parent }.lazy
      .compactMap { self.version(of: $0)?.declaration(for: key) }.first
  }

  /// Whether a request would receive these values.
  func explains(_ seen: CrowdRequest.Observation) -> Bool {
    if rules.isRescoped(seen.key), !seen.isCreation { return true }
    if case .list = seen.key {
      let homes = Array(sequence(first: seen.viewer) { $0.parent }).reversed()
      let declared = homes.flatMap { version(of: $0)?.declarations ?? [] }
        .filter { $0.form.key == seen.key }
      if seen.isCreation { return declared.contains { $0.tag == seen.tags[0] } }
      return declared.count == seen.tags.count
        && zip(declared, seen.tags).allSatisfy { declared, tag in
          declared.tag == tag || isVague(declared.form)
        }
    }
    var key = seen.key
    // A ring of links provides nothing.
    for _ in 0..<20 {
      guard let (form, tag) = declaration(for: key, in: seen.viewer) else { return false }
      if seen.isCreation { return tag == seen.tags[0] }
      if rules.isRescoped(key) { return true }
      if case .link(let number) = form.source, form.scope == .unscoped {
        key = .node(number)
      } else {
        return isVague(form) || tag == seen.tags[0]
      }
    }
    return false
  }

  /// Whether a value may come from another binding.
  private func isVague(_ form: CrowdForm) -> Bool {
    if case .stored = form.scope { return true }
    return form.source.isPassing
  }
}
