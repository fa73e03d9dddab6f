import Infusion
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Records the threads on which it is created, injected and awoken.
private final class Traveler: Injectable, AwakesFromInjection {
  private(set) var threads = [threadIdentity()]
  var second: Second! { didSet { threads.append(threadIdentity()) } }
  static var requires: [PartialKeyPath<Traveler>] { [\.second] }
  func awakeFromInjection() { threads.append(threadIdentity()) }
}

private final class Missing {}
private final class Pause {}
/// A part of the cycle of a root, which finishes before the root.
private final class Member: Injectable {
  weak var root: Root?
  static var requires: [PartialKeyPath<Member>] { [\.root] }
}
private final class Root: Injectable {
  var member: Member!
  var pause: Pause!
  var missing: Missing!
  static var requires: [PartialKeyPath<Root>] { [\.member, \.pause, \.missing] }
}

/// Where a creator runs, and what it may do while others wait for its object.
struct CreatorConcurrencyTests {
  @Test func closuresAndAwakesRunOnTheThreadThatAsks() throws {
    let injector = try Injector { binder in
      binder.bind(Int.self).to { threadIdentity() }
      binder.bind(Second.self).to { Second() }
      binder.bind(Traveler.self).to { Traveler() }
      binder.bind(Traveler.self, named: "initializer").toInitializer(Traveler.init)
      binder.bind(Traveler.self, named: "link").to(Traveler.self) { $0 }
    }
    onThreads(4) { _ in
      let here = threadIdentity()
      let expected = Array(repeating: here, count: 3)
      for _ in 0..<Settings.times(500) {
        #expect((try? injector.resolve(Int.self)) == here)
        #expect((try? injector.resolve(Traveler.self))?.threads == expected)
        for name in ["initializer", "link"] as [Name] {
          #expect((try? injector.resolve(Traveler.self, named: name))?.threads == expected)
        }
        let existing = Traveler()
        try? injector.injectDependencies(into: existing)
        #expect(existing.threads == expected)
      }
    }
  }

  @Test func aSingletonIsCreatedAndAwokenOnOneOfTheThreadsThatAsk() throws {
    for _ in 0..<Settings.times(200) {
      let injector = try Injector { binder in
        binder.bind(Second.self).to { Second() }
        binder.bind(Traveler.self).to { Traveler() }.in(.singleton)
      }
      let (asking, line) = (Locked<Set<Int>>([]), StartLine(4))
      onThreads(4) { _ in
        asking.with { _ = $0.insert(threadIdentity()) }
        line.pass(0)
        _ = try? injector.resolve(Traveler.self)
      }
      let threads = try injector.resolve(Traveler.self).threads
      #expect(threads.count == 3 && Set(threads).count == 1)
      #expect(asking.current.isSuperset(of: threads))
    }
  }

  @Test func aCreatorMayStartAThreadThatUsesTheInjector() throws {
    for _ in 0..<Settings.times(200) {
      let injector = try Injector { binder in
        binder.bind(Second.self).to { Second() }.in(.singleton)
        binder.bind(First.self).to { injector in
          let done = Latch()
          let found = Locked<[Second?]>([])
          for _ in 0..<2 {
            startThread {
              let second = try? injector.resolve(Second.self)
              found.with { $0.append(second) }
              if found.current.count == 2 { done.countDown() }
            }
          }
          guard done.wait() else { throw Refusal(number: 0) }
          guard found.current.allSatisfy({ $0 != nil }) else { throw Refusal(number: 1) }
          return First()
        }.in(.singleton)
      }
      _ = try injector.resolve(First.self)
    }
  }

  /// In its own process, because concurrent tests may hold every thread of the pool.
  @Test func aCreatorMayStartATaskThatUsesTheInjector() async {
    await #expect(processExitsWith: .success) {
      guardAgainstHanging()
      for _ in 0..<Settings.times(1_000) {
        let injector = try Injector { binder in
          binder.bind(Second.self).to { Second() }.in(.singleton)
          binder.bind(First.self).to { injector in
            let done = Latch()
            let found = Locked<Second?>(nil)
            Task.detached {
              let second = try? injector.resolve(Second.self)
              found.with { $0 = second }
              done.countDown()
            }
            guard done.wait() else { throw Refusal(number: 0) }
            guard found.current != nil else { throw Refusal(number: 1) }
            return First()
          }.in(.singleton)
        }
        // On its own thread, because a task must not block its thread.
        let error = await withCheckedContinuation { continuation in
          startThread {
            do throws(InjectionError) {
              _ = try injector.resolve(First.self)
              continuation.resume(returning: InjectionError?.none)
            } catch {
              continuation.resume(returning: error)
            }
          }
        }
        if let error { throw error }
      }
    }
  }

  @Test func existingSingletonsAreHandedOutWhileACreatorBlocks() throws {
    let released = Latch()
    let begun = Latch()
    let injector = try Injector { binder in
      binder.bind(Second.self).to { Second() }.in(.singleton)
      binder.bind(First.self).to {
        begun.countDown()
        _ = released.wait()
        return First()
      }.in(.singleton)
    }
    let second = try injector.resolve(Second.self)
    let made = Latch()
    startThread {
      _ = try? injector.resolve(First.self)
      made.countDown()
    }
    #expect(begun.wait())
    onThreads(4) { _ in
      for _ in 0..<Settings.times(10_000) {
        guard let found = try? injector.resolve(Second.self), found === second else {
          Issue.record("the singleton is not handed out")
          return
        }
      }
    }
    released.countDown()
    #expect(made.wait())
  }

  /// The path has no step of the singleton: it was finished, and fails with the rest of its cycle.
  @Test func aThreadThatWaitsForASingletonOfTheParentNotesItWhenItsCycleFails() throws {
    for _ in 0..<Settings.times(50) {
      let begun = Latch()
      let parent = try Injector { binder in
        binder.bind(Member.self).to { Member() }.in(.singleton)
        binder.bind(Root.self).to { Root() }
        binder.bind(Pause.self).to {
          begun.countDown()
          // Until the other thread waits, most of the time.
          for _ in 0..<10 { sleepBriefly() }
          return Pause()
        }
      }
      let child = try parent.makeChild { $0.bind(Missing.self).to { Missing() } }
      onThreads(2) { number in
        if number == 0 {
          #expect(throws: InjectionError.self) { try parent.resolve(Root.self) }
        } else {
          #expect(begun.wait())
          let error = #expect(throws: InjectionError.self) { try child.resolve(Member.self) }
          #expect(error?.code == .boundInChild)
        }
      }
    }
  }
}
