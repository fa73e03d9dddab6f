import Infusion
import InfusionTesting
import Synchronization
import Testing

private final class Farewell: Sendable {
  let said: Confirmation
  init(_ said: Confirmation) { self.said = said }
  deinit { said() }
}

private final class Resource: ReleasesFromInjection {
  let name: String
  let released: Notes<String>
  init(_ name: String, _ released: Notes<String>) {
    self.name = name
    self.released = released
  }
  func releaseFromInjection() { released.note(name) }
}

@MainActor private final class Screen: @MainActor ReleasesFromInjection {
  let released: Notes<String>
  init(_ released: Notes<String>) { self.released = released }
  func releaseFromInjection() { released.note("screen") }
}

private actor Pool: ReleasesAsynchronouslyFromInjection {
  let released: Notes<String>
  init(_ released: Notes<String>) { self.released = released }
  func releaseFromInjection() async throws {
    for _ in 0..<100 { await Task.yield() }
    released.note("pool")
  }
}

private final class Stubborn: ReleasesFromInjection {
  func releaseFromInjection() throws { throw BrokenModule.Refused() }
}

/// `@unchecked Sendable`: used by one task after another.
private final class Weak: @unchecked Sendable {
  weak var injector: Injector?
}

struct InjectorLifetimeTests {
  @Test func theInjectorIsReleasedWithItsSingletonsWhenTheTestHasEnded() async throws {
    let (test, weak) = (try #require(Test.current), Weak())
    try await confirmation { said in
      let trait: InjectorTrait = .injector { binder in
        binder.bind(Farewell.self).to { Farewell(said) }.in(.singleton)
      }
      try await trait.provideScope(for: test, testCase: .current) {
        weak.injector = try .current
        _ = try inject(Farewell.self)
        try await Task { _ = try inject(Farewell.self) }.value
        #expect(weak.injector != nil)
      }
      #expect(weak.injector == nil)
    }
  }

  @Test func theInjectorIsReleasedWhenTheTestHasThrown() async throws {
    let (test, weak) = (try #require(Test.current), Weak())
    let trait: InjectorTrait = .injector(ShopModule())
    await #expect(throws: BrokenModule.Refused.self) {
      try await trait.provideScope(for: test, testCase: .current) {
        weak.injector = try .current
        throw BrokenModule.Refused()
      }
    }
    #expect(weak.injector == nil)
  }

  @Test func singletonsAreReleasedInReverseOrderWhenTheTestHasEnded() async throws {
    let (test, released) = (try #require(Test.current), Notes<String>())
    let trait: InjectorTrait = .injector { binder in
      for name in ["first", "second", "third"] {
        binder.bind(Resource.self, named: Name(name)).to { Resource(name, released) }
          .in(.singleton)
      }
    }
    try await trait.provideScope(for: test, testCase: .current) {
      _ = try inject(Resource.self, named: "second")
      _ = try inject(Resource.self, named: "first")
      #expect(released.all.isEmpty)
    }
    #expect(released.all == ["first", "second"])
  }

  @Test func aReleaseThatAwaitsIsAwaited() async throws {
    let (test, released) = (try #require(Test.current), Notes<String>())
    let trait: InjectorTrait = .injector { binder in
      binder.bind(Pool.self).to { Pool(released) }.in(.singleton)
    }
    try await trait.provideScope(for: test, testCase: .current) { _ = try inject(Pool.self) }
    #expect(released.all == ["pool"])
  }

  @Test func aSingletonOfTheMainActorIsReleasedThere() async throws {
    let (test, released) = (try #require(Test.current), Notes<String>())
    let trait: InjectorTrait = .injector { binder in
      binder.onMainActor.bind(Screen.self).to { Screen(released) }.in(.singleton)
    }
    try await trait.provideScope(for: test, testCase: .current) {
      try await MainActor.run { _ = try inject(Screen.self) }
    }
    #expect(released.all == ["screen"])
  }

  @Test(arguments: [false, true])
  func aFailedShutdownIsAnIssueAndTheErrorOfTheTestIsKept(fails: Bool) async throws {
    let test = try #require(Test.current)
    let line = #line + 1
    let trait: InjectorTrait = .injector { binder in
      binder.bind(Stubborn.self).to { Stubborn() }.asEagerSingleton()
    }
    await withKnownIssue {
      var hasThrown = false
      do {
        try await trait.provideScope(for: test, testCase: .current) {
          if fails { throw BrokenModule.Refused() }
        }
      } catch {
        hasThrown = error is BrokenModule.Refused
      }
      #expect(hasThrown == fails)
    } matching: { issue in
      (issue.error as? InjectionError)?.code == .releaseFailed
        && issue.sourceLocation?.line == line
    }
  }

  @Test(.injector(ShopModule()))
  func aTaskThatOutlivesTheTestFindsTheInjectorShutDown() async throws {
    let test = try #require(Test.current)
    let trait: InjectorTrait = .overriding(with: FakesModule())
    let (gate, key) = AsyncStream<Void>.makeStream()
    let left = Mutex<Task<Sign, any Error>?>(nil)
    try await trait.provideScope(for: test, testCase: .current) {
      let task = Task {
        for await _ in gate {}
        return try inject(Sign.self)
      }
      left.withLock { $0 = task }
    }
    key.finish()
    let task = try #require(left.withLock { $0 })
    let error = await #expect(throws: InjectionError.self) { try await task.value }
    #expect(error?.code == .injectorShutDown)
  }
}
