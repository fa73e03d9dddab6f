import Testing

/// Compares random trees of modules, their updates, children and derived injectors with a model that
/// is written from the documentation.
struct CompositionTests {
  @Test func everyConfigurationIsAsTheModelSays() {
    for seed in Settings.seed.map({ $0...$0 }) ?? 1...UInt64(Settings.times(200)) {
      var run = CompositionRun(seed: seed)
      let difference = run.compare(operations: Int(seed % 16))
      #expect(difference == nil, "INFUSION_TEST_SEED=\(seed)")
    }
  }
}
