import Infusion
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Rule 10, second half: threads that need one another's singletons finish, or are told so.
struct CrossThreadCycleConcurrencyTests {
  @Test(arguments: [2, 3, 5])
  func propertyCyclesAcrossThreadsAreFinished(length: Int) throws {
    for _ in 0..<Settings.times(1_000) {
      let meeting = Meeting(length)
      let injector = try Injector { binder in
        for index in 0..<length {
          binder.bind(Node.self, named: Name("\(index)")).to {
            // Every thread holds one of them before the first one asks for the next.
            meeting.arrive(index)
            return Node(index)
          }.in(.singleton).injecting(\.next, named: Name("\((index + 1) % length)"))
        }
      }
      let found = askAll(injector, length)
      expectFinished(found, length)
      for index in 0..<length {
        let node = try injector.resolve(Node.self, named: Name("\(index)"))
        #expect(node.index == index)
        #expect(node.next?.index == (index + 1) % length)
      }
      takeApart(injector, length)
    }
  }

  @Test(arguments: [2, 3, 5])
  func closureCyclesAcrossThreadsAreErrorsInBoundedTime(length: Int) throws {
    var deadlocks = 0
    for _ in 0..<Settings.times(300) {
      let meeting = Meeting(length)
      let injector = try Injector { binder in
        for index in 0..<length {
          binder.bind(Node.self, named: Name("\(index)")).to { injector in
            meeting.arrive(index)
            let node = Node(index)
            node.next = try injector.resolve(
              Node.self, named: Name("\((index + 1) % length)"))
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
          // What each thread holds and wants: every key of the ring is named.
          for index in 0..<length {
            #expect(error.description.contains("named \"\(index)\""), "\(error)")
          }
        }
      }
      #expect(found.count == length)
    }
    #expect(deadlocks > 0)
  }

  @Test func creatorsThatCanDoWithoutFinishAfterADeadlock() throws {
    for _ in 0..<Settings.times(300) {
      let meeting = Meeting(2)
      let injector = try Injector { binder in
        for index in 0..<2 {
          binder.bind(Node.self, named: Name("\(index)")).to { injector in
            meeting.arrive(index)
            let node = Node(index)
            node.next = try? injector.resolve(Node.self, named: Name("\(1 - index)"))
            return node
          }.in(.singleton)
        }
      }
      let found = askAll(injector, 2)
      #expect(found.values.allSatisfy { if case .success = $0 { true } else { false } })
      for index in 0..<2 {
        guard case .success(let node) = found[index] else { return }
        #expect(try injector.resolve(Node.self, named: Name("\(index)")) === node)
      }
      takeApart(injector, 2)
    }
  }

  @Test func siblingsUnderOneParentAreFinished() throws {
    for _ in 0..<Settings.times(1_000) {
      let meeting = Meeting(2)
      let injector = try Injector { binder in
        binder.bind(Node.self, named: "0").to { Node(0) }.in(.singleton)
          .injecting(\.next, named: "1").injecting(\.other, named: "2")
        for index in 1...2 {
          binder.bind(Node.self, named: Name("\(index)")).to {
            meeting.arrive(index - 1)
            return Node(index)
          }.in(.singleton)
            .injecting(\.next, named: Name("\(3 - index)")).injecting(\.other, named: "0")
        }
      }
      let found = askAll(injector, 3)
      expectFinished(found, 3)
      takeApart(injector, 3)
    }
  }

  @Test func injectorsThatNeedOneAnotherFinishOrSayDeadlock() throws {
    for _ in 0..<Settings.times(500) {
      let meeting = Meeting(2)
      let injectors = Locked<[Injector]>([])
      func make(_ own: Int) throws -> Injector {
        try Injector { binder in
          binder.bind(Node.self, named: Name("\(own)")).to {
            meeting.arrive(own)
            return Node(own)
          }.in(.singleton).injecting(\.next, named: Name("\(1 - own)"))
          binder.bind(Node.self, named: Name("\(1 - own)")).to {
            try injectors.current[1 - own].resolve(Node.self, named: Name("\(1 - own)"))
          }.asIs()
        }
      }
      let made = [try make(0), try make(1)]
      injectors.with { $0 = made }
      let found = Locked<[Int: Result<Node, InjectionError>]>([:])
      onThreads(2) { thread in
        let result = Result { () throws(InjectionError) in
          try made[thread].resolve(Node.self, named: Name("\(thread)"))
        }
        found.with { $0[thread] = result }
      }
      for case .failure(let error) in found.current.values {
        #expect(error.code == .deadlock, "\(error)")
      }
      // Whatever has happened, everything can be had afterwards, once.
      let first = try made[0].resolve(Node.self, named: "0")
      let second = try made[1].resolve(Node.self, named: "1")
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

  /// Random graphs of singletons, all edges properties: nothing can go wrong, whoever asks.
  @Test func randomPropertyGraphsAreFinishedByManyThreads() throws {
    for round in 0..<Settings.times(300) {
      var random = SeededGenerator(seed: UInt64(round))
      let count = 2 + random.below(24)
      let edges = (0..<count).map { _ in (random.below(count), random.below(count)) }
      // Objects that a thread has dropped may refer to one another as well.
      let made = Locked<[Node]>([])
      let injector = try Injector { binder in
        for index in 0..<count {
          binder.bind(Node.self, named: Name("\(index)")).to {
            if index % 3 == 0 { yieldThread() }
            let node = Node(index)
            made.with { $0.append(node) }
            return node
          }.in(.singleton)
            .injecting(\.next, named: Name("\(edges[index].0)"))
            .injecting(\.other, named: Name("\(edges[index].1)"))
        }
      }
      let line = StartLine(6)
      let found = Locked<[[Int: Node]]>([])
      let errors = Locked<[InjectionError]>([])
      let finished = onThreads(6) { thread in
        var random = SeededGenerator(seed: UInt64(round * 10 + thread))
        var mine: [Int: Node] = [:]
        line.pass(0)
        for _ in 0..<count {
          let index = random.below(count)
          do throws(InjectionError) {
            let node = try injector.resolve(Node.self, named: Name("\(index)"))
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

  @Test func anUpdateThatNeedsWhatItsWaiterBuildsEndsInBoundedTime() async {
    // The singleton's creator wants to update; the update's eager singleton needs that singleton.
    await #expect(processExitsWith: .success) {
      guardAgainstHanging()
      for _ in 0..<20 {
        let building = Latch()
        let updating = Latch()
        let injector = try Injector { binder in
          binder.bind(Node.self, named: "0").to { injector in
            building.countDown()
            _ = updating.wait()
            // Time for the other thread to ask for this key.
            for _ in 0..<10 { sleepBriefly() }
            try? injector.update { $0.bind(Int.self).to { 1 } }
            return Node(0)
          }.in(.singleton)
        }
        let done = Latch(2)
        startThread {
          _ = try? injector.resolve(Node.self, named: "0")
          done.countDown()
        }
        startThread {
          _ = building.wait()
          try? injector.update { binder in
            binder.bind(Node.self, named: "1").to { Node(1) }.asEagerSingleton()
              .injecting(\.next, named: "0")
            updating.countDown()
          }
          done.countDown()
        }
        guard done.wait(within: .seconds(20)) else { exit(2) }
      }
    }
  }

  @Test func anUpdateClosureThatAsksForWhatItsWaiterBuildsEndsInBoundedTime() async {
    await #expect(processExitsWith: .success) {
      guardAgainstHanging()
      for _ in 0..<20 {
        let building = Latch()
        let updating = Latch()
        let injector = try Injector { binder in
          binder.bind(Node.self, named: "0").to { injector in
            building.countDown()
            _ = updating.wait()
            for _ in 0..<10 { sleepBriefly() }
            try? injector.update { $0.bind(Int.self).to { 1 } }
            return Node(0)
          }.in(.singleton)
        }
        let done = Latch(2)
        startThread {
          _ = try? injector.resolve(Node.self, named: "0")
          done.countDown()
        }
        startThread {
          _ = building.wait()
          try? injector.update { _ in
            updating.countDown()
            _ = try injector.resolve(Node.self, named: "0")
          }
          done.countDown()
        }
        guard done.wait(within: .seconds(20)) else { exit(2) }
      }
    }
  }

  @Test func anUpdateInACreatorWhoseEagerSingletonNeedsItEndsInBoundedTime() async {
    await #expect(processExitsWith: .success) {
      guardAgainstHanging(seconds: 20)
      let injector = try Injector { binder in
        binder.bind(Node.self, named: "0").to { injector in
          try? injector.update { binder in
            binder.bind(Node.self, named: "1").to { Node(1) }.asEagerSingleton()
              .injecting(\.next, named: "0")
          }
          return Node(0)
        }.in(.singleton)
      }
      let node = try injector.resolve(Node.self, named: "0")
      let again = try injector.resolve(Node.self, named: "0")
      guard node === again else { exit(2) }
      if injector.hasBinding(Node.self, named: "1") {
        guard try injector.resolve(Node.self, named: "1").next === node else { exit(3) }
      }
    }
  }

  @Test func aCycleThroughAnInjectorThatIsGoneIsPublished() async {
    // A singleton of a short-lived child waits for its cycle when the child is released.
    await #expect(processExitsWith: .success) {
      guardAgainstHanging()
      for _ in 0..<200 {
        let injector = try Injector { binder in
          binder.bind(Node.self, named: "0").to { Node(0) }.in(.singleton)
            .injecting(\.next, named: "1")
          binder.bind(Node.self, named: "1").to { injector in
            let child = try injector.makeChild { binder in
              binder.bind(Node.self, named: "2").to { Node(2) }.in(.singleton)
                .injecting(\.next, named: "0")
            }
            return try child.resolve(Node.self, named: "2")
          }
        }
        let node = try injector.resolve(Node.self, named: "0")
        guard node.next?.index == 2, node.next?.next === node else { exit(2) }
        node.next?.next = nil
      }
    }
  }

  // MARK: -

  private func askAll(
    _ injector: Injector, _ count: Int
  ) -> [Int: Result<Node, InjectionError>] {
    let found = Locked<[Int: Result<Node, InjectionError>]>([:])
    onThreads(count) { thread in
      let result = Result { () throws(InjectionError) in
        try injector.resolve(Node.self, named: Name("\(thread)"))
      }
      found.with { $0[thread] = result }
    }
    return found.current
  }

  private func expectFinished(_ found: [Int: Result<Node, InjectionError>], _ count: Int) {
    var nodes: [Int: Node] = [:]
    func meet(_ node: Node?) {
      guard let node else { return }
      if let known = nodes[node.index] {
        #expect(known === node, "two objects of one singleton")
        return
      }
      nodes[node.index] = node
      #expect(node.awakes == 1)
      #expect(node.next != nil)
      meet(node.next)
      meet(node.other)
    }
    for index in 0..<count {
      switch found[index] {
      case .success(let node): meet(node)
      case .failure(let error): Issue.record("\(error)")
      case nil: Issue.record("no answer")
      }
    }
    #expect(nodes.count == count)
  }

  private func takeApart(_ injector: Injector, _ count: Int) {
    for index in 0..<count {
      let node = try? injector.resolve(Node.self, named: Name("\(index)"))
      node?.next = nil
      node?.other = nil
    }
  }
}

/// Ends the process of an exit test that does not end by itself.
func guardAgainstHanging(seconds: UInt32 = 60) {
  startThread {
    sleep(seconds)
    _exit(9)
  }
}

/// Lets the first creators of all keys run at the same time.
private final class Meeting: Sendable {
  private let latch: Latch
  private let hasArrived: Locked<Set<Int>> = Locked([])

  init(_ count: Int) { latch = Latch(count) }

  func arrive(_ index: Int) {
    if hasArrived.with({ $0.insert(index).inserted }) { latch.countDown() }
    _ = latch.wait(within: .milliseconds(200))
  }
}

private final class Node: Injectable, AwakesFromInjection, @unchecked Sendable {
  let index: Int
  var next: Node?
  var other: Node?
  private(set) var awakes = 0

  init(_ index: Int) { self.index = index }

  static var requires: [PartialKeyPath<Node>] { [] }
  func awakeFromInjection() { awakes += 1 }

  /// Looks at everything that can be reached.
  var firstUnfinished: Int? {
    var seen: Set<ObjectIdentifier> = []
    var open: [Node] = [self]
    while let node = open.popLast() {
      guard seen.insert(ObjectIdentifier(node)).inserted else { continue }
      guard node.awakes == 1, let next = node.next, let other = node.other else {
        return node.index
      }
      open += [next, other]
    }
    return nil
  }
}
