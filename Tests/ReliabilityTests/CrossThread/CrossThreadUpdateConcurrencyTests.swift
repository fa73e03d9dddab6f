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
      guardAgainstHanging()
      for _ in 0..<20 {
        let building = Latch()
        let updating = Latch()
        let injector = try Injector { binder in
          binder.bind(Peer.self, named: "0").to { injector in
            building.countDown()
            _ = updating.wait()
            // Gives the other thread time to ask for this key.
            for _ in 0..<10 { sleepBriefly() }
            try? injector.update { $0.bind(Int.self).to { 1 } }
            return Peer(0)
          }.in(.singleton)
        }
        let done = Latch(2)
        startThread {
          _ = try? injector.resolve(Peer.self, named: "0")
          done.countDown()
        }
        startThread {
          _ = building.wait()
          try? injector.update { binder in
            binder.bind(Peer.self, named: "1").to { Peer(1) }.asEagerSingleton()
              .injecting(\.next, named: "0")
            updating.countDown()
          }
          done.countDown()
        }
        guard done.wait() else { exit(2) }
      }
    }
  }

  @Test func anUpdateClosureThatNeedsAnObjectOfItsWaiterEndsInBoundedTime() async {
    await #expect(processExitsWith: .success) {
      guardAgainstHanging()
      for _ in 0..<20 {
        let building = Latch()
        let updating = Latch()
        let injector = try Injector { binder in
          binder.bind(Peer.self, named: "0").to { injector in
            building.countDown()
            _ = updating.wait()
            for _ in 0..<10 { sleepBriefly() }
            try? injector.update { $0.bind(Int.self).to { 1 } }
            return Peer(0)
          }.in(.singleton)
        }
        let done = Latch(2)
        startThread {
          _ = try? injector.resolve(Peer.self, named: "0")
          done.countDown()
        }
        startThread {
          _ = building.wait()
          try? injector.update { _ in
            updating.countDown()
            _ = try injector.resolve(Peer.self, named: "0")
          }
          done.countDown()
        }
        guard done.wait() else { exit(2) }
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
