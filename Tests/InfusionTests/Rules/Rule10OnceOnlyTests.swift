import Infusion
import Synchronization
import Testing

private final class Single: Injectable, AwakesFromInjection, @unchecked Sendable {
  var part: Part!
  private var awakes = 0
  static var requires: Requirements { requiring(\.part) }
  func awakeFromInjection() { awakes += 1 }
  var isComplete: Bool { part != nil && awakes == 1 }
}
private final class Part: Sendable {}
private final class Left: @unchecked Sendable {
  weak var right: Right?
}
private final class Right: @unchecked Sendable {
  var left: Left?
}

/// Counts events on any thread.
private final class Tally: Sendable {
  private let number = Atomic(0)
  @discardableResult
  func next() -> Int { number.add(1, ordering: .sequentiallyConsistent).newValue }
  var value: Int { number.load(ordering: .sequentiallyConsistent) }
}

/// Rule 10: however many threads ask, at most one object of a singleton is ever handed out.
struct Rule10OnceOnlyTests {
  @Test(arguments: 2...8)
  func rule10ThreadsThatAskAtOnceReceiveOneObject(threads: Int) throws {
    for _ in 0..<100 {
      let made = Tally()
      let injector = try Injector { binder in
        binder.bind(Part.self).to { Part() }
        binder.bind(Single.self).to {
          made.next()
          return Single()
        }.in(.singleton)
      }
      let found = onThreads(threads) { _ in try injector.resolve(Single.self) }
      let objects = try found.values.map { try $0.get() }
      #expect(objects.count == threads)
      #expect(objects.allSatisfy { $0 === objects[0] && $0.isComplete })
      #expect(made.value == 1)
    }
  }

  @Test func rule10OthersWaitForTheObjectThatIsBeingCreated() throws {
    let made = Tally()
    let asking = Gate()
    let injector = try Injector { binder in
      binder.bind(Part.self).to {
        made.next()
        // The other thread is about to ask, or is waiting already.
        asking.wait()
        return Part()
      }.in(.singleton)
    }
    let found = onThreads(2) { thread in
      if thread == 1 {
        while made.value == 0 {}
        asking.open()
      }
      return try injector.resolve(Part.self)
    }
    #expect(try found[0]?.get() === found[1]?.get())
    #expect(made.value == 1)
  }

  /// Each creator returns only while the other one runs.
  @Test func rule10DifferentSingletonsAreCreatedInParallel() throws {
    let meeting = Gate(2)
    let injector = try Injector { binder in
      binder.bind(Left.self).to {
        meeting.pass()
        return Left()
      }.in(.singleton)
      binder.bind(Right.self).to {
        meeting.pass()
        return Right()
      }.in(.singleton)
    }
    let found = onThreads(2) { thread -> Bool in
      if thread == 0 { _ = try injector.resolve(Left.self) }
      if thread == 1 { _ = try injector.resolve(Right.self) }
      return true
    }
    #expect(found.values.allSatisfy { (try? $0.get()) == true })
  }

  /// The creator ends only after another thread has used the injector in every other way.
  @Test func rule10NoLockIsHeldWhileACreatorRuns() throws {
    let begun = Gate()
    let done = Gate()
    let injector = try Injector { binder in
      binder.bind(Left.self).to {
        begun.open()
        done.wait()
        return Left()
      }.in(.singleton)
      binder.bind(Part.self).to { Part() }.in(.singleton)
      binder.bind(Single.self).to { Single() }
    }
    let found = onThreads(2) { thread in
      if thread == 0 {
        _ = try injector.resolve(Left.self)
        return
      }
      begun.wait()
      defer { done.open() }
      let part = try injector.resolve(Part.self)
      try injector.injectDependencies(into: Single())
      #expect(injector.hasBinding(Left.self))
      #expect(try injector.makeChild().resolve(Part.self) === part)
      #expect(try injector.adding(NoModule()).resolve(Part.self) !== part)
      try injector.update { $0.bind(Right.self).to { Right() }.asEagerSingleton() }
      #expect(try injector.resolve(Right.self).left == nil)
      try injector.validate()
      #expect(!injector.graph.nodes.isEmpty)
    }
    for outcome in found.values { try outcome.get() }
    #expect(found.count == 2)
  }

  @Test func rule10CreatorMayLetAnotherThreadUseTheInjector() throws {
    let injector = try Injector { binder in
      binder.bind(Part.self).to { Part() }.in(.singleton)
      binder.bind(Single.self).to { (injector: Injector) in
        for outcome in onThreads(2, { _ in try injector.resolve(Part.self) }).values {
          _ = try outcome.get()
        }
        return Single()
      }.in(.singleton)
    }
    #expect(try injector.resolve(Single.self).part === injector.resolve(Part.self))
  }

  /// Each thread holds one of the two objects when it asks for the other.
  @Test func rule10CrossThreadCycleOfPropertiesIsFinished() throws {
    for _ in 0..<100 {
      let meeting = FirstMeeting()
      let injector = try Injector { binder in
        binder.bind(Left.self).to { meeting.attend(Left()) }.in(.singleton).injecting(\.right)
        binder.bind(Right.self).to { meeting.attend(Right()) }.in(.singleton).injecting(\.left)
      }
      let found = onThreads(2) { thread -> Left? in
        thread == 0
          ? try injector.resolve(Left.self) : try injector.resolve(Right.self).left
      }
      let left = try injector.resolve(Left.self)
      #expect(try found[0]?.get() === left)
      #expect(try found[1]?.get() === left)
      #expect(try injector.resolve(Right.self).left === left)
      #expect(try left.right === injector.resolve(Right.self))
    }
  }

  /// User code is on the stack of both threads, so neither can start again.
  @Test func rule10CrossThreadCycleOfClosuresListsWhatEachThreadHoldsAndWants() throws {
    let meeting = FirstMeeting()
    let injector = try Injector { binder in
      binder.bind(Left.self).to { injector in
        let left = meeting.attend(Left())
        left.right = try injector.resolve(Right.self)
        return left
      }.in(.singleton)
      binder.bind(Right.self).to { injector in
        let right = meeting.attend(Right())
        right.left = try injector.resolve(Left.self)
        return right
      }.in(.singleton)
    }
    let found = onThreads(2) { thread -> Bool in
      if thread == 0 { _ = try injector.resolve(Left.self) }
      if thread == 1 { _ = try injector.resolve(Right.self) }
      return true
    }
    var texts: [String] = []
    for case .failure(let error) in found.values {
      let error = try #require(error as? InjectionError)
      #expect([.deadlock, .cyclicDependency].contains(error.code))
      guard error.code == .deadlock else {
        #expect(error.waiters.isEmpty)
        continue
      }
      texts.append(error.description)
      #expect(Set(error.waiters.map(\.holds)) == [[Key(Left.self)], [Key(Right.self)]])
      #expect(Set(error.waiters.map(\.wants)) == [Key(Left.self), Key(Right.self)])
      #expect(error.waiters.map(\.description).contains("holds [Left], wants Right"))
    }
    #expect(found.values.allSatisfy { (try? $0.get()) == nil })
    let text = try #require(texts.first)
    #expect(text.contains("holds 'Left'") && text.contains("wants 'Right'"), "\(text)")
    #expect(text.contains("holds 'Right'") && text.contains("wants 'Left'"), "\(text)")
  }

  @Test func rule10WaitersReceiveTheFailureOfTheCreation() throws {
    // A thread that comes too late starts its own attempt; after a few rounds one comes in time.
    for _ in 0..<100 {
      let attempts = Tally()
      let asking = Gate(4)
      let injector = try Injector { binder in
        binder.bind(Part.self).to { () throws -> Part in
          let attempt = attempts.next()
          asking.wait()
          for _ in 0..<100 { _ = try? Injector() }
          throw Numbered(number: attempt)
        }.in(.singleton)
      }
      let found = onThreads(4) { _ -> Int in
        asking.open()
        do throws(InjectionError) {
          _ = try injector.resolve(Part.self)
          return 0
        } catch {
          return (error.underlying as? Numbered)?.number ?? 0
        }
      }
      let numbers = try found.values.map { try $0.get() }
      #expect(numbers.count == 4)
      #expect(numbers.allSatisfy { (1...attempts.value).contains($0) })
      if attempts.value < 4 { return }
    }
    Issue.record("no thread has ever waited")
  }
}

private struct Numbered: Error { let number: Int }

private struct NoModule: Module {
  func configure(_ binder: Binder) {}
}

/// Makes the first objects of both classes at the same time, and later ones at any time.
private final class FirstMeeting: Sendable {
  private let gate = Gate(2)
  private let lefts = Tally()
  private let rights = Tally()

  func attend<Object: AnyObject>(_ object: Object) -> Object {
    let isFirst = (object is Left ? lefts : rights).next() == 1
    if isFirst { gate.pass() }
    return object
  }
}
