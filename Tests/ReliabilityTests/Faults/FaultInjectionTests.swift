import Infusion
import Testing

/// Rule 3: a failure leaves nothing behind, wherever and whenever user code throws.
///
/// The tests count the steps of user code. In each run one step throws, then the next one, until a
/// run ends without a fault.
struct FaultInjectionTests {
  @Test func everySingleFaultIsUndone() throws {
    let graphs = Settings.times(400)
    let faults = Counter()
    let problems = Locked<[String]>([])
    let first = Settings.seed ?? 1
    onThreads(1, stackSize: 64 << 20, within: .seconds(3_600)) { _ in
      for seed in first..<first + UInt64(Settings.seed == nil ? graphs : 1) {
        do {
          faults.increment(by: try tryAllFaults(seed: seed))
        } catch {
          problems.with { $0.append("INFUSION_TEST_SEED=\(seed): \(error)") }
        }
      }
    }
    for problem in problems.current.prefix(5) { Issue.record("\(problem)") }
    print("\(faults.value) faults in \(graphs) graphs")
  }

  /// Several random faults in one request after the other, all in one injector.
  @Test func manyFaultsInARowAreUndone() throws {
    let first = Settings.seed ?? 1
    let faults = Counter()
    let problems = Locked<[String]>([])
    onThreads(1, stackSize: 64 << 20, within: .seconds(3_600)) { _ in
      for seed in first..<first + UInt64(Settings.seed == nil ? Settings.times(200) : 1) {
        do {
          let bench = try FaultBench(seed: seed)
          var random = SeededGenerator(seed: seed ^ 0xF00D)
          for _ in 0..<100 {
            let fails = random.chance(70)
            bench.faults.arm(fails ? random.below(12) : nil)
            let before = bench.faults.raised
            try bench.attempt(random.below(bench.count), mayFail: fails)
            faults.increment(by: bench.faults.raised - before)
          }
          bench.faults.arm(nil)
          for target in 0..<bench.count { try bench.attempt(target, mayFail: false) }
          try bench.close()
        } catch {
          problems.with { $0.append("INFUSION_TEST_SEED=\(seed): \(error)") }
        }
      }
    }
    for problem in problems.current.prefix(5) { Issue.record("\(problem)") }
    print("\(faults.value) faults")
  }

  /// Several threads meet faults; every object that a request returns is complete.
  @Test func faultsUnderThreadsLeaveNothing() throws {
    let faults = Counter()
    let problems = Locked<[String]>([])
    for seed in 1...UInt64(Settings.times(150)) {
      let bench = try FaultBench(seed: seed, mayFailAtRandom: 12)
      onThreads(4) { thread in
        var random = SeededGenerator(seed: seed * 100 + UInt64(thread))
        for _ in 0..<40 {
          do {
            try bench.attempt(random.below(bench.count), mayFail: true)
          } catch {
            problems.with { $0.append("seed \(seed): \(error)") }
            return
          }
        }
      }
      faults.increment(by: bench.faults.raised)
      bench.faults.calm()
      do {
        for target in 0..<bench.count { try bench.attempt(target, mayFail: false) }
        try bench.close()
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
    for problem in problems.current.prefix(5) { Issue.record("\(problem)") }
    print("\(faults.value) faults under threads")
  }

  /// Faults in an update, in making an injector, and in injecting a sequence.
  @Test func failingUpdatesChangeNothing() throws {
    let live = Counter()
    do {
      let faults = Faults()
      let injector = try Injector { binder in
        binder.bind(FaultyPart.self, named: "0").to { try FaultyPart(0, live, faults) }.in(
          .singleton)
      }
      let old = try injector.resolve(FaultyPart.self, named: "0")
      for step in 0..<6 {
        faults.arm(step)
        let result = Result { () throws(InjectionError) in
          try injector.update { binder in
            try faults.pass("configure")
            binder.bind(FaultyPart.self, named: "0").to { try FaultyPart(0, live, faults) }
              .asEagerSingleton()
            binder.bind(FaultyPart.self, named: "1").to { try FaultyPart(1, live, faults) }
              .asEagerSingleton()
              .injecting(\.a, named: "0")
            try faults.pass("configure")
          }
        }
        faults.arm(nil)
        guard case .failure = result else {
          #expect(step > 3)
          break
        }
        #expect(try injector.resolve(FaultyPart.self, named: "0") === old)
        #expect(!injector.hasBinding(FaultyPart.self, named: "1"))
        #expect(live.value == 1)
      }
      withExtendedLifetime(old) {}
    }
    #expect(live.value == 0)
  }

  @Test func aSequenceKeepsObjectsInjectedBeforeTheFault() throws {
    let live = Counter()
    let faults = Faults()
    let injector = try Injector { binder in
      for name in ["0", "1"] {
        binder.bind(FaultyPart.self, named: Name(name)).to { try FaultyPart(0, live, faults) }
      }
    }
    for step in 0..<30 {
      let visitors = (0..<5).map { _ in FaultyVisitor(faults) }
      faults.arm(step)
      do throws(InjectionError) {
        try injector.injectDependencies(intoEach: visitors)
        #expect(step >= 5 * 5)
      } catch {
        let index = try #require(error.index)
        for (position, visitor) in visitors.enumerated() {
          if position < index { #expect(visitor.isComplete) }
          if position > index { #expect(visitor.isUntouched) }
          // The object's own callback comes last, after all properties are set.
          if position == index { #expect(visitor.isUntouched || visitor.hasAwoken) }
        }
      }
      faults.arm(nil)
    }
    #expect(live.value == 0)
  }
}

/// Tries one graph with a fault at each step in turn; returns the number of faults.
private func tryAllFaults(seed: UInt64) throws -> Int {
  var count = 0
  var step = 0
  while true {
    let bench = try FaultBench(seed: seed)
    bench.faults.arm(step)
    let before = bench.faults.raised
    try bench.attempt(0, mayFail: true)
    let hasMetIt = bench.faults.raised > before
    bench.faults.arm(nil)
    // The next attempt starts from the beginning.
    try bench.attempt(0, mayFail: false)
    try bench.close()
    guard hasMetIt else { return count }
    count += 1
    step += 1
    if step > 300 { return count }
  }
}
