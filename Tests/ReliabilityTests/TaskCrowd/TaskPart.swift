import Infusion
import Synchronization

/// What is known of a part, even when it is gone.
final class TaskPartFacts: Sendable {
  /// The number of the binding that created it.
  let tag: Int
  let form: TaskCrowdPlan.Form
  /// The shared injector that created it; nil if another one has.
  let home: TaskCrowdHome?
  /// What its creator has received.
  let needs: [TaskPartFacts]
  let awakes = Atomic<Int>(0)
  let releases = Atomic<Int>(0)
  let releasedAt = Atomic<Int>(0)

  init(
    _ tag: Int, _ form: TaskCrowdPlan.Form, _ home: TaskCrowdHome?, _ needs: [TaskPartFacts]
  ) {
    (self.tag, self.form, self.home, self.needs) = (tag, form, home, needs)
  }

  var isAwoken: Bool { awakes.load(ordering: .relaxed) > 0 }
  var isReleased: Bool { releases.load(ordering: .relaxed) > 0 }
  var text: String { "part \(form.key) #\(tag), \(form.kind)" }
}

/// An object that the bindings of a plan create.
///
/// It changes only until it is complete.
class TaskPart: AwakesFromInjection, @unchecked Sendable {
  final let run: TaskCrowdRun
  final let facts: TaskPartFacts
  weak final var injector: Injector?
  /// What its creator has received.
  final var kept: [TaskPart]
  final var first: TaskPart?
  final var second: TaskPart?
  final var later: Lazy<TaskPart>?
  final var again: Provider<TaskPart>?

  init(_ run: TaskCrowdRun, _ facts: TaskPartFacts, _ kept: [TaskPart], _ injector: Injector) {
    (self.run, self.facts, self.kept, self.injector) = (run, facts, kept, injector)
    run.living.add(1, ordering: .relaxed)
  }

  deinit { run.living.subtract(1, ordering: .relaxed) }

  final func awakeFromInjection() throws { try run.awake(self) }

  /// Whether the properties are set that its binding names.
  final var hasProperties: Bool {
    (facts.form.properties.count < 1 || first != nil)
      && (facts.form.properties.count < 2 || second != nil)
      && (facts.form.later == nil || later != nil) && (facts.form.again == nil || again != nil)
  }

  final var neighbors: [TaskPart] { kept + [first, second].compactMap { $0 } }

  final func takeApart() { (kept, first, second, later) = ([], nil, nil, nil) }
}

final class ReleasedTaskPart: TaskPart, ReleasesFromInjection, @unchecked Sendable {
  func releaseFromInjection() {
    run.beginRelease(of: facts)
    facts.form.farewell.map { run.perform($0) }
    run.endRelease(of: facts)
  }
}

final class MainActorTaskPart: TaskPart, @MainActor ReleasesFromInjection, @unchecked Sendable {
  @MainActor func releaseFromInjection() {
    MainActor.assertIsolated()
    run.beginRelease(of: facts)
    facts.form.farewell.map { run.perform($0) }
    run.endRelease(of: facts)
  }
}

final class AwaitedTaskPart: TaskPart, ReleasesAsynchronouslyFromInjection, @unchecked Sendable {
  func releaseFromInjection() async throws {
    run.beginRelease(of: facts)
    for _ in 0..<facts.form.yields { await Task.yield() }
    if let farewell = facts.form.farewell { await run.perform(farewell) }
    run.endRelease(of: facts)
  }
}

/// An existing object, which tasks inject.
final class TaskTarget: Injectable, AwakesFromInjection {
  var part: TaskPart!
  private(set) var awakes = 0
  static var requires: Requirements { requiring(\.part, named: "0") }
  func awakeFromInjection() { awakes += 1 }
}
