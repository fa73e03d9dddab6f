import Infusion
import Testing

/// Contributed values, collected by many threads at the same time.
struct ContributionConcurrencyTests {
  private struct Plugin: Equatable {
    let number: Int
  }

  /// An empty array is one object that all threads share: nothing may be written into it.
  @Test(arguments: [0, 1, 3])
  func threadsCollectWhatIsContributed(count: Int) throws {
    let injector = try Injector { binder in
      for number in 0..<count { binder.contribute(Plugin.self).to { Plugin(number: number) } }
    }
    let expected = (0..<count).map(Plugin.init)
    let unexpected = Counter()
    onThreads(4) { _ in
      for _ in 0..<200 {
        let plugins = try? injector.resolve([Plugin].self)
        if plugins != expected { unexpected.increment() }
      }
    }
    #expect(unexpected.value == 0)
  }
}
