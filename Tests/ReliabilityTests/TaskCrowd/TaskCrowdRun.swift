import Infusion
import Synchronization

/// Runs a plan once, and collects the promises that were not kept.
final class TaskCrowdRun: @unchecked Sendable {
  struct Storm: Error {}

  /// The name of the contributed parts.
  static let collection: Name = "contributed"
  static let names: [Name] = (0..<16).map { Name("\($0)") }
  /// Closures that change the injector would otherwise run again and again.
  static let mostUpdatesOfClosures = 4
  static let mostAsked = 150

  let plan: TaskCrowdPlan
  let homes: [TaskCrowdHome]
  private(set) var modules: [TaskCrowdModule] = []
  let store = ScopeStore()
  /// The number of parts that exist.
  let living = Atomic<Int>(0)
  // These order nothing: they must not hide a missing order from the thread sanitizer.
  private let clock = Atomic<Int>(0)
  private let lastTag = Atomic<Int>(0)
  private let occasions = Atomic<Int>(0)
  let updatesOfClosures = Atomic<Int>(0)
  let asked = Atomic<Int>(0)
  /// How many closures of each shared injector run.
  let closures: [Counter]
  let endedClosures: [Counter]
  let resets = Atomic<Int>(0)
  private let unkept = Locked<[String]>([])
  private let parts = Locked<[Reference]>([])
  /// What outermost calls have returned.
  let returned = Locked<[Returned]>([])
  /// The tasks that closures have started.
  let started = Locked<[Task<Void, Never>]>([])
  /// What each task or thread does, for the report of a run that hangs.
  private let doing: [Locked<String>]
  /// Whether the run shuts the injectors down, whose modules may still make objects.
  let isEnding = Flag()
  let ended = Flag()

  private struct Reference { weak var part: TaskPart? }

  struct Returned {
    let facts: TaskPartFacts
    let key: Int
    let home: TaskCrowdHome?
    let start: Int
    let end: Int
  }

  init(_ plan: TaskCrowdPlan) {
    self.plan = plan
    var homes: [TaskCrowdHome] = []
    for (number, home) in plan.homes.enumerated() {
      homes.append(TaskCrowdHome(number, parent: home.parent.map { homes[$0] }))
    }
    self.homes = homes
    closures = plan.homes.map { _ in Counter() }
    endedClosures = plan.homes.map { _ in Counter() }
    doing = (plan.tasks + plan.threads).map { _ in Locked("nothing yet") }
    modules = plan.modules.indices.map { TaskCrowdModule($0, self) }
  }

  var mistakes: [String] { unkept.current }
  func note(_ mistake: String) { unkept.with { $0.append(mistake) } }
  func tick() -> Int { clock.add(1, ordering: .relaxed).newValue }
  func nextTag() -> Int { lastTag.add(1, ordering: .relaxed).newValue }
  func fails(_ period: Int) -> Bool {
    period > 0 && occasions.add(1, ordering: .relaxed).newValue.isMultiple(of: period)
  }

  // MARK: - Running

  /// Returns false if something hangs; then the run must not be touched again.
  func run() async -> Bool {
    let task = Task.detached(priority: .high) {
      await self.work()
      self.ended.raise()
    }
    let clock = ContinuousClock()
    let limit = clock.now + .seconds(Settings.patience)
    var pauses = 0
    while !ended.isRaised {
      pauses += 1
      if pauses < 200 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
      if clock.now > limit {
        for (number, text) in doing.enumerated() { note("\(number) hangs: \(text.current)") }
        return false
      }
    }
    await task.value
    return true
  }

  private func work() async {
    do {
      for home in homes {
        let version = home.begin(at: tick())
        let configure = { [unowned self] (binder: Binder) in
          // The child binds later than its parent; both bind again when another one is derived.
          let target = home.injector == nil ? (home, version) : nil
          for form in plan.homes[home.number].forms { bind(form, binder, noting: target) }
        }
        home.injector =
          try home.parent?.injector?.makeChild(configure) ?? Injector(configure)
        home.end(version, at: tick(), isCommitted: true)
      }
    } catch {
      note("setting up: \(error)")
    }
    await withTaskGroup(of: Void.self) { group in
      for (number, operations) in plan.tasks.enumerated() {
        group.addTask { await self.perform(operations, number) }
      }
      for (number, operations) in plan.threads.enumerated() {
        let (done, continuation) = AsyncStream<Void>.makeStream()
        startThread {
          self.performOnThread(operations, self.plan.tasks.count + number)
          continuation.finish()
        }
        group.addTask { for await _ in done {} }
      }
    }
    doing[0].with { $0 = "waiting for tasks of closures" }
    while let task = started.with({ $0.popLast() }) { await task.value }
    doing[0].with { $0 = "finishing" }
    await finish()
    doing[0].with { $0 = "dropping everything" }
    await drop()
  }

  private func perform(_ operations: [TaskCrowdPlan.Operation], _ number: Int) async {
    for operation in operations {
      doing[number].with { $0 = "\(operation.action)" }
      for _ in 0..<operation.yields { await Task.yield() }
      await perform(operation.action, homes[operation.home])
    }
    doing[number].with { $0 = "nothing any more" }
  }

  private func performOnThread(_ operations: [TaskCrowdPlan.Operation], _ number: Int) {
    for operation in operations {
      doing[number].with { $0 = "\(operation.action)" }
      for _ in 0..<operation.yields { yieldThread() }
      performHere(operation.action, homes[operation.home])
    }
    doing[number].with { $0 = "nothing any more" }
  }

  private func finish() async {
    let isQuiet = !plan.ends && !plan.fails && !plan.unbinds && !plan.hasCycles
    if isQuiet {
      updatesOfClosures.store(Self.mostUpdatesOfClosures, ordering: .relaxed)
      for home in homes { await perform(.prepare(cancelsAfter: nil), home) }
      for home in homes {
        for key in 0..<plan.keys { performHere(.resolve(key), home, isPrepared: true) }
      }
    }
    isEnding.raise()
    if plan.isShutDown {
      for home in homes.reversed() { await perform(.shutDownGracefully, home) }
    }
    checkAfterwards()
  }

  private func drop() async {
    if !plan.isShutDown {
      for home in homes { release(home) }
      // A task releases what has to be awaited.
      for home in homes.reversed() { await perform(.shutDownGracefully, home) }
    }
    for home in homes.reversed() { home.injector = nil }
    modules = []
    returned.with { $0 = [] }
    store.reset()
    // The last task or thread may still drop what it has held, or put a part into the store.
    for _ in 0..<5_000 where living.load(ordering: .relaxed) > 0 {
      store.reset()
      if plan.hasCycles { for reference in parts.current { reference.part?.takeApart() } }
      try? await Task.sleep(for: .milliseconds(1))
    }
    let left = parts.current.compactMap { $0.part?.facts.text }
    if !left.isEmpty { note("left: \(left)") }
  }

  /// Loses some time, as user code does.
  func pause() {
    let number = occasions.add(1, ordering: .relaxed).newValue &* 0x9E37_79B9 >> 7
    if number % 100 < plan.yields { yieldThread() }
    // On a busy machine, only a thread that sleeps lets another one of this run go on.
    if number / 128 % 100 < plan.sleeps { sleepBriefly() }
  }

  // MARK: - Parts

  func make(
    _ form: TaskCrowdPlan.Form, _ tag: Int, _ home: TaskCrowdHome?, _ kept: [TaskPart],
    _ injector: Injector
  ) -> TaskPart {
    let facts = TaskPartFacts(tag, form, home, kept.map(\.facts))
    let part =
      switch form.release {
      case .never: TaskPart(self, facts, kept, injector)
      case .here: ReleasedTaskPart(self, facts, kept, injector)
      case .onMainActor: MainActorTaskPart(self, facts, kept, injector)
      case .awaited: AwaitedTaskPart(self, facts, kept, injector)
      }
    parts.with { $0.append(Reference(part: part)) }
    return part
  }

  func awake(_ part: TaskPart) throws {
    let facts = part.facts
    let awakes = facts.awakes.add(1, ordering: .relaxed).newValue
    // A cycle awakes again when it turns out to need something that is not prepared.
    if awakes > 1, !plan.hasCycles { note("\(facts.text) was awoken \(awakes) times") }
    if !part.hasProperties { note("\(facts.text) awakes without a property") }
    if !plan.hasCycles, !part.neighbors.allSatisfy(\.facts.isAwoken) {
      note("\(facts.text) was given something unfinished")
    }
    pause()
    if facts.form.usesHandles { useHandles(of: part, withinCall: true) }
    if let injector = part.injector { facts.form.awakeAsks.forEach { perform($0, injector) } }
    if fails(facts.form.awakeFailure) { throw Storm() }
  }

  /// Asks a `Lazy` twice, and a `Provider` once.
  ///
  /// Within a call, a `Lazy` does not keep what may be unfinished, or may be dropped.
  func useHandles(of part: TaskPart, withinCall: Bool) {
    guard asked.add(1, ordering: .relaxed).newValue <= Self.mostAsked else { return }
    do {
      if let later = part.later {
        let value = try later.get()
        checkAwoken(value, in: part)
        if !withinCall, try later.get() !== value { note("\(part.facts.text) has two values") }
      }
      if let again = part.again { checkAwoken(try again.get(), in: part) }
    } catch
      where part.facts.form.kind == .stored
      && [.injectorReleased, .injectorShutDown].contains(error.code)
    {
      // The store may outlive the injector.
    } catch {
      check(error, mayBeUnprepared: true)
    }
  }

  private func checkAwoken(_ value: TaskPart, in part: TaskPart) {
    if !plan.hasCycles, !value.facts.isAwoken {
      note("\(part.facts.text) received something unfinished")
    }
  }

  func beginRelease(of facts: TaskPartFacts) {
    let releases = facts.releases.add(1, ordering: .relaxed).newValue
    if releases > 1 { note("\(facts.text) was released \(releases) times") }
    if !facts.isAwoken { note("\(facts.text) was released unfinished") }
    if !facts.form.isSingleton, !plan.rescopes {
      note("\(facts.text) was released, but is no singleton")
    }
    // A shutdown at once leaves what is completed meanwhile to a task.
    let isOrdered = plan.isShutDown && (!plan.endsAtOnce || plan.isReleasedAtOnce)
    if isOrdered, !plan.changes, !plan.hasCycles, !endsParents, !endsChildrenWithFarewells,
      facts.home != nil
    {
      for need in facts.needs where need.isReleased {
        note("\(facts.text) was released after \(need.text)")
      }
    }
    pause()
  }

  /// Whether an object of a child may end the parent while it is released: that end does not wait for the
  /// rest of the child.
  private var endsParents: Bool {
    plan.homes.contains { home in
      home.parent != nil
        && home.forms.contains { if case .shutsDown = $0.farewell { true } else { false } }
    }
  }

  func endRelease(of facts: TaskPartFacts) {
    facts.releasedAt.store(tick(), ordering: .relaxed)
  }
}
