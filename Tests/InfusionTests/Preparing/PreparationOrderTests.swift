import Infusion
import Testing

private final class Part {}

/// A node whose properties are injected after its closure has made it.
private final class Node {
  var first: Node?
  var second: Node?
  var third: Node?
}

/// The order of the closures, in virtual time, so that the speed of the machine does not
/// matter.
@Suite(.timeLimit(.minutes(5)))
struct PreparationOrderTests {
  /// How a binding of the schedule declares its needs.
  enum Spelling: CaseIterable {
    case declared
    case asked
  }

  @Test(arguments: Spelling.allCases, [1, 2, 3])
  func fiftyClosuresTakeTheTimeOfTheirLongestPath(_ spelling: Spelling, seed: UInt64) async throws {
    let schedule = Schedule(count: 50, seed: seed)
    // A closure that asks for its needs has begun before; its time begins with its sleep.
    let clock = VirtualClock(begins: schedule.begins)
    let injector = try Injector { binder in
      for piece in schedule.pieces {
        let names = piece.needs.map { Name("\($0)") }
        let builder = binder.bind(Part.self, named: Name("\(piece.number)"))
        let make: @Sendable (Injector) async throws -> Part = { injector in
          for name in names {
            switch spelling {
            case .declared: _ = try injector.resolve(Part.self, named: name)
            case .asked: _ = try await injector.prepared(Part.self, named: name)
            }
          }
          try await clock.sleep(piece.number, for: piece.delay)
          return Part()
        }
        let keys = names.map { Key(Part.self, named: $0) }
        switch (spelling, keys.count) {
        case (.declared, 1): builder.toAsync(uses: keys[0], make: make)
        case (.declared, 2): builder.toAsync(uses: keys[0], keys[1], make: make)
        case (.declared, 3): builder.toAsync(uses: keys[0], keys[1], keys[2], make: make)
        default: builder.toAsync(make)
        }
      }
    }
    try await injector.prepare()
    #expect(await clock.now == schedule.longestPath)
    #expect(schedule.longestPath * 2 < schedule.sum)
    for piece in schedule.pieces {
      #expect(await clock.begun[piece.number] == schedule.begins[piece.number])
    }
  }

  @Test func aNeedOfAPropertyDoesNotKeepTheClosureWaiting() async throws {
    let schedule = Schedule(count: 50, seed: 4)
    let clock = VirtualClock(begins: Array(repeating: 0, count: 50))
    let injector = try Injector { binder in
      for piece in schedule.pieces {
        let builder = binder.bind(Node.self, named: Name("\(piece.number)")).toAsync {
          try await clock.sleep(piece.number, for: piece.delay)
          return Node()
        }
        for (position, need) in piece.needs.enumerated() {
          let name = Name("\(need)")
          switch position {
          case 0: builder.injecting(\.first, named: name)
          case 1: builder.injecting(\.second, named: name)
          default: builder.injecting(\.third, named: name)
          }
        }
      }
    }
    try await injector.prepare()
    #expect(await clock.now == schedule.pieces.map(\.delay).max())
    for piece in schedule.pieces {
      let node = try injector.resolve(Node.self, named: Name("\(piece.number)"))
      let found = [node.first, node.second, node.third].compactMap { $0 }
      let needed = try piece.needs.map { try injector.resolve(Node.self, named: Name("\($0)")) }
      #expect(found.elementsEqual(needed, by: ===))
    }
  }

  @Test func thePreparationWaitsForAnUndeclaredNeed() async throws {
    // 0 sleeps for 5; 1 asks for it through a closure that the library cannot examine.
    let clock = VirtualClock(begins: [0, 5])
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync {
        try await clock.sleep(0, for: 5)
        return 1
      }
      binder.bind(String.self).to { "\(try $0.resolve(Int.self))" }
      binder.bind(Double.self).toAsync(uses: String.self) { text in
        try await clock.sleep(1, for: 2)
        return Double(text) ?? 0
      }
    }
    #expect(try await injector.prepared(Double.self) == 1)
    #expect(await clock.now == 7)
  }

  @Test(arguments: [false, true])
  func aSynchronousClosureThatDeclaresWhatItUsesRunsOnce(declares: Bool) async throws {
    let runs = SafeJournal()
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { 1 }
      let make = { (injector: Injector) in
        runs.note("run")
        return "\(try injector.resolve(Int.self))"
      }
      if declares {
        binder.bind(String.self).to(uses: Int.self, make: make)
      } else {
        binder.bind(String.self).to(make)
      }
      binder.bind(Double.self).toAsync(uses: String.self) { Double($0) ?? 0 }
    }
    #expect(try await injector.prepared(Double.self) == 1)
    // Without the declaration the closure first fails at the value that is not prepared yet.
    #expect(runs.all.count == (declares ? 1 : 2))
  }

  /// The creator meets two values that are not prepared, and fails only for want of the first one.
  @Test func aRequestWaitsForWhatItsCreatorCannotDoWithout() async throws {
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { 1 }
      binder.bind(Double.self).toAsync { 2 }
      binder.bind(String.self).to { injector in
        let number = Result { try injector.resolve(Int.self) }
        let other = try? injector.resolve(Double.self)
        return "\(try number.get()) \(other ?? 0)"
      }
    }
    #expect(try await injector.prepared(String.self) == "1 0.0")
    #expect(try failure { _ = try injector.resolve(Double.self) }.code == .notPrepared)
  }

  /// The object exists, and its closure does not run again.
  @Test func anObjectAwakesAgainWhenWhatItAskedForIsPrepared() async throws {
    final class Asking: AwakesFromInjection, Sendable {
      let injector: Injector
      let runs: SafeJournal
      init(_ injector: Injector, _ runs: SafeJournal) {
        runs.note("closure")
        (self.injector, self.runs) = (injector, runs)
      }
      func awakeFromInjection() throws {
        runs.note("awake")
        runs.note("\(try injector.resolve(Int.self))")
      }
    }
    let runs = SafeJournal()
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { 1 }
      binder.bind(Asking.self).toAsync { Asking($0, runs) }
    }
    _ = try await injector.prepared(Asking.self)
    #expect(runs.all == ["closure", "awake", "awake", "1"])
  }
}
