import Infusion
import Testing

/// Changes of an injector while other threads resolve and inject.
struct LiveChangeConcurrencyTests {
  enum Form: CaseIterable {
    case unscoped, singleton, instance, eager, weak, child, grandchildSingleton, contributed
    case contributedToChild, lazy, injected, rescoped
  }

  /// A value is never older than the last update that ended before the request began, and never
  /// newer than the last update that began before the request ended.
  @Test(arguments: Form.allCases)
  func everyResultIsExplainedBySomeEpochsBindings(form: Form) throws {
    let updates = Settings.times(2_000)
    let live = Counter()
    let begun = Counter()
    let ended = Counter()
    let isOver = Flag()
    let reads = Counter()
    do {
      let injector = try Injector { binder in bind(0, binder, form, live) }
      let child = try injector.makeChild { $0.bind(Int.self).to { 1 } }
      let grandchild = try child.makeChild()
      onThreads(4) { thread in
        if thread == 0 {
          for number in 1...updates {
            begun.increment()
            do {
              try injector.update { bind(number, $0, form, live) }
            } catch {
              Issue.record("\(error)")
            }
            ended.increment()
          }
          isOver.raise()
          return
        }
        var last = 0
        repeat {
          let oldest = ended.value
          let found: Version
          do {
            found = try read(form, injector, child, grandchild)
          } catch {
            Issue.record("\(error)")
            return
          }
          let newest = begun.value
          reads.increment()
          if found.number < oldest || found.number > newest || found.number < last {
            Issue.record("\(found.number) is not one of \(oldest)...\(newest), last \(last)")
            return
          }
          last = found.number
        } while !isOver.isRaised
      }
      // Old contents are released at once, not later.
      #expect(live.value < 40, "\(live.value) live objects")
    }
    expectEventually { live.value == 0 }
    #expect(reads.value > 0)
  }

  /// Two keys are always bound together.
  @Test
  func oneRequestSeesTheBindingsOfOneEpoch() throws {
    let injector = try Injector { bindPair(0, $0) }
    let isOver = Flag()
    let torn = Counter()
    let reads = Counter()
    onThreads(4) { thread in
      if thread == 0 {
        for number in 1...Settings.times(20_000) {
          try? injector.update { bindPair(number, $0) }
        }
        isOver.raise()
        return
      }
      repeat {
        let pair = Pair()
        do {
          try injector.injectDependencies(into: pair)
        } catch {
          Issue.record("\(error)")
          return
        }
        reads.increment()
        if pair.first != pair.second { torn.increment() }
      } while !isOver.isRaised
    }
    #expect(torn.value == 0, "of \(reads.value) requests")
  }

  @Test func anUpdateWithSeveralKeysIsNeverSeenBackwards() throws {
    // A thread that has seen the new binding of one key never sees the old binding of another.
    let injector = try Injector { bindPair(0, $0) }
    let isOver = Flag()
    onThreads(4) { thread in
      if thread == 0 {
        for number in 1...Settings.times(20_000) {
          try? injector.update { bindPair(number, $0) }
        }
        isOver.raise()
        return
      }
      repeat {
        guard let one = try? injector.resolve(Int.self, named: thread == 1 ? "first" : "second"),
          let other = try? injector.resolve(Int.self, named: thread == 1 ? "second" : "first")
        else {
          Issue.record("a bound key is missing")
          return
        }
        if other < one {
          Issue.record("\(other) after \(one)")
          return
        }
      } while !isOver.isRaised
    }
  }

  /// The instances of an update exist before the update is in force.
  @Test func anEagerSingletonIsNotSeenBeforeTheRestOfItsUpdate() throws {
    let injector = try Injector { bindEagerly(0, $0) }
    let isOver = Flag()
    onThreads(2) { thread in
      if thread == 0 {
        for number in 1...Settings.times(400) {
          try? injector.update { bindEagerly(number, $0) }
        }
        isOver.raise()
        return
      }
      repeat {
        guard let first = try? injector.resolve(Int.self, named: "first"),
          let last = try? injector.resolve(Int.self, named: "last")
        else {
          Issue.record("a bound key is missing")
          return
        }
        if last < first {
          Issue.record("\(last) after \(first)")
          return
        }
      } while !isOver.isRaised
    }
  }
}

private final class Pair: NamedInjectable {
  var first = -1
  var second = -2
  static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<Pair>> {
    ["first": \.first, "second": \.second]
  }
}

private func bindPair(_ number: Int, _ binder: Binder) {
  binder.bind(Int.self, named: "first").to { number }
  binder.bind(Int.self, named: "second").to { number }
}

/// Binds many eager singletons, so that an update takes a while to put them in force.
private func bindEagerly(_ number: Int, _ binder: Binder) {
  binder.bind(Int.self, named: "first").to { number }.asEagerSingleton()
  for other in 0..<300 {
    binder.bind(Int.self, named: Name("other \(other)")).to { number }.asEagerSingleton()
  }
  binder.bind(Int.self, named: "last").to { number }
}
