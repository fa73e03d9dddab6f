import Infusion
import Testing

/// Threads that use random injectors at once: promises that hold in every interleaving.
///
/// With `INFUSION_TEST_SEED`, the plan of one seed is run many times.
@Suite(.serialized) struct RandomCrowdConcurrencyTests {
  @Test func everyInterleavingKeepsThePromises() {
    var found = 0
    for seed in Settings.seedsOfPlans(1_500) where found < 3 {
      var generator = CrowdGenerator(seed: seed)
      let plan = generator.makePlan()
      let run = CrowdRun(plan)
      let hasEnded = run.run(within: .seconds(Settings.patience))
      guard !hasEnded || !run.mistakes.isEmpty else { continue }
      found += 1
      Issue.record("INFUSION_TEST_SEED=\(seed)\n\(plan)\n\(run.mistakes.joined(separator: "\n"))")
      if !hasEnded { return }
    }
  }
}
