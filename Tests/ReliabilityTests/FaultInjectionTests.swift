import Infusion
import Testing

/// Rule 3: whatever throws, and whenever, nothing is left behind.
///
/// The steps of user code are counted; in each run the injector of faults lets one of them throw,
/// then the next one, until a run gets by without meeting it.
struct FaultInjectionTests {
  @Test func everySingleFaultIsUndone() throws {
    let graphs = Settings.soaks ? 20_000 : Settings.times(400)
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

  /// Several faults at random, one request after the other, all in one injector.
  @Test func manyFaultsInARowAreUndone() throws {
    let first = Settings.seed ?? 1
    let faults = Counter()
    let problems = Locked<[String]>([])
    onThreads(1, stackSize: 64 << 20, within: .seconds(3_600)) { _ in
      for seed in first..<first + UInt64(Settings.seed == nil ? Settings.times(200) : 1) {
        do {
          let bench = try Bench(seed: seed)
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

  /// Threads meet faults; whoever is handed anything is handed something complete.
  @Test func faultsUnderThreadsLeaveNothing() throws {
    let faults = Counter()
    let problems = Locked<[String]>([])
    for seed in 1...UInt64(Settings.times(150)) {
      let bench = try Bench(seed: seed, mayFailAtRandom: 12)
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

  /// The end of a failing update, of an injector that fails to be made, of a sequence.
  @Test func failingUpdatesChangeNothing() throws {
    let live = Counter()
    do {
      let faults = Faults()
      let injector = try Injector { binder in
        binder.bind(Part.self, named: "0").to { try Part(0, live, faults) }.in(.singleton)
      }
      let old = try injector.resolve(Part.self, named: "0")
      for step in 0..<6 {
        faults.arm(step)
        let result = Result { () throws(InjectionError) in
          try injector.update { binder in
            try faults.pass("configure")
            binder.bind(Part.self, named: "0").to { try Part(0, live, faults) }.asEagerSingleton()
            binder.bind(Part.self, named: "1").to { try Part(1, live, faults) }.asEagerSingleton()
              .injecting(\.a, named: "0")
            try faults.pass("configure")
          }
        }
        faults.arm(nil)
        guard case .failure = result else {
          #expect(step > 3)
          break
        }
        #expect(try injector.resolve(Part.self, named: "0") === old)
        #expect(!injector.hasBinding(Part.self, named: "1"))
        #expect(live.value == 1)
      }
      withExtendedLifetime(old) {}
    }
    #expect(live.value == 0)
  }

  @Test func aSequenceKeepsWhatWasInjectedBeforeTheFault() throws {
    let live = Counter()
    let faults = Faults()
    let injector = try Injector { binder in
      for name in ["0", "1"] {
        binder.bind(Part.self, named: Name(name)).to { try Part(0, live, faults) }
      }
    }
    for step in 0..<30 {
      let visitors = (0..<5).map { _ in Visitor(faults) }
      faults.arm(step)
      do throws(InjectionError) {
        try injector.injectDependencies(intoEach: visitors)
        #expect(step >= 5 * 5)
      } catch {
        let index = try #require(error.index)
        for (position, visitor) in visitors.enumerated() {
          if position < index { #expect(visitor.isComplete) }
          if position > index { #expect(visitor.isUntouched) }
          // Its own callback comes last, when everything is set.
          if position == index { #expect(visitor.isUntouched || visitor.hasAwoken) }
        }
      }
      faults.arm(nil)
    }
    #expect(live.value == 0)
  }
}

/// Tries one graph with a fault at every step in turn; returns how many there were.
private func tryAllFaults(seed: UInt64) throws -> Int {
  var count = 0
  var step = 0
  while true {
    let bench = try Bench(seed: seed)
    bench.faults.arm(step)
    let before = bench.faults.raised
    try bench.attempt(0, mayFail: true)
    let hasMetIt = bench.faults.raised > before
    bench.faults.arm(nil)
    // The next attempt starts afresh.
    try bench.attempt(0, mayFail: false)
    try bench.close()
    guard hasMetIt else { return count }
    count += 1
    step += 1
    if step > 300 { return count }
  }
}

private struct Fault: Error, Equatable {
  let number: Int
  let place: String
}

private struct Broken: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Lets user code throw at a chosen step.
private final class Faults: Sendable {
  private struct State {
    var countdown: Int?
    var raised = 0
    var percent = 0
    var random = SeededGenerator(seed: 7)
  }
  private let state = Locked(State())

  var raised: Int { state.with { $0.raised } }

  func arm(_ step: Int?) { state.with { $0.countdown = step } }
  func storm(_ percent: Int) { state.with { $0.percent = percent } }
  func calm() { storm(0) }

  func pass(_ place: String) throws {
    try state.with { state in
      if state.percent > 0, state.random.chance(state.percent) {
        state.raised += 1
        throw Fault(number: state.raised, place: place)
      }
      guard let countdown = state.countdown else { return }
      state.countdown = countdown > 0 ? countdown - 1 : nil
      if countdown == 0 {
        state.raised += 1
        throw Fault(number: state.raised, place: place)
      }
    }
  }
}

/// A random graph in which any piece of user code may throw.
private final class Bench: @unchecked Sendable {
  let count: Int
  let faults = Faults()
  private let injector: Injector
  private let live: Counter
  private let store: MemoryStore

  init(seed: UInt64, mayFailAtRandom percent: Int = 0) throws {
    var random = SeededGenerator(seed: seed)
    let count = 3 + random.below(12)
    self.count = count
    let faults = faults
    let live = Counter()
    self.live = live
    let store = MemoryStore { isPublishing, _ in
      try faults.pass(isPublishing ? "publish" : "value")
    }
    self.store = store
    let scope = Scope("store") { _ in
      try faults.pass("store")
      return store
    }
    // Closures ask for parts of the last third only, which lead nowhere else: a circle through a
    // running closure would be an error by itself.
    let sink = count - count / 3
    let plans = (0..<count).map { index in
      let isSink = index >= sink
      return (
        kind: isSink ? 9 : random.below(10), scope: random.below(10),
        edges: (0..<random.below(4)).map { _ in
          isSink ? sink + random.below(count - sink) : random.below(count)
        },
        later: sink + random.below(count - sink)
      )
    }
    injector = try Injector { binder in
      binder.extend(Part.self).completing { _ in try faults.pass("complete") }
      for (index, plan) in plans.enumerated() {
        let builder = binder.bind(Part.self, named: Name("\(index)"))
        switch plan.kind {
        case 0:
          builder.to(provider: PartProvider(number: index, live: live, faults: faults))
        case 1:
          builder.to { injector in
            _ = try injector.resolve(Part.self, named: Name("\(plan.later)"))
            return try Part(index, live, faults)
          }
        case 2:
          // It asks, and goes on without.
          builder.to { injector in
            _ = try? injector.resolve(Part.self, named: Name("\(plan.later)"))
            return try Part(index, live, faults)
          }
        case 3:
          builder.to(Part.self, named: Name("\(plan.later)")) { $0 }
        default:
          builder.to { try Part(index, live, faults) }
        }
        switch plan.scope {
        case 0..<5: builder.in(.singleton)
        case 5: builder.in(.graph)
        case 6: builder.in(.weak)
        case 7: builder.in(scope)
        default: break
        }
        for (position, edge) in plan.edges.enumerated() {
          let name = Name("\(edge)")
          switch position {
          case 0: builder.injecting(\.a, named: name)
          case 1: builder.injecting(\.b, named: name)
          default: builder.injecting(\.c, named: name)
          }
        }
        if index < 3 {
          binder.contribute(Part.self, named: "list").to { try Part(100 + index, live, faults) }
            .in(index == 0 ? .singleton : .unscoped).injecting(\.a, named: Name("\(index)"))
        }
      }
    }
    faults.storm(percent)
  }

  /// Resolves, or injects an object that exists; checks what rule 3 says.
  func attempt(_ target: Int, mayFail: Bool) throws {
    let visitor = Visitor(faults)
    let marker = Part(marker: live)
    defer { withExtendedLifetime(marker) {} }
    visitor.first = marker
    visitor.second = nil
    do throws(InjectionError) {
      try injector.injectDependencies(into: visitor)
      guard visitor.hasAwoken, visitor.first !== marker, visitor.first != nil, visitor.second != nil
      else { throw Broken("half injected").asInjectionError }
      try expectComplete(visitor.first)
      try expectComplete(visitor.second)
      for part in visitor.list { try expectComplete(part) }
    } catch {
      if !mayFail { throw Broken("a request fails without a fault: \(error)") }
      guard isExpected(error) else { throw Broken("another error: \(error)") }
      if visitor.hasAwoken {
        // Its own callback has thrown: the properties stay set.
        guard visitor.first !== marker, visitor.second != nil else { throw Broken("half set") }
      } else {
        guard visitor.first === marker, visitor.second == nil, visitor.list.isEmpty else {
          throw Broken("the object is not as before")
        }
      }
    }
    visitor.takeApart(self)
    let result = Result { () throws(InjectionError) in
      try injector.resolve(Part.self, named: Name("\(target)"))
    }
    switch result {
    case .success(let part): try expectComplete(part)
    case .failure(let error):
      if !mayFail { throw Broken("a request fails without a fault: \(error)") }
      guard isExpected(error) else { throw Broken("another error: \(error)") }
    }
  }

  private func isExpected(_ error: InjectionError) -> Bool {
    error.code == .deadlock || (error.code == .providerFailed && error.underlying is Fault)
  }

  /// Everything that can be reached is complete.
  private func expectComplete(_ part: Part?) throws(InjectionError) {
    var open = [part].compactMap { $0 }
    var seen: Set<ObjectIdentifier> = []
    while let part = open.popLast() {
      guard seen.insert(ObjectIdentifier(part)).inserted else { continue }
      guard part.completions == 1, part.awakes == 1 else {
        throw Broken("part \(part.number) is handed out unfinished").asInjectionError
      }
      open += [part.a, part.b, part.c].compactMap { $0 }
    }
  }

  /// Lets everything go; circles among what was ever made are opened first.
  func close() throws {
    _ = Part.opening(live)
    injector.releaseSingletons()
    store.removeAll()
    // Only members of circles are left, and they only while nobody opens them.
    Part.openAll(of: live)
    guard live.value == 0 else { throw Broken("\(live.value) objects are left") }
  }
}

extension Broken {
  fileprivate var asInjectionError: InjectionError {
    let text = self
    do throws(InjectionError) {
      let injector = try Injector()
      _ = try injector.create { () throws -> Int in throw text }
      fatalError("unreachable")
    } catch {
      return error
    }
  }
}

private struct PartProvider: ProviderProtocol {
  let number: Int
  let live: Counter
  let faults: Faults
  func provide(from injector: Injector) throws -> Part {
    try faults.pass("provide")
    return try Part(number, live, faults)
  }
}

private final class Part: AwakesFromInjection, @unchecked Sendable {
  let number: Int
  var a: Part?
  var b: Part?
  var c: Part?
  private(set) var completions = 0
  private(set) var awakes = 0
  private let live: Counter
  private let faults: Faults?

  init(_ number: Int, _ live: Counter, _ faults: Faults) throws {
    try faults.pass("create")
    self.number = number
    self.live = live
    self.faults = faults
    live.increment()
    Part.everything.with { $0[ObjectIdentifier(live), default: []].append(Weak(part: self)) }
  }

  init(marker live: Counter) {
    number = -1
    self.live = live
    faults = nil
    live.increment()
  }

  deinit { live.increment(by: -1) }

  func complete() { completions += 1 }

  func awakeFromInjection() throws {
    completions += 1
    try faults?.pass("awake")
    awakes += 1
  }

  private struct Weak: @unchecked Sendable { weak var part: Part? }
  private static let everything = Locked<[ObjectIdentifier: [Weak]]>([:])

  static func opening(_ live: Counter) -> Int {
    everything.with { $0[ObjectIdentifier(live)]?.count ?? 0 }
  }

  static func openAll(of live: Counter) {
    let parts = everything.with { $0.removeValue(forKey: ObjectIdentifier(live)) } ?? []
    for weak in parts {
      guard let part = weak.part else { continue }
      part.a = nil
      part.b = nil
      part.c = nil
    }
  }
}

private final class Visitor: NamedInjectable, AwakesFromInjection {
  var first: Part?
  var second: Part?
  var list: [Part] = []
  private(set) var hasAwoken = false
  private let faults: Faults
  init(_ faults: Faults) { self.faults = faults }
  static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<Visitor>> {
    ["0": \.first, "1": \.second, "list": \.list]
  }
  func awakeFromInjection() throws {
    hasAwoken = true
    try faults.pass("own awake")
  }

  var isComplete: Bool { first != nil && second != nil && hasAwoken }
  var isUntouched: Bool { first == nil && second == nil && list.isEmpty && !hasAwoken }

  func takeApart(_ bench: Bench) {
    first = nil
    second = nil
    list = []
  }
}
