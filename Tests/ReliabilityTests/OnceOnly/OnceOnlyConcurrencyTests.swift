import Infusion
import Testing

/// Rule 10, first half: at most one object of a singleton is ever handed out.
struct OnceOnlyConcurrencyTests {
  /// How a singleton is bound or requested.
  enum Form: String, CaseIterable {
    case bound, linked, onDemand, optionsOnDemand, weak, store, contributed, throughChildren
    case onDemandThroughChildren, named, eagerAfterRelease, storeOfSeveralInjectors
  }

  /// One form at a time: with the threads of two forms, each thread mostly waits for a core.
  @Test(.serialized, arguments: Form.allCases)
  func racingThreadsReceiveOneObject(of form: Form) throws {
    // The same number of rounds for each number of threads.
    let rounds = 7 * Settings.times(form == .bound ? 10_000 : 200)
    let threadCount = 8
    let chunk = 250
    var duplicates = 0
    var failures: [String] = []
    for start in stride(from: 0, to: rounds, by: chunk) {
      let cases = try (0..<min(chunk, rounds - start)).map { _ in try Race(form) }
      let line = StartLine(threadCount)
      let results = Locked<[[Result<Single, InjectionError>?]]>([])
      guard
        onThreads(
          threadCount,
          { thread in
            var received: [Result<Single, InjectionError>?] = []
            for (round, race) in cases.enumerated() {
              line.pass(round)
              // From two to eight threads take part.
              received.append(thread < 2 + round % 7 ? race.ask(thread) : nil)
            }
            results.with { $0.append(received) }
          })
      else { return }
      for (round, race) in cases.enumerated() {
        let all = results.current.compactMap { $0[round] }
        var objects: Set<ObjectIdentifier> = []
        for result in all {
          switch result {
          case .success(let single):
            objects.insert(ObjectIdentifier(single))
            if !single.isComplete { failures.append("an incomplete object") }
          case .failure(let error): failures.append(error.description)
          }
        }
        if objects.count != 1 { duplicates += 1 }
        if form != .weak, race.created.value != 1 { duplicates += 1 }
      }
    }
    #expect(duplicates == 0)
    #expect(failures.isEmpty, "\(failures.prefix(3))")
  }

  @Test func singletonsAreCreatedInParallel() throws {
    for _ in 0..<Settings.times(1_000) {
      let secondHasBegun = Latch()
      let timedOut = Flag()
      let injector = try Injector { binder in
        binder.bind(First.self).to {
          if !secondHasBegun.wait() { timedOut.raise() }
          return First()
        }.in(.singleton)
        binder.bind(Second.self).to {
          secondHasBegun.countDown()
          return Second()
        }.in(.singleton)
      }
      let finished = onThreads(2) { thread in
        if thread == 0 { _ = try? injector.resolve(First.self) }
        if thread == 1 { _ = try? injector.resolve(Second.self) }
      }
      #expect(!timedOut.isRaised)
      guard finished, !timedOut.isRaised else { return }
    }
  }

  @Test func waitersReceiveTheFailureOfTheCreation() throws {
    var shared = 0
    for _ in 0..<Settings.times(100) {
      let attempts = Counter()
      let fails = Locked(true)
      let threads = 6
      let asking = Latch(threads)
      let injector = try Injector { binder in
        binder.bind(First.self).to {
          let attempt = attempts.increment()
          _ = asking.wait()
          for _ in 0..<10 { sleepBriefly() }
          if fails.current { throw Refusal(number: attempt) }
          return First()
        }.in(.singleton)
      }
      let numbers = Locked<[Int]>([])
      onThreads(threads) { _ in
        asking.countDown()
        do throws(InjectionError) {
          _ = try injector.resolve(First.self)
        } catch {
          let refusal = error.underlying as? Refusal
          numbers.with { $0.append(error.code == .providerFailed ? refusal?.number ?? -1 : -2) }
        }
      }
      #expect(numbers.current.count == threads)
      #expect(numbers.current.allSatisfy { (1...attempts.value).contains($0) })
      if attempts.value < threads { shared += 1 }
      fails.with { $0 = false }
      _ = try injector.resolve(First.self)
    }
    // A thread that is late starts its own attempt; not all threads can be late every time.
    #expect(shared > 0)
  }

  @Test func threadsThatMerelyWaitAreNoDeadlock() throws {
    for _ in 0..<Settings.times(50) {
      let begun = (0..<4).map { _ in Latch() }
      // Each creator needs the next; the last one is slow. Thread n begins with n.
      let injector = try Injector { binder in
        for index in 0..<4 {
          binder.bind(Link.self, named: Name("\(index)")).to { injector in
            begun[index].countDown()
            if index == 3 {
              for _ in 0..<20 { sleepBriefly() }
              return Link(nil)
            }
            _ = begun[index + 1].wait()
            return Link(try injector.resolve(Link.self, named: Name("\(index + 1)")))
          }.in(.singleton)
        }
      }
      let found = Locked<[Result<Link, InjectionError>]>([])
      onThreads(8) { thread in
        let result = Result { () throws(InjectionError) in
          try injector.resolve(Link.self, named: Name("\(thread % 4)"))
        }
        found.with { $0.append(result) }
      }
      let errors = found.current.compactMap {
        if case .failure(let error) = $0 { error } else { nil }
      }
      #expect(errors.isEmpty, "\(errors.first?.description ?? "")")
      let links = found.current.compactMap { try? $0.get() }
      #expect(Set(links.map { ObjectIdentifier($0) }).count == 4)
    }
  }
}

private final class Link: Sendable {
  let next: Link?
  init(_ next: Link?) { self.next = next }
}
