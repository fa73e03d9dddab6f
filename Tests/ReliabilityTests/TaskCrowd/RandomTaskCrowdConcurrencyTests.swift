import Infusion
import Testing

/// Tasks and threads that prepare, change and end random injectors at once: promises that hold in
/// every interleaving.
///
/// With `INFUSION_TEST_SEED`, the plan of one seed is run many times.
@Suite(.serialized) struct RandomTaskCrowdConcurrencyTests {
  @Test func everyInterleavingKeepsThePromises() async {
    // With the priority of the tests, each task would wait until all of them have been started.
    await Task.detached(priority: .high) { await runPlans() }.value
  }

  private func runPlans() async {
    var found = 0
    for seed in Settings.seedsOfPlans(2_000) where found < 3 {
      var generator = TaskCrowdGenerator(seed: seed)
      let plan = generator.makePlan()
      let run = TaskCrowdRun(plan)
      let hasEnded = await run.run()
      guard !hasEnded || !run.mistakes.isEmpty else { continue }
      found += 1
      Issue.record("INFUSION_TEST_SEED=\(seed)\n\(plan)\n\(run.mistakes.joined(separator: "\n"))")
      if !hasEnded { return }
    }
  }
}
