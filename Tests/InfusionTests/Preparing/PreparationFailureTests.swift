import Infusion
import Synchronization
import Testing

private class Part {}
private final class Stubborn: AwakesFromInjection {
  func awakeFromInjection() throws { throw Mishap() }
}
private final class Owner: Injectable {
  var stubborn: Stubborn!
  static var requires: [PartialKeyPath<Owner>] { [\.stubborn] }
}
private final class Examined: Injectable {
  /// The injector that is shut down when the class is examined.
  static let ending = Mutex<Injector?>(nil)
  var text: String!
  static var requires: [PartialKeyPath<Examined>] {
    try? ending.withLock { $0.take() }?.shutdown()
    return [\.text]
  }
}

private protocol Screen: AnyObject {}
private final class Panel: Screen, Injectable {
  var number: Int!
  static var requires: [PartialKeyPath<Panel>] { [\.number] }
}

@Suite(.timeLimit(.minutes(5)))
struct PreparationFailureTests {
  @Test func allFailuresAreReportedTogetherAndNoConsequences() async throws {
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { throw Mishap() }
      binder.bind(Double.self).toAsync { 1 }
      binder.bind(String.self).toAsync(uses: Int.self) { "\($0)" }
      binder.bind([Int].self).toAsync { [try await $0.prepared(Int.self)] }
      binder.bind(Stubborn.self).toAsync { Stubborn() }
      binder.bind(Owner.self).toAsync { Owner() }
      binder.bind([Double].self).toAsync(uses: Double.self) { [$0] }
    }
    let error = try await asyncFailure { try await injector.prepare() }
    #expect(error.code == .several)
    #expect(error.errors.map(\.code) == [.providerFailed, .providerFailed])
    #expect(error.errors.map(\.key) == [Key(Int.self), Key(Stubborn.self)])
    #expect(error.errors.allSatisfy { $0.underlying is Mishap })
    // What does not depend on them is prepared.
    #expect(try injector.resolve([Double].self) == [1])
    #expect(try failure { _ = try injector.resolve(Owner.self) }.code == .notPrepared)
  }

  @Test func theNextCallTriesOnlyWhatIsMissing() async throws {
    let tally = TaskTally()
    let injector = try Injector { binder in
      binder.bind(Double.self).toAsync {
        await tally.count("double")
        return 1
      }
      binder.bind(Int.self).toAsync {
        await tally.count("int")
        if await tally.counts["int"] == 1 { throw Mishap() }
        return 1
      }
    }
    #expect(try await asyncFailure { try await injector.prepare() }.underlying is Mishap)
    try await injector.prepare()
    #expect(await tally.counts == ["double": 1, "int": 2])
  }

  @Test func aFailureThatOnlyAnotherInjectorKnowsIsReportedOnce() async throws {
    let parent = try Injector { $0.bind(Int.self).toAsync { throw Mishap() } }
    let child = try parent.makeChild { binder in
      binder.bind(String.self).toAsync { "\(try await $0.prepared(Int.self))" }
      binder.bind([String].self).toAsync { ["\(try await $0.prepared(Int.self))"] }
      binder.bind(Double.self).toAsync { throw Mishap() }
    }
    let error = try await asyncFailure { try await child.prepare() }
    #expect(error.errors.count == 2)
    #expect(error.errors.map(\.key) == [Key(Int.self), Key(Double.self)])
  }

  @Test func aMissingBindingIsAFailureOfTheOneThatNeedsIt() async throws {
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync(uses: Part.self) { _ in 1 }
      binder.bind(Owner.self).toAsync { Owner() }
      binder.bind(Double.self).toAsync { 1 }
    }
    let error = try await asyncFailure { try await injector.prepare() }
    #expect(error.errors.map(\.code) == [.missingBinding, .missingBinding])
    #expect(try injector.resolve(Double.self) == 1)
    #expect(try failure { try injector.validate() }.errors.map(\.code) == error.errors.map(\.code))
  }

  @Test func aRequestDuringAPreparationIsRefusedAndDisturbsNothing() async throws {
    let gate = TaskGate()
    let injector = try Injector { binder in
      binder.bind(Part.self).toAsync {
        try await gate.pass()
        return Part()
      }
    }
    let task = Task { try await injector.prepare() }
    await gate.arrivals(1)
    for _ in 0..<100 {
      #expect(try failure { _ = try injector.resolve(Part.self) }.code == .notPrepared)
    }
    await gate.open()
    try await task.value
    _ = try injector.resolve(Part.self)
  }

  @Test func aPreparationThatAShutdownInterruptsIsAnError() async throws {
    let injector = try Injector { binder in
      binder.bind(String.self).to { "text" }
      binder.bind(Examined.self).toAsync { Examined() }
    }
    // The plan of the preparation reads the list of the class.
    Examined.ending.withLock { $0 = injector }
    let error = try await asyncFailure { try await injector.prepare() }
    #expect(error.code == .injectorShutDown)
  }

  @Test func aClosureThatSurvivesAFailureAndFailsForAnotherReasonIsReportedToo() async throws {
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { throw Mishap() }
      binder.bind(String.self).toAsync { injector in
        _ = try? await injector.prepared(Int.self)
        return try await injector.prepared(Part.self) === Part() ? "" : "text"
      }
    }
    let error = try await asyncFailure { try await injector.prepare() }
    #expect(error.errors.map(\.code) == [.providerFailed, .missingBinding])
  }

  @Test func aClosureThatMeetsTwoFailuresAddsNone() async throws {
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { throw Mishap() }
      binder.bind(Double.self).toAsync { throw Mishap() }
      binder.bind(String.self).toAsync { injector in
        _ = try? await injector.prepared(Int.self)
        return "\(try await injector.prepared(Double.self))"
      }
    }
    let error = try await asyncFailure { try await injector.prepare() }
    #expect(error.errors.map(\.key) == [Key(Int.self), Key(Double.self)])
  }

  /// A closure may repeat its own work. But if another closure has failed, it receives the same
  /// error again; only the next call repeats that closure.
  @Test func aFailedClosureIsNotTriedAgainWithinOneCall() async throws {
    let tally = TaskTally()
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync {
        await tally.count("int")
        if await tally.counts["int"] == 1 { throw Mishap() }
        return 1
      }
      binder.bind(String.self).toAsync { injector in
        for _ in 0..<3 {
          do throws(InjectionError) {
            return "\(try await injector.prepared(Int.self))"
          } catch {
            #expect(error.underlying is Mishap)
          }
        }
        return "none"
      }
    }
    #expect(try await asyncFailure { try await injector.prepare() }.underlying is Mishap)
    #expect(await tally.total == 1)
    #expect(try injector.resolve(String.self) == "none")
    try await injector.prepare()
    #expect(await tally.total == 2)
  }

  /// The binding never comes into force, so no preparation would help.
  @Test func aRequestDoesNotWaitForABindingOfAFailedUpdate() async throws {
    let injector = try Injector { binder in
      binder.bind(String.self).to { injector in
        try injector.update { binder in
          binder.bind(Int.self).toAsync { 1 }
          binder.bind(Double.self).to { Double(try $0.resolve(Int.self)) }.asEagerSingleton()
        }
        return "updated"
      }
    }
    let error = try await asyncFailure { _ = try await injector.prepared(String.self) }
    #expect(error.code == .notPrepared && error.key == Key(Int.self))
  }

  /// Only the object that the closure returns shows that its class needs the number.
  @Test func aFailureIsReportedOnceIfAnotherValueTurnsOutToNeedIt() async throws {
    let gate = TaskGate()
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { throw Mishap() }
      binder.bind((any Screen).self).toAsync {
        try await gate.pass()
        return Panel()
      }
    }
    var totals: Set<Int> = []
    var hasBegun = false
    let error = try await asyncFailure {
      try await injector.prepare { progress in
        totals.insert(progress.total)
        let isRunning = progress.running.contains(Key(Int.self))
        // The closure of the number has failed.
        if hasBegun, !isRunning { Task { await gate.open() } }
        hasBegun = hasBegun || isRunning
      }
    }
    #expect(error.code == .providerFailed)
    #expect(error.key == Key(Int.self))
    #expect(totals == [2])
  }

  /// The double needs only the text, which exists.
  @Test func aFailureBehindAPreparedSingletonDisturbsNothing() async throws {
    let tally = TaskTally()
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync {
        await tally.count("int")
        if await tally.total == 2 { throw Mishap() }
        return 1
      }
      binder.bind(String.self).toAsync(uses: Int.self) { "\($0)" }
      binder.bind(Double.self).toAsync(uses: String.self) { Double($0) ?? 0 }
    }
    _ = try await injector.prepared(String.self)
    injector.releaseSingletons(of: Int.self)
    #expect(try await asyncFailure { try await injector.prepare() }.key == Key(Int.self))
    #expect(try injector.resolve(Double.self) == 1)
  }

  @Test func aFailureBehindAHandleDisturbsNothing() async throws {
    final class Owner: Injectable {
      var number: Lazy<Int>!
      static var requires: [PartialKeyPath<Owner>] { [\.number] }
    }
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { throw Mishap() }
      binder.bind(Owner.self).toAsync { Owner() }
      binder.bind(String.self).toAsync(uses: Provider<Int>.self) { _ in "text" }
    }
    #expect(try await asyncFailure { try await injector.prepare() }.key == Key(Int.self))
    #expect(try injector.resolve(Owner.self).number != nil)
    #expect(try injector.resolve(String.self) == "text")
  }

  @Test func aClosureThatReceivesTwoFailuresAtOnceAddsNone() async throws {
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { throw Mishap() }
      binder.bind(Double.self).toAsync { throw Mishap() }
      binder.bind([Int].self).toInitializer { (number: Int, _: Double) in [number] }
      binder.bind(String.self).toAsync { "\(try await $0.prepared([Int].self))" }
    }
    let error = try await asyncFailure { try await injector.prepare() }
    #expect(error.errors.map(\.key) == [Key(Int.self), Key(Double.self)])
  }

  /// Both objects are there when the number is prepared, and the owner is bound first.
  @Test func anObjectFailsByItselfThoughItsOwnerWaitsForTheSame() async throws {
    final class Part: Injectable, AwakesFromInjection {
      var number: Int!
      static var requires: [PartialKeyPath<Part>] { [\.number] }
      func awakeFromInjection() throws { throw Mishap() }
    }
    final class Owner: Injectable {
      var number: Int!
      var part: Part!
      static var requires: [PartialKeyPath<Owner>] { [\.number, \.part] }
    }
    let gate = TaskGate()
    let injector = try Injector { binder in
      binder.bind(Owner.self).toAsync { Owner() }
      binder.bind(Part.self).toAsync { Part() }
      binder.bind(Int.self).toAsync {
        await gate.passWithoutBeingCancelled()
        return 1
      }
    }
    let task = Task { try await injector.prepare() }
    await gate.arrivals(1)
    // Waits until both closures have ended.
    for _ in 0..<1_000 { await Task.yield() }
    await gate.open()
    let error = try await asyncFailure { try await task.value }
    #expect(error.code == .providerFailed)
    #expect(!error.description.contains("Owner"))
  }

  /// The creator waits until another call has prepared the number.
  @Test @MainActor func aRequestFindsWhatAnotherCallHasPreparedInBetween() async throws {
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync { 1 }
      binder.onMainActor.bind(String.self).to { injector in
        do {
          return "\(try injector.resolve(Int.self))"
        } catch {
          let gate = Gate()
          Task.detached {
            _ = try? await injector.prepared(Int.self)
            gate.open()
          }
          gate.wait()
          throw error
        }
      }
    }
    #expect(try await injector.prepared(String.self) == "1")
  }

  @Test func aFailureInAParentNamesTheBindingOfTheChildThatWasAsked() async throws {
    let parent = try Injector { $0.bind(String.self).toAsync(uses: Int.self) { "\($0)" } }
    let child = try parent.makeChild { $0.bind(Int.self).to { 1 } }
    let error = try await asyncFailure { _ = try await child.prepared(String.self) }
    #expect(error.code == .boundInChild)
  }
}
