import Infusion
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Random modules and operations, each run in several ways that must have the same outcome.
///
/// - `INFUSION_FUZZ_GRAPHS`: their number; unless set, 20,000 in the normal lane, and 100,000 in the
///   longer one.
/// - `INFUSION_TEST_SEED`: runs the scenario of one seed in every variant.
/// - `INFUSION_FUZZ_RECORD`: a file that receives a line for each seed, with a checksum of the
///   events. Comparing two such files compares two engines.
@Suite(.serialized) struct DifferentialTests {
  @Test func everyVariantHasTheSameOutcome() {
    let runs = Locked<[DifferentialRun]>([])
    let threads = DifferentialRun.isRecorded ? 1 : 2
    let finished = onThreads(threads, stackSize: 64 << 20, within: .seconds(36_000)) { thread in
      var run = DifferentialRun()
      run.run(UInt64(thread), of: UInt64(threads))
      runs.with { $0.append(run) }
    }
    guard finished else { return }
    for run in runs.current {
      print(run.figures)
      for difference in run.differences { Issue.record("\(difference)") }
    }
  }
}

private struct DifferentialRun {
  private(set) var differences: [String] = []
  private var graphs = 0
  private var events = 0
  private var modeled = 0
  private var uses: [Int: Int] = [:]
  private var record: UnsafeMutablePointer<FILE>?

  static var isRecorded: Bool { environment("INFUSION_FUZZ_RECORD") != nil }

  /// Runs the seeds of one of several threads.
  mutating func run(_ thread: UInt64, of threads: UInt64) {
    let last =
      Self.environment("INFUSION_FUZZ_GRAPHS").flatMap { UInt64($0) }
      ?? UInt64(min(Settings.times(200_000), 100_000))
    record = Self.environment("INFUSION_FUZZ_RECORD").flatMap { fopen($0, "w") }
    defer { if let record { fclose(record) } }
    let seeds = Settings.seed.map { $0...$0 } ?? 1...max(1, last)
    for seed in seeds where seed % threads == thread && differences.count < 5 { compare(seed) }
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  private mutating func compare(_ seed: UInt64) {
    var generator = ScenarioGenerator(seed: seed)
    let scenario = generator.scenario()
    let expected = Stage.run(scenario, []).events
    graphs += 1
    events += expected.count
    if let record { write(seed, expected, to: record) }
    if Self.mistake(inEndsOf: expected, of: scenario) != nil,
      // The other thread may have retained a node, to find out whether it has gone.
      Self.mistake(inEndsOf: Stage.run(scenario, []).events, of: scenario) != nil
    {
      differences.append(Self.reportReleases(seed, scenario))
      return
    }
    if scenario.fitsModel {
      modeled += 1
      if !FuzzModel.agrees(with: expected, on: scenario) {
        differences.append(Self.reportModel(seed, scenario))
        return
      }
    }
    for variant in variants(of: scenario, seed) {
      uses[variant.rawValue, default: 0] += 1
      if !Self.agree(Stage.run(scenario, variant).events, expected, variant),
        !Self.agree(Stage.run(scenario, variant).events, Stage.run(scenario, []).events, variant)
      {
        differences.append(Self.report(seed, scenario, variant))
        return
      }
    }
  }

  /// One variant for each seed; all variants if the seed is run alone.
  private func variants(of scenario: Scenario, _ seed: UInt64) -> [Variant] {
    let possible = Variant.all.filter(scenario.agrees(in:))
    if Settings.seed != nil { return possible }
    var random = SeededGenerator(seed: seed ^ 0x5EED)
    if random.chance(50) { return [possible[random.below(possible.count)]] }
    var variant = Variant()
    for part in possible where random.chance(50) { variant.insert(part) }
    return variant.isEmpty ? [] : [variant]
  }

  /// Whether two runs have the same outcome; a deep call ends, and releases, later.
  ///
  /// A store keeps what it has received from a creation that fails, and nothing of an update that fails:
  /// only the update releases what its singletons have passed on.
  private static func agree(
    _ found: [FuzzEvent], _ expected: [FuzzEvent], _ variant: Variant
  ) -> Bool {
    let failsLive = variant.contains(.live) && expected.last?.kind == .failed
    guard variant.contains(.deep) || failsLive else { return found == expected }
    return found.filter { $0.kind != .released } == expected.filter { $0.kind != .released }
  }

  /// What is wrong with the end of nodes: some are left, one was released twice, or the root did not
  /// release its nodes in the reverse order of completion.
  private static func mistake(
    inEndsOf events: [FuzzEvent], of scenario: Scenario
  ) -> String? {
    if events.last?.kind == .leaked { return "nodes are left at the end" }
    var released: Set<Int> = []
    for event in events where event.kind == .released && event.first > 0 {
      if !released.insert(event.first).inserted { return "\(event.first) twice" }
    }
    guard scenario.showsOrderOfCompletion else { return nil }
    var completions: [Int: Int] = [:]
    for (index, event) in events.enumerated() where event.kind == .awake {
      completions[event.first] = completions[event.first] ?? index
    }
    let end = events.lastIndex { $0.kind == .state } ?? 0
    let atEnd = events[end...].filter { $0.kind == .released }.map(\.first)
    let order = atEnd.compactMap { $0 > 0 ? completions[$0] : nil }
    return order == order.sorted(by: >) ? nil : "\(atEnd) is not the reverse order of completion"
  }

  private static func reportReleases(_ seed: UInt64, _ scenario: Scenario) -> String {
    func found(_ scenario: Scenario) -> String? {
      mistake(inEndsOf: Stage.run(scenario, []).events, of: scenario)
    }
    let smallest = scenario.shrunk { found($0) != nil }
    return """
      INFUSION_TEST_SEED=\(seed), releases:
      \(smallest)
      \(found(smallest) ?? "")
        \(Stage.run(smallest, [], isVerbose: true).words.joined(separator: "\n  "))
      """
  }

  private static func report(_ seed: UInt64, _ scenario: Scenario, _ variant: Variant) -> String {
    // A part of the variant may be enough to show the difference.
    func differs(_ scenario: Scenario, _ variant: Variant) -> Bool {
      let parts = Variant.all.filter { variant.contains($0) }
      guard parts.allSatisfy(scenario.agrees(in:)) else { return false }
      let (expected, found) = (Stage.run(scenario, []), Stage.run(scenario, variant))
      return !agree(found.events, expected.events, variant)
    }
    var variant = variant
    for part in Variant.all where variant.contains(part) {
      if differs(scenario, variant.subtracting(part)) { variant.remove(part) }
    }
    let smallest = scenario.shrunk { differs($0, variant) }
    let expected = Stage.run(smallest, [], isVerbose: true)
    let found = Stage.run(smallest, variant, isVerbose: true)
    var same = 0
    while same < min(expected.events.count, found.events.count),
      expected.events[same] == found.events[same]
    { same += 1 }
    return """
      INFUSION_TEST_SEED=\(seed), \(variant):
      \(smallest)
      the same:
        \(expected.words[..<same].suffix(12).joined(separator: "\n  "))
      plain:
        \(expected.words.dropFirst(same).prefix(6).joined(separator: "\n  "))
      \(variant):
        \(found.words.dropFirst(same).prefix(6).joined(separator: "\n  "))
      """
  }

  private static func reportModel(_ seed: UInt64, _ scenario: Scenario) -> String {
    let smallest = scenario.shrunk {
      $0.fitsModel && !FuzzModel.agrees(with: Stage.run($0, []).events, on: $0)
    }
    let expected = FuzzModel.run(smallest)
    let found = Stage.run(smallest, [], isVerbose: true)
    var same = 0
    while same < min(expected.count, found.events.count), expected[same] == found.events[same] {
      same += 1
    }
    return """
      INFUSION_TEST_SEED=\(seed), model:
      \(smallest)
      the same:
        \(found.words[..<same].suffix(12).joined(separator: "\n  "))
      model:
        \(expected.dropFirst(same).prefix(4).map { "\($0)" }.joined(separator: "\n  "))
      found:
        \(found.words.dropFirst(same).prefix(6).joined(separator: "\n  "))
      """
  }

  private func write(
    _ seed: UInt64, _ events: [FuzzEvent], to file: UnsafeMutablePointer<FILE>
  ) {
    var mixed = 17
    for event in events {
      mixed = (mixed ^ event.first) &* 0x100_0000_01b3
      mixed = (mixed ^ event.second) &* 0x100_0000_01b3
    }
    fputs("\(seed) \(events.count) \(mixed)\n", file)
  }

  var figures: String {
    let variants = uses.sorted { $0.value > $1.value }.prefix(6)
      .map { "\(Variant(rawValue: $0.key)): \($0.value)" }
    return
      "fuzz: \(graphs) graphs, \(modeled) modeled, \(events) events; \(variants.joined(separator: "; "))"
  }
}
