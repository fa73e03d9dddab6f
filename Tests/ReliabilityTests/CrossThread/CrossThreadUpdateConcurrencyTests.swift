import Infusion
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Updates and short-lived children in the creators of singletons.
///
/// The tests run in their own processes, because a test that fails hangs.
struct CrossThreadUpdateConcurrencyTests {

  @Test func anUpdateThatNeedsAnObjectOfItsWaiterEndsInBoundedTime() async {
    // The singleton's creator wants to update; the update's eager singleton needs this singleton.
    await #expect(processExitsWith: .success) {
      try updateWhileACreatorWaits { binder, _, hasBegun in
        binder.bind(Peer.self, named: "1").to { Peer(1) }.asEagerSingleton()
          .injecting(\.next, named: "0")
        hasBegun.countDown()
      }
    }
  }

  @Test func anUpdateClosureThatNeedsAnObjectOfItsWaiterEndsInBoundedTime() async {
    await #expect(processExitsWith: .success) {
      try updateWhileACreatorWaits { _, injector, hasBegun in
        hasBegun.countDown()
        _ = try injector.resolve(Peer.self, named: "0")
      }
    }
  }

  @Test func anUpdateInACreatorWhoseEagerSingletonNeedsItEndsInBoundedTime() async {
    await #expect(processExitsWith: .success) {
      guardAgainstHanging()
      let injector = try Injector { binder in
        binder.bind(Peer.self, named: "0").to { injector in
          try? injector.update { binder in
            binder.bind(Peer.self, named: "1").to { Peer(1) }.asEagerSingleton()
              .injecting(\.next, named: "0")
          }
          return Peer(0)
        }.in(.singleton)
      }
      let node = try injector.resolve(Peer.self, named: "0")
      let again = try injector.resolve(Peer.self, named: "0")
      guard node === again else { exit(2) }
      if injector.hasBinding(Peer.self, named: "1") {
        guard try injector.resolve(Peer.self, named: "1").next === node else { exit(3) }
      }
    }
  }

  /// Each thread has the turn that the other one wants.
  @Test func updatesOfEachOthersInjectorsEndInBoundedTime() async {
    await #expect(processExitsWith: .success) {
      guardAgainstHanging()
      let codes = Locked<[InjectionError.Code?]>([])
      weak var first: Injector?
      weak var second: Injector?
      do {
        let injectors = [try Injector(), try Injector()]
        (first, second) = (injectors[0], injectors[1])
        let both = Latch(2)
        onThreads(2) { thread in
          try? injectors[thread].update { _ in
            both.countDown()
            _ = both.wait()
            let found = code { try injectors[1 - thread].update { $0.bind(Int.self).to { 1 } } }
            codes.with { $0.append(found) }
          }
        }
      }
      // A process that ends before the threads let go of the injectors seems to leak.
      while first != nil || second != nil { sleepBriefly() }
      guard codes.current == [.deadlock, nil] else { exit(2) }
    }
  }

  /// The call sees its own change, until it meets the end by the other thread.
  @Test func aCallGoesOnThoughAnotherThreadEndsWhatItHasChanged() async {
    await #expect(processExitsWith: .success) {
      guardAgainstHanging()
      for asksChild in [false, true] {
        let parent = try Injector()
        let injector = try asksChild ? parent.makeChild() : parent
        var answers: [Bool] = []
        let failure = #expect(throws: InjectionError.self) {
          try injector.create {
            try parent.update { $0.bind(Int.self).to { 1 } }
            answers.append(injector.hasBinding(Int.self))
            onThreads(1) { _ in try? parent.shutdown() }
            for _ in 0..<100 { answers.append(injector.hasBinding(Int.self)) }
            return Peer(0)
          }
        }
        guard failure?.code == .injectorShutDown else { exit(2) }
        guard answers == [true] + Array(repeating: false, count: 100) else { exit(3) }
      }
    }
  }

  @Test func aCycleThroughAnInjectorThatIsGoneIsPublished() async {
    // A singleton of a short-lived child waits for its cycle while the child is released.
    await #expect(processExitsWith: .success) {
      guardAgainstHanging()
      for _ in 0..<200 {
        let injector = try Injector { binder in
          binder.bind(Peer.self, named: "0").to { Peer(0) }.in(.singleton)
            .injecting(\.next, named: "1")
          binder.bind(Peer.self, named: "1").to { injector in
            let child = try injector.makeChild { binder in
              binder.bind(Peer.self, named: "2").to { Peer(2) }.in(.singleton)
                .injecting(\.next, named: "0")
            }
            return try child.resolve(Peer.self, named: "2")
          }
        }
        let node = try injector.resolve(Peer.self, named: "0")
        guard node.next?.index == 2, node.next?.next === node else { exit(2) }
        node.next?.next = nil
      }
    }
  }

  /// The error names the call of the update that gives way.
  @Test func anUpdateThatWouldWaitForeverSaysWhereItIs() throws {
    let (updates, builds) = (Latch(), Latch())
    let found = Locked<InjectionError?>(nil)
    let injector = try Injector { binder in
      binder.bind(Peer.self, named: "kept").to { injector in
        builds.countDown()
        do throws(InjectionError) {
          try injector.update(fileID: "App/Late.swift", line: 9) { $0.bind(Int.self).to { 1 } }
        } catch {
          found.with { $0 = error }
        }
        return Peer(0)
      }.in(.singleton)
    }
    onThreads(2) { thread in
      if thread == 0 {
        try? injector.update { binder in
          updates.countDown()
          _ = builds.wait()
          _ = try injector.resolve(Peer.self, named: "kept")
        }
      } else {
        _ = updates.wait()
        _ = try? injector.resolve(Peer.self, named: "kept")
      }
    }
    #expect(found.current?.code == .deadlock)
    #expect(found.current?.description.contains("1. update { … }  Late.swift:9") == true)
  }

  /// The thread whose request began last gives way, whatever the two threads did
  /// before.
  @Test(arguments: [false, true])
  func theThreadThatBeganLastGivesWayAfterAnUpdate(thatFails: Bool) throws {
    for _ in 0..<Settings.times(50) {
      let (firstBuilds, lastBuilds) = (Latch(), Latch())
      let injector = try Injector { binder in
        binder.bind(Peer.self, named: "first").to { injector in
          firstBuilds.countDown()
          _ = lastBuilds.wait()
          _ = try injector.resolve(Peer.self, named: "last")
          return Peer(0)
        }.in(.singleton)
        binder.bind(Peer.self, named: "last").to { injector in
          lastBuilds.countDown()
          _ = try injector.resolve(Peer.self, named: "first")
          return Peer(1)
        }.in(.singleton)
      }
      let codes = Locked<[Int: InjectionError.Code]>([:])
      let hasUpdated = Latch()
      onThreads(2) { thread in
        if thread == 1 {
          try? injector.update { binder in
            if thatFails { throw Refusal(number: 0) }
            binder.bind(Int.self).to { 1 }
          }
          hasUpdated.countDown()
          _ = firstBuilds.wait()
        } else {
          _ = hasUpdated.wait()
        }
        do throws(InjectionError) {
          _ = try injector.resolve(Peer.self, named: thread == 0 ? "first" : "last")
        } catch {
          codes.with { $0[thread] = error.code }
        }
      }
      // The first thread continues alone, and finds that its singletons need one another.
      #expect(codes.current == [0: .cyclicDependency, 1: .deadlock])
    }
  }
}

/// Changes an injector on one thread while a singleton's creator on another waits for that change
/// and then wants one of its own.
///
/// - Parameter change: The closure of the update; it counts down when it has begun.
private func updateWhileACreatorWaits(
  _ change: @escaping @Sendable (Binder, Injector, Latch) throws -> Void
) throws {
  guardAgainstHanging()
  for _ in 0..<20 {
    weak var released: Injector?
    do {
      let building = Latch()
      let hasBegun = Latch()
      let injector = try Injector { binder in
        binder.bind(Peer.self, named: "0").to { injector in
          building.countDown()
          _ = hasBegun.wait()
          // Gives the other thread time to ask for this key.
          for _ in 0..<10 { sleepBriefly() }
          try? injector.update { $0.bind(Int.self).to { 1 } }
          return Peer(0)
        }.in(.singleton)
      }
      released = injector
      let done = Latch(2)
      startThread {
        _ = try? injector.resolve(Peer.self, named: "0")
        done.countDown()
      }
      startThread {
        _ = building.wait()
        try? injector.update { try change($0, injector, hasBegun) }
        done.countDown()
      }
      guard done.wait() else { exit(2) }
    }
    // The threads let go of it last. A process that ends before that seems to leak: the leak
    // checker does not find what only the reference count of an object refers to.
    while released != nil { sleepBriefly() }
  }
}
