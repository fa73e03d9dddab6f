import Infusion
import Synchronization
import Testing

/// Preparation by many tasks, while some are cancelled and the injector is changed or shut
/// down.
@Suite(.timeLimit(.minutes(5)))
struct PreparationConcurrencyTests {
  private final class Part: Injectable, AwakesFromInjection, ReleasesFromInjection {
    var next: Part?
    let counts: Counts
    static var requires: [PartialKeyPath<Part>] { [] }

    init(_ counts: Counts) { self.counts = counts }

    func awakeFromInjection() { counts.awoken.increment() }
    func releaseFromInjection() { counts.released.increment() }
  }

  private final class Counts: Sendable {
    let begun = Counter()
    let awoken = Counter()
    let released = Counter()
  }

  /// Binds singletons in three layers. Each needs one of the layer below, by declaration, by a
  /// request or as a property.
  private func bind(_ binder: Binder, _ counts: Counts, _ random: inout SeededGenerator) {
    for layer in 0..<3 {
      for position in 0..<5 {
        let need = Name("\(layer - 1) \(random.below(5))")
        let builder = binder.bind(Part.self, named: Name("\(layer) \(position)"))
        let make: @Sendable (Injector) async throws -> Part = { injector in
          counts.begun.increment()
          for _ in 0..<position { await Task.yield() }
          try Task.checkCancellation()
          return Part(counts)
        }
        switch layer == 0 ? 0 : random.below(4) {
        case 0: builder.toAsync(make)
        case 1: builder.toAsync(uses: Key(Part.self, named: need), make: make)
        case 2:
          builder.toAsync { injector in
            _ = try await injector.prepared(Part.self, named: need)
            return try await make(injector)
          }
        default: builder.toAsync(make).injecting(\.next, named: need)
        }
      }
    }
  }

  private final class Member: Injectable, AwakesFromInjection, @unchecked Sendable {
    var other: Member?
    var tool: Tool?
    let awoken = Counter()
    private let latch: Latch
    static var requires: [PartialKeyPath<Member>] { [] }

    init(_ latch: Latch) { self.latch = latch }

    func awakeFromInjection() {
      awoken.increment()
      latch.countDown()
    }
  }
  private final class Tool: Injectable, @unchecked Sendable {
    var member: Member?
    static var requires: [PartialKeyPath<Tool>] { [] }
  }

  /// A thread makes the tool of the first member, and needs that member. Meanwhile the second one has
  /// awoken, and waits for the first.
  @Test func aCycleThatAThreadGetsInTheWayOfAwakesOnce() async throws {
    let (begun, awoken, second) = (Latch(), Latch(), Flag())
    let injector = try Injector { binder in
      binder.bind(Member.self, named: "first").toAsync {
        // The cycle is completed from the member that comes last.
        while !second.isRaised { await Task.yield() }
        for _ in 0..<1_000 { await Task.yield() }
        return Member(awoken)
      }.injecting(\.other, named: "second").injecting(\.tool)
      binder.bind(Member.self, named: "second").toAsync {
        second.raise()
        return Member(awoken)
      }.injecting(\.other, named: "first")
      binder.bind(Tool.self).to {
        begun.countDown()
        _ = awoken.wait()
        return Tool()
      }.in(.singleton).injecting(\.member, named: "first")
    }
    let (failures, ended) = (Counter(), Flag())
    startThread {
      if code({ try injector.resolve(Tool.self) }) != nil { failures.increment() }
      ended.raise()
    }
    _ = begun.wait()
    try await injector.prepare()
    while !ended.isRaised { await Task.yield() }
    #expect(failures.value == 0)
    for name in ["first", "second"] as [Name] {
      let member = try injector.resolve(Member.self, named: name)
      #expect(member.awoken.value == 1)
      // Members that keep one another would be a leak.
      (member.other, member.tool) = (nil, nil)
    }
  }

  @Test func tasksThatAreCancelledDoNotDisturbTheOthers() async throws {
    for round in 0..<Settings.times(300) {
      var random = SeededGenerator(seed: UInt64(round))
      let counts = Counts()
      let injector = try Injector { bind($0, counts, &random) }
      let cancelled = (0..<6).map { _ in Task { try await injector.prepare() } }
      let patient = (0..<2).map { _ in Task { try await injector.prepare() } }
      for task in cancelled {
        await Task.yield()
        task.cancel()
      }
      for task in patient { try await task.value }
      for task in cancelled {
        if case .failure(let error) = await task.result {
          #expect((error as? InjectionError)?.code == .cancelled)
        }
      }
      // While a caller still waits, no closure runs twice.
      #expect(counts.awoken.value == 15)
      for layer in 0..<3 {
        for position in 0..<5 {
          _ = try injector.resolve(Part.self, named: Name("\(layer) \(position)"))
        }
      }
      try injector.shutdown()
      #expect(counts.released.value == 15)
    }
  }

  @Test func everyTaskMayBeCancelled() async throws {
    for round in 0..<Settings.times(300) {
      var random = SeededGenerator(seed: UInt64(round))
      let counts = Counts()
      let injector = try Injector { bind($0, counts, &random) }
      let tasks = (0..<3).map { _ in Task { try await injector.prepare() } }
      for _ in 0..<random.below(20) { await Task.yield() }
      for task in tasks { task.cancel() }
      for task in tasks { _ = await task.result }
      let begun = counts.begun.value
      let awoken = counts.awoken.value
      for _ in 0..<20 { await Task.yield() }
      // After the calls have ended, no work continues in the background.
      #expect(counts.begun.value == begun && counts.awoken.value == awoken)
      try await injector.prepare()
      #expect(counts.awoken.value == 15)
    }
  }

  @Test func aShutdownEndsPreparations() async throws {
    for round in 0..<Settings.times(300) {
      var random = SeededGenerator(seed: UInt64(round))
      let counts = Counts()
      let injector = try Injector { bind($0, counts, &random) }
      let tasks = (0..<3).map { _ in Task { try await injector.prepare() } }
      for _ in 0..<random.below(20) { await Task.yield() }
      try injector.shutdown()
      for task in tasks {
        if case .failure(let error) = await task.result {
          let error = error as? InjectionError
          #expect(
            error?.code == .injectorShutDown
              || error?.errors.allSatisfy { $0.code == .injectorShutDown } == true)
        }
      }
      #expect(counts.released.value == counts.awoken.value)
    }
  }

  @Test func aBindingThatIsReplacedDuringAPreparationIsPreparedInstead() async throws {
    for round in 0..<Settings.times(300) {
      var random = SeededGenerator(seed: UInt64(round))
      let counts = Counts()
      let injector = try Injector { bind($0, counts, &random) }
      let task = Task { try await injector.prepare() }
      for _ in 0..<random.below(20) { await Task.yield() }
      let name = Name("\(random.below(3)) \(random.below(5))")
      try injector.update { $0.bind(Part.self, named: name).toAsync { Part(counts) } }
      try await task.value
      try await injector.prepare()
      for layer in 0..<3 {
        for position in 0..<5 {
          _ = try injector.resolve(Part.self, named: Name("\(layer) \(position)"))
        }
      }
      try injector.shutdown()
      #expect(counts.released.value == counts.awoken.value)
    }
  }
}
