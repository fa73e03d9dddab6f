import Infusion
import InfusionTesting
import Synchronization
import Testing

private final class Farewell: Sendable {
  let said: Confirmation
  init(_ said: Confirmation) { self.said = said }
  deinit { said() }
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

  @Test(.injector(ShopModule()))
  func whatTheTestLeavesBehindKeepsTheInjector() async throws {
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
    #expect(try await left.withLock { $0 }?.value == "fakes")
  }
}
