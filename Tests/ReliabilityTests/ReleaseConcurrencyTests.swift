import Infusion
import Synchronization
import Testing

/// Shutdowns and changes of injectors while other threads use them.
struct ReleaseConcurrencyTests {
  /// Counts completed and released objects, and those that were released twice.
  private final class Ledger: Sendable {
    let awoken = Counter()
    let released = Counter()
    let mistakes = Counter()
  }

  private class Part: AwakesFromInjection, ReleasesFromInjection {
    private let ledger: Ledger
    private let isReleased = Atomic<Bool>(false)

    init(_ ledger: Ledger) { self.ledger = ledger }

    func awakeFromInjection() { ledger.awoken.increment() }

    func releaseFromInjection() throws {
      if isReleased.exchange(true, ordering: .relaxed) { ledger.mistakes.increment() }
      ledger.released.increment()
      throw CancellationError()
    }
  }

  private func bind(_ names: Range<Int>, _ binder: Binder, _ ledger: Ledger) {
    for number in names {
      let builder = binder.bind(Part.self, named: Name("\(number)")).to { injector in
        // Each part needs the one before it.
        if number > names.lowerBound {
          _ = try injector.resolve(Part.self, named: Name("\(number - 1)"))
        }
        return Part(ledger)
      }
      builder.in(.singleton)
    }
  }

  @Test func objectsMadeDuringAShutdownAreReleasedOnce() throws {
    for round in 0..<Settings.times(400) {
      let ledger = Ledger()
      let injector = try Injector { bind(0..<8, $0, ledger) }
      let child = try injector.makeChild { bind(8..<12, $0, ledger) }
      let unexpected = Counter()
      onThreads(4) { thread in
        if thread == 0 {
          for _ in 0..<(round % 7) { _ = try? injector.resolve(Part.self, named: "3") }
          do throws(InjectionError) {
            try injector.shutdown()
          } catch  where error.code == .releaseFailed || error.code == .several {
          } catch {
            unexpected.increment()
          }
          return
        }
        do throws(InjectionError) {
          for number in 0..<12 {
            _ = try child.resolve(Part.self, named: Name("\((number * thread) % 12)"))
          }
        } catch  where error.code == .injectorShutDown {
        } catch {
          unexpected.increment()
        }
      }
      #expect(unexpected.value == 0)
      #expect(ledger.mistakes.value == 0)
      #expect(ledger.released.value == ledger.awoken.value)
    }
  }

  /// The update has the child's turn, and waits for the parent's; the shutdown needs both.
  @Test func aShutdownGivesWayToTheUpdateOfAChildThatUpdatesTheParent() throws {
    for _ in 0..<Settings.times(40) {
      let parent = try Injector { $0.bind(Int.self).to(instance: 1) }
      let child = try parent.makeChild { $0.bind(String.self).to(instance: "") }
      let updating = Latch()
      let failures = Counter()
      onThreads(2) { thread in
        if thread == 0 {
          do throws(InjectionError) {
            try child.update { _ in
              updating.countDown()
              sleepBriefly()
              try parent.update { $0.bind(Int.self).to(instance: 2) }
            }
          } catch  where error.code == .injectorShutDown {
          } catch {
            failures.increment()
          }
          return
        }
        _ = updating.wait()
        do throws(InjectionError) {
          try parent.shutdown()
        } catch {
          failures.increment()
        }
      }
      #expect(failures.value == 0)
      #expect(parent.isShutDown && child.isShutDown)
    }
  }

  /// The child is made while the shutdown waits for the turn of another one.
  @Test func aShutdownGivesWayToTheUpdateOfAChildThatIsMadeMeanwhile() throws {
    let parent = try Injector { $0.bind(Int.self).to(instance: 1) }
    let (first, other) = (try parent.makeChild(), try Injector())
    let (holding, begun, updating) = (Latch(), Latch(), Latch())
    let (late, failures) = (Locked<Injector?>(nil), Counter())
    onThreads(3) { thread in
      do {
        switch thread {
        case 0:
          try first.update { _ in
            holding.countDown()
            _ = updating.wait()
            for _ in 0..<50 { sleepBriefly() }
          }
        case 1:
          _ = holding.wait()
          _ = begun.wait()
          try parent.shutdown()
        default:
          // This update begins before the shutdown, which has to give way.
          try other.update { _ in
            begun.countDown()
            for _ in 0..<50 { sleepBriefly() }
            let child = try parent.makeChild()
            late.with { $0 = child }
            try child.update { _ in
              updating.countDown()
              try parent.update { $0.bind(Int.self).to(instance: 2) }
            }
          }
        }
      } catch  where (error as? InjectionError)?.code == .injectorShutDown {
      } catch {
        failures.increment()
      }
    }
    #expect(failures.value == 0)
    #expect(parent.isShutDown && late.current?.isShutDown != false)
  }

  /// One thread drops the last request for the object while another drops the link to it.
  @Test func anObjectOfTwoBindingsThatTwoThreadsDropIsReleasedOnce() throws {
    final class Door: ReleasesFromInjection {
      let reached: Latch
      let open: Latch
      init(_ reached: Latch, _ open: Latch) { (self.reached, self.open) = (reached, open) }
      func releaseFromInjection() {
        reached.countDown()
        _ = open.wait()
      }
    }
    // Which of two injectors releases first is up to the order of a dictionary.
    for _ in 0..<Settings.times(20) {
      let ledger = Ledger()
      let (asked, changed, reached, open) = (Latch(), Latch(), Latch(), Latch())
      let injector = try Injector { binder in
        binder.bind(Part.self).to { Part(ledger) }.in(.singleton)
        binder.bind(Part.self, named: "link").to(Part.self) { $0 }.in(.singleton)
      }
      let other = try Injector { binder in
        binder.bind(Door.self).to { Door(reached, open) }.in(.singleton)
      }
      let caller = try Injector { binder in
        binder.bind(Int.self).to {
          _ = try injector.resolve(Part.self, named: "link")
          _ = try other.resolve(Door.self)
          asked.countDown()
          return changed.wait() ? 1 : 0
        }
      }
      onThreads(2) { thread in
        if thread == 0 {
          _ = try? caller.resolve(Int.self)
          return
        }
        _ = asked.wait()
        try? injector.update { $0.unbind(Part.self) }
        try? other.update { $0.unbind(Door.self) }
        changed.countDown()
        _ = reached.wait()
        try? injector.update { $0.unbind(Part.self, named: "link") }
        open.countDown()
      }
      #expect(ledger.mistakes.value == 0)
      #expect(ledger.released.value == 1)
    }
  }

  /// Two requests that keep one binding each end at the same time.
  @Test func anObjectOfTwoBindingsThatTwoRequestsDropIsReleasedOnce() throws {
    for _ in 0..<Settings.times(300) {
      let ledger = Ledger()
      let (asked, changed, end) = ([Latch(), Latch()], Latch(), Latch())
      let injector = try Injector { binder in
        binder.bind(Part.self).to { Part(ledger) }.in(.singleton)
        binder.bind(Part.self, named: "link").to(Part.self) { $0 }.in(.singleton)
      }
      let caller = try Injector { binder in
        for thread in 0..<2 {
          binder.bind(Int.self, named: Name("\(thread)")).to {
            _ = try injector.resolve(Part.self, named: "link")
            asked[thread].countDown()
            return end.wait() ? 1 : 0
          }
        }
      }
      onThreads(3) { thread in
        if thread == 0 { _ = try? caller.resolve(Int.self, named: "0") }
        if thread == 1, changed.wait() { _ = try? caller.resolve(Int.self, named: "1") }
        guard thread == 2 else { return }
        _ = asked[0].wait()
        try? injector.update { $0.unbind(Part.self) }
        changed.countDown()
        _ = asked[1].wait()
        try? injector.update { $0.unbind(Part.self, named: "link") }
        end.countDown()
      }
      #expect(ledger.mistakes.value == 0)
      #expect(ledger.released.value == 1)
    }
  }

  /// Two threads release what a child and its parent keep, both at the same time.
  @Test func anObjectOfAChildAndItsParentIsReleasedOnce() throws {
    let ledger = Ledger()
    let families = try (0..<Settings.times(5_000)).map { _ in
      let part = Part(ledger)
      let parent = try Injector { $0.bind(Part.self).to { part }.in(.singleton) }
      let child = try parent.makeChild { binder in
        binder.bind(Part.self, named: "child").to { part }.in(.singleton)
      }
      // The child keeps it first, so it is not only the parent's.
      _ = try child.resolve(Part.self, named: "child")
      _ = try parent.resolve(Part.self)
      return (parent, child)
    }
    let arrivals = Counter()
    onThreads(2) { thread in
      for (position, (parent, child)) in families.enumerated() {
        arrivals.increment()
        while arrivals.value < 2 * (position + 1) { yieldThread() }
        _ = (thread == 0 ? parent : child).releaseSingletons()
      }
    }
    #expect(ledger.mistakes.value == 0)
    #expect(ledger.released.value == families.count)
  }

  /// A request of the child still sees what the parent has dropped.
  @Test func aChildReleasesNothingThatItsParentIsAboutToRelease() throws {
    let ledger = Ledger()
    let parent = try Injector { $0.bind(Part.self).to { Part(ledger) }.in(.singleton) }
    let child = try parent.makeChild { binder in
      binder.bind(Part.self, named: "link").to(Part.self) { $0 }.in(.singleton)
      binder.bind(Int.self).to { injector in
        onThreads(1) { _ in _ = parent.releaseSingletons() }
        _ = try injector.resolve(Part.self, named: "link")
        return 1
      }
    }
    _ = try parent.resolve(Part.self)
    _ = try child.resolve(Int.self)
    #expect(ledger.released.value == 1)
    try child.shutdown()
    #expect(ledger.released.value == 1)
  }

  /// The closure of a child passes on what the parent drops while it runs.
  @Test func aChildReleasesNothingThatItsClosureHasReceivedFromItsParent() throws {
    let ledger = Ledger()
    let parent = try Injector { $0.bind(Part.self).to { Part(ledger) }.in(.singleton) }
    let child = try parent.makeChild { binder in
      binder.bind(Part.self, named: "passed on").to { injector in
        let part = try injector.resolve(Part.self)
        onThreads(1) { _ in _ = parent.releaseSingletons() }
        return part
      }.in(.singleton)
    }
    _ = try child.resolve(Part.self, named: "passed on")
    #expect(ledger.released.value == 1)
    try child.shutdown()
    #expect(ledger.released.value == 1)
  }

  @Test func callersOfShutdownShareOneEnd() throws {
    for _ in 0..<Settings.times(400) {
      let ledger = Ledger()
      let injector = try Injector { bind(0..<6, $0, ledger) }
      let child = try injector.makeChild { bind(6..<8, $0, ledger) }
      _ = try child.resolve(Part.self, named: "7")
      _ = try injector.resolve(Part.self, named: "5")
      let premature = Counter()
      onThreads(4) { thread in
        let subject = thread == 3 ? child : injector
        try? subject.shutdown()
        // When a call returns, the shutdown is complete.
        if ledger.released.value < (thread == 3 ? 2 : 8) { premature.increment() }
      }
      #expect(premature.value == 0)
      #expect(ledger.mistakes.value == 0)
      #expect(ledger.released.value == 8)
    }
  }

  @Test func changesReleaseEachObjectOnce() throws {
    let ledger = Ledger()
    let injector = try Injector { bind(0..<8, $0, ledger) }
    let failures = Counter()
    onThreads(4) { thread in
      for turn in 0..<Settings.times(1_500) {
        let name = Name("\((turn &* 31 &+ thread) % 8)")
        switch (thread, turn % 3) {
        case (0, 0): _ = try? injector.update { $0.rescope(Part.self, named: name, to: .singleton) }
        case (1, 0): _ = injector.releaseSingletons()
        default: if (try? injector.resolve(Part.self, named: name)) == nil { failures.increment() }
        }
      }
    }
    try? injector.shutdown()
    #expect(failures.value == 0)
    #expect(ledger.mistakes.value == 0)
    #expect(ledger.released.value == ledger.awoken.value)
  }

  /// A request that asks many injectors retains only the states that it has seen, and nothing of
  /// other injectors.
  @Test func aRequestOfManyInjectorsDelaysNoReleaseElsewhere() throws {
    let others = try (0..<8).map { number in try Injector { $0.bind(Int.self).to { number } } }
    let (turned, changed) = (Latch(), Latch())
    let asking = try Injector { binder in
      binder.bind(String.self).to {
        let numbers = try others.map { try $0.resolve(Int.self) }
        turned.countDown()
        _ = changed.wait()
        return "\(numbers)"
      }
    }
    let ledger = Ledger()
    let injector = try Injector { bind(0..<1, $0, ledger) }
    _ = try injector.resolve(Part.self, named: "0")
    let releasedBeforeTheRequestEnds = Locked(0)
    onThreads(2) { thread in
      if thread == 0 {
        _ = try? asking.resolve(String.self)
      } else {
        _ = turned.wait()
        try? injector.update { $0.unbind(Part.self, named: "0") }
        releasedBeforeTheRequestEnds.with { $0 = ledger.released.value }
        changed.countDown()
      }
    }
    #expect(releasedBeforeTheRequestEnds.current == 1)
  }

  /// An object that remembers the thread that released it.
  private final class Marked: ReleasesFromInjection {
    private let thread: Locked<Int>
    init(_ thread: Locked<Int>) { self.thread = thread }
    func releaseFromInjection() { thread.with { $0 = threadIdentity() } }
  }

  @Test func aShutdownWaitsForASingletonThatAnotherThreadMakes() throws {
    let (order, begun) = (Locked<[String]>([]), Latch())
    let injector = try Injector { binder in
      binder.bind(Int.self).to { injector in
        begun.countDown()
        while !injector.isShutDown { sleepBriefly() }
        // Without waiting, the shutdown would have ended by now.
        for _ in 0..<500 { sleepBriefly() }
        order.with { $0.append("made") }
        return 1
      }.in(.singleton)
    }
    onThreads(2) { number in
      if number == 0 {
        _ = try? injector.resolve(Int.self)
      } else {
        _ = begun.wait()
        try? injector.shutdown()
        order.with { $0.append("shut down") }
      }
    }
    #expect(order.current == ["made", "shut down"])
  }

  @Test func aShutdownReleasesOnTheThreadThatCallsIt() throws {
    let releasing = (0..<4).map { _ in Locked<Int>(0) }
    let injector = try Injector { binder in
      for (number, thread) in releasing.enumerated() {
        binder.bind(Marked.self, named: Name("\(number)")).to { Marked(thread) }.in(.singleton)
      }
    }
    onThreads(4) { _ = try? injector.resolve(Marked.self, named: Name("\($0)")) }
    let calling = Locked<Int>(0)
    onThreads(1) { _ in
      calling.with { $0 = threadIdentity() }
      try? injector.shutdown()
    }
    #expect(releasing.allSatisfy { $0.current == calling.current })
  }

  @Test func objectsThatARequestMayStillUseAreReleasedByItsThread() throws {
    let (releasing, asking, changing) = (Locked<Int>(0), Locked<Int>(0), Locked<Int>(0))
    let (inside, changed) = (Latch(), Latch())
    let injector = try Injector { binder in
      binder.bind(Marked.self).to { Marked(releasing) }.in(.singleton)
      binder.bind(String.self).to {
        inside.countDown()
        _ = changed.wait()
        return "asked before the change"
      }
    }
    _ = try injector.resolve(Marked.self)
    onThreads(2) { thread in
      if thread == 0 {
        asking.with { $0 = threadIdentity() }
        _ = try? injector.resolve(String.self)
      } else {
        _ = inside.wait()
        changing.with { $0 = threadIdentity() }
        try? injector.update { $0.unbind(Marked.self) }
        #expect(releasing.current == 0)
        changed.countDown()
      }
    }
    #expect(releasing.current == asking.current && releasing.current != changing.current)
  }
}
