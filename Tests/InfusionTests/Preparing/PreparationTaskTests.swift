import Infusion
import Testing

private final class Car: Injectable, AwakesFromInjection {
  var text: String! { didSet { injected += 1 } }
  var injected = 0
  var awakened = 0
  static var requires: [PartialKeyPath<Car>] { [\.text] }
  func awakeFromInjection() { awakened += 1 }
}

/// The tasks in which closures run, and the values that these tasks inherit.
@Suite(.timeLimit(.minutes(5)))
struct PreparationTaskTests {
  @TaskLocal static var caller = "nobody"

  @Test(arguments: [false, true])
  func anObjectThatAClosureAwaitedIsNotAwokenAgain(isSingleton: Bool) async throws {
    let injector = try Injector { binder in
      binder.bind(String.self).to { "text" }
      if isSingleton {
        binder.bind(Car.self).toAsync { Car() }
      } else {
        binder.bind(Car.self).to { Car() }
      }
      binder.bind(Car.self, named: "started").toAsync { try await $0.prepared(Car.self) }
      binder.bind(Car.self, named: "child task").toAsync { injector in
        async let car = injector.prepared(Car.self, named: "started")
        return try await car
      }
    }
    let car = try await injector.prepared(Car.self, named: "child task")
    #expect(car === (try injector.resolve(Car.self, named: "started")))
    #expect(car.injected == 1 && car.awakened == 1)
  }

  @Test func aSingletonThatAClosureHasResolvedIsNotAwokenAgain() async throws {
    let injector = try Injector { binder in
      binder.bind(String.self).to { "text" }
      binder.bind(Car.self).to { Car() }.in(.singleton)
      binder.bind(Car.self, named: "passed on").toAsync { try $0.resolve(Car.self) }
      binder.bind(Car?.self, named: "optional").toAsync { try $0.resolve(Car.self) }
    }
    for name in ["passed on", "optional"] as [Name] {
      let car = try await injector.prepared(Car.self, named: name)
      #expect(car.injected == 1 && car.awakened == 1)
    }
  }

  /// As the closure does, and as in a call of `resolve`.
  @Test func anObjectAwakesWithTheInjectorOfItsBinding() async throws {
    final class Reader: AwakesFromInjection, @unchecked Sendable {
      var seen: Injector?
      func awakeFromInjection() throws { seen = try Injector.current }
    }
    final class Shelf: @unchecked Sendable { var reader: Reader! }
    let injector = try Injector { binder in
      binder.bind(Reader.self).toAsync { Reader() }
      binder.bind(Shelf.self).toAsync { Shelf() }.injecting(\.reader, named: "direct")
      binder.bind(Reader.self, named: "direct").to { Reader() }
    }
    try await injector.prepare()
    #expect(try injector.resolve(Reader.self).seen === injector)
    #expect(try injector.resolve(Shelf.self).reader.seen === injector)
  }

  @Test func anyOtherObjectThatAClosureReturnsIsAwokenAgain() async throws {
    let injector = try Injector { binder in
      binder.bind(String.self).to { "text" }
      binder.bind(Car.self).to { Car() }
      binder.bind(Car.self, named: "resolved").toAsync { try $0.resolve(Car.self) }
      binder.bind(Car.self, named: "created").toAsync { injector in try injector.create { Car() } }
      binder.bind(Car.self, named: "as is").toAsync { try $0.resolve(Car.self) }.asIs()
    }
    for (name, count) in [("resolved", 2), ("created", 2), ("as is", 1)] as [(Name, Int)] {
      let car = try await injector.prepared(Car.self, named: name)
      #expect(car.injected == count && car.awakened == count)
    }
  }

  @Test(arguments: [false, true])
  func aSingletonThatIsHandedOutAsItIsIsCompletedByAClosureThatReturnsIt(waits: Bool) async throws {
    let injector = try Injector { binder in
      binder.bind(String.self).to { "text" }
      binder.bind(Car.self).to { Car() }.in(.singleton).asIs()
      binder.bind(Car.self, named: "complete").toAsync { injector in
        waits ? try await injector.prepared(Car.self) : try injector.resolve(Car.self)
      }
    }
    let car = try await injector.prepared(Car.self, named: "complete")
    #expect(car === (try injector.resolve(Car.self)))
    #expect(car.injected == 1 && car.awakened == 1)
  }

  @Test func eachClosureRunsInATaskOfItsOwn() async throws {
    let (tasks, gate) = (Guarded<Set<Int>>([]), TaskGate())
    @Sendable func note() {
      withUnsafeCurrentTask { task in tasks.withLock { _ = $0.insert(task.hashValue) } }
    }
    let injector = try Injector { binder in
      for name in ["first", "second"] as [Name] {
        binder.bind(Int.self, named: name).toAsync {
          note()
          // All tasks exist at the same time, so their identities differ.
          await gate.passWithoutBeingCancelled()
          return 1
        }
      }
    }
    note()
    async let preparation: Void = injector.prepare()
    await gate.arrivals(2)
    #expect(tasks.withLock { $0.count } == 3)
    await gate.open()
    try await preparation
  }

  @Test func theCurrentInjectorOfAClosureIsThatOfItsBinding() async throws {
    let parent = try Injector { binder in
      binder.bind(Bool.self).toAsync { (try? Injector.current) === $0 }
      binder.bind(Injector.self, named: "current").toAsync { _ in try .current }.asIs()
    }
    let child = try parent.makeChild()
    #expect(try await child.prepared(Bool.self))
    #expect(try await child.prepared(Injector.self, named: "current") === parent)
  }

  @Test func aClosureInheritsNoTaskLocalValues() async throws {
    let injector = try Injector { binder in
      binder.bind(String.self).toAsync { Self.caller }
      binder.bind(Bool.self).toAsync { (try? Injector.current) === $0 }
    }
    try await Self.$caller.withValue("the first") {
      try await Injector.withCurrent(try Injector()) { try await injector.prepare() }
    }
    #expect(try injector.resolve(String.self) == "nobody")
    // The current injector is the injector of the binding.
    #expect(try injector.resolve(Bool.self))
  }

  @Test func aMoreUrgentCallerRaisesThePriorityOfAClosure() async throws {
    let gate = TaskGate()
    let injector = try Injector { binder in
      binder.bind(Int.self).toAsync {
        let before = Task.currentPriority
        await gate.passWithoutBeingCancelled()
        #expect(before < Task.currentPriority)
        return Int(Task.currentPriority.rawValue)
      }
    }
    let patient = Task(priority: .background) { try await injector.prepare() }
    await gate.arrivals(1)
    let urgent = Task(priority: .high) {
      try await injector.prepare { progress in if progress.finished == nil { opens(gate) } }
    }
    try await urgent.value
    _ = await patient.result
    #expect(try injector.resolve(Int.self) >= Int(TaskPriority.high.rawValue))
  }

  /// The request of the child does not know what the closure of the parent waits for.
  @Test func aMoreUrgentCallerRaisesThePriorityOfWhatAClosureWaitsFor() async throws {
    let gate = TaskGate()
    let parent = try Injector { binder in
      binder.bind(Int.self).toAsync {
        let before = Task.currentPriority
        await gate.passWithoutBeingCancelled()
        #expect(before < Task.currentPriority)
        return 1
      }
      binder.bind(String.self).toAsync { "\(try await $0.prepared(Int.self))" }
    }
    let child = try parent.makeChild { $0.bind(Double.self).toAsync(uses: String.self) { _ in 1 } }
    let patient = Task(priority: .background) { _ = try await parent.prepared(String.self) }
    await gate.arrivals(1)
    let urgent = Task(priority: .high) {
      try await child.prepare { progress in if progress.finished == nil { opens(gate) } }
    }
    try await urgent.value
    _ = await patient.result
  }
}

private func opens(_ gate: TaskGate) { Task { await gate.open() } }
