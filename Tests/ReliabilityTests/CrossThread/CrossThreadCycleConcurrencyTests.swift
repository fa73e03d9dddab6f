import Infusion
import Testing

/// Rule 10, second half: threads that need one another's singletons finish, or receive an error.
struct CrossThreadCycleConcurrencyTests {
  @Test(arguments: [2, 3, 5])
  func propertyCyclesAcrossThreadsAreFinished(length: Int) throws {
    for _ in 0..<Settings.times(1_000) {
      let meeting = Meeting(length)
      let injector = try Injector { binder in
        for index in 0..<length {
          binder.bind(Peer.self, named: Name("\(index)")).to {
            // Every thread holds one of the peers before any thread asks for the next.
            meeting.arrive(index)
            return Peer(index)
          }.in(.singleton).injecting(\.next, named: Name("\((index + 1) % length)"))
        }
      }
      let found = askAll(injector, length)
      expectFinished(found, length)
      for index in 0..<length {
        let node = try injector.resolve(Peer.self, named: Name("\(index)"))
        #expect(node.index == index)
        #expect(node.next?.index == (index + 1) % length)
      }
      takeApart(injector, length)
    }
  }

  @Test func aThreadThatHasGivenWayRepeatsNoLaterRequest() throws {
    for _ in 0..<Settings.times(50) {
      let meeting = Meeting(2)
      let calls = Counter()
      let injector = try Injector { binder in
        for index in 0..<2 {
          binder.bind(Peer.self, named: Name("\(index)")).to {
            meeting.arrive(index)
            return Peer(index)
          }.in(.singleton).injecting(\.next, named: Name("\(1 - index)"))
        }
        binder.bind(String.self).to {
          calls.increment()
          // A request that is repeated ends at some time.
          if calls.value > 10 { return "" }
          throw Refusal(number: 0)
        }
      }
      onThreads(2) { thread in
        unexpected { _ = try injector.resolve(Peer.self, named: Name("\(thread)")) }
        _ = try? injector.resolve(String.self)
      }
      #expect(calls.value == 2)
      takeApart(injector, 2)
    }
  }

  @Test(arguments: [2, 3, 5])
  func closureCyclesAcrossThreadsAreErrorsInBoundedTime(length: Int) throws {
    var deadlocks = 0
    for _ in 0..<Settings.times(1_000) {
      let meeting = Meeting(length)
      let injector = try Injector { binder in
        for index in 0..<length {
          binder.bind(Peer.self, named: Name("\(index)")).to { injector in
            meeting.arrive(index)
            let node = Peer(index)
            node.next = try injector.resolve(
              Peer.self, named: Name("\((index + 1) % length)"))
            return node
          }.in(.singleton)
        }
      }
      let found = askAll(injector, length)
      for result in found.values {
        guard case .failure(let error) = result else {
          Issue.record("a cycle of closures has no beginning")
          return
        }
        #expect([.deadlock, .cyclicDependency].contains(error.code), "\(error)")
        if error.code == .deadlock {
          deadlocks += 1
          // The error names what each thread holds and wants, and so every key of the ring.
          for index in 0..<length {
            #expect(error.description.contains("named \"\(index)\""), "\(error)")
          }
        }
      }
      #expect(found.count == length)
    }
    #expect(deadlocks > 0)
  }

  @Test func creatorsThatCatchTheErrorFinishAfterADeadlock() throws {
    for _ in 0..<Settings.times(1_000) {
      let meeting = Meeting(2)
      let injector = try Injector { binder in
        for index in 0..<2 {
          binder.bind(Peer.self, named: Name("\(index)")).to { injector in
            meeting.arrive(index)
            let node = Peer(index)
            node.next = try? injector.resolve(Peer.self, named: Name("\(1 - index)"))
            return node
          }.in(.singleton)
        }
      }
      let found = askAll(injector, 2)
      #expect(found.values.allSatisfy { if case .success = $0 { true } else { false } })
      for index in 0..<2 {
        guard case .success(let node) = found[index] else { return }
        #expect(try injector.resolve(Peer.self, named: Name("\(index)")) === node)
      }
      takeApart(injector, 2)
    }
  }

  @Test func siblingsUnderOneParentAreFinished() throws {
    for _ in 0..<Settings.times(1_000) {
      let meeting = Meeting(2)
      let injector = try Injector { binder in
        binder.bind(Peer.self, named: "0").to { Peer(0) }.in(.singleton)
          .injecting(\.next, named: "1").injecting(\.other, named: "2")
        for index in 1...2 {
          binder.bind(Peer.self, named: Name("\(index)")).to {
            meeting.arrive(index - 1)
            return Peer(index)
          }.in(.singleton)
            .injecting(\.next, named: Name("\(3 - index)")).injecting(\.other, named: "0")
        }
      }
      let found = askAll(injector, 3)
      expectFinished(found, 3)
      takeApart(injector, 3)
    }
  }

  @Test func injectorsThatNeedOneAnotherFinishOrReportADeadlock() throws {
    for _ in 0..<Settings.times(1_000) {
      let meeting = Meeting(2)
      let injectors = Locked<[Injector]>([])
      func make(_ own: Int) throws -> Injector {
        try Injector { binder in
          binder.bind(Peer.self, named: Name("\(own)")).to {
            meeting.arrive(own)
            return Peer(own)
          }.in(.singleton).injecting(\.next, named: Name("\(1 - own)"))
          binder.bind(Peer.self, named: Name("\(1 - own)")).to {
            try injectors.current[1 - own].resolve(Peer.self, named: Name("\(1 - own)"))
          }.asIs()
        }
      }
      let made = [try make(0), try make(1)]
      injectors.with { $0 = made }
      let found = Locked<[Int: Result<Peer, InjectionError>]>([:])
      onThreads(2) { thread in
        let result = Result { () throws(InjectionError) in
          try made[thread].resolve(Peer.self, named: Name("\(thread)"))
        }
        found.with { $0[thread] = result }
      }
      for case .failure(let error) in found.current.values {
        #expect(error.code == .deadlock, "\(error)")
      }
      // Whatever the outcome, both peers can then be resolved, as one object each.
      let first = try made[0].resolve(Peer.self, named: "0")
      let second = try made[1].resolve(Peer.self, named: "1")
      #expect(first.next === second)
      #expect(second.next === first)
      for (thread, result) in found.current {
        if case .success(let node) = result { #expect(node === (thread == 0 ? first : second)) }
      }
      first.next = nil
      second.next = nil
      injectors.with { $0 = [] }
    }
  }

  /// Random graphs of singletons that need one another through properties: no request can fail.
  @Test func randomPropertyGraphsAreFinishedByManyThreads() throws {
    for round in 0..<Settings.times(300) {
      var random = SeededGenerator(seed: UInt64(round))
      let count = 2 + random.below(24)
      let edges = (0..<count).map { _ in (random.below(count), random.below(count)) }
      // Objects that a thread has dropped may refer to one another, too.
      let made = Locked<[Peer]>([])
      let injector = try Injector { binder in
        for index in 0..<count {
          binder.bind(Peer.self, named: Name("\(index)")).to {
            if index % 3 == 0 { yieldThread() }
            let node = Peer(index)
            made.with { $0.append(node) }
            return node
          }.in(.singleton)
            .injecting(\.next, named: Name("\(edges[index].0)"))
            .injecting(\.other, named: Name("\(edges[index].1)"))
        }
      }
      let line = StartLine(6)
      let found = Locked<[[Int: Peer]]>([])
      let errors = Locked<[InjectionError]>([])
      let finished = onThreads(6) { thread in
        var random = SeededGenerator(seed: UInt64(round * 10 + thread))
        var mine: [Int: Peer] = [:]
        line.pass(0)
        for _ in 0..<count {
          let index = random.below(count)
          do throws(InjectionError) {
            let node = try injector.resolve(Peer.self, named: Name("\(index)"))
            if let unfinished = node.firstUnfinished {
              Issue.record("node \(unfinished) is handed out before it is finished, seed \(round)")
            }
            mine[index] = node
          } catch {
            errors.with { $0.append(error) }
          }
        }
        found.with { $0.append(mine) }
      }
      guard finished else { return }
      #expect(errors.current.isEmpty, "\(errors.current.first?.description ?? "") seed \(round)")
      for index in 0..<count {
        let nodes = found.current.compactMap { $0[index] }
        #expect(Set(nodes.map { ObjectIdentifier($0) }).count <= 1, "seed \(round)")
      }
      for node in made.current {
        node.next = nil
        node.other = nil
      }
      guard errors.current.isEmpty else { return }
    }
  }
}
