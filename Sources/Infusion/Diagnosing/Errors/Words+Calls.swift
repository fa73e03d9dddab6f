// Calls at the wrong time or in the wrong place.

extension InjectionError.Words {
  mutating func describeCall(_ error: InjectionError) {
    switch error.problem {
    case .injectorReleased(let key, let holder):
      let holding = holder.map { ", but '\(text($0))' still has a handle to it" } ?? ""
      fact = "The injector was deallocated before this request for \(quoted(key))\(holding)."
      fixes = ["Keep the injector for as long as its handles are used"]
    case .noDefaultInjector:
      fact = "There is no current injector, and no default one."
      if case .marker(let marker) = error.path.first?.asker {
        fact = "\(marker.subject) was read before it was injected. \(fact)"
        fixes = ["Inject the object first: injector.injectDependencies(into: object)"]
      }
      if Self.isTesting { fixes.append("Give the test an injector: @Test(.injector(AppModule()))") }
      fixes += [
        "Set a default injector: Injector.setDefault(injector)",
        "Make an injector current: Injector.withCurrent(injector) { … }",
      ]
    case .alreadyConfigured:
      fact = "A default injector is configured already."
      fixes = [
        "Replace it: Injector.clearAndConfigure { … }",
        "Keep the first one: Injector.configureOnce { … }",
      ]
    case .deadlock(let key, let waiters):
      fact = "Waiting for \(quoted(key)) would never end: threads wait for one another."
      // The waiter that gave way comes first.
      let first = waiters.firstIndex { $0.wants == key } ?? waiters.startIndex
      details = (waiters[first...] + waiters[..<first]).enumerated().map { number, waiter in
        let holds = waiter.holds.map { quoted($0) }.joined(separator: ", ")
        let wants = waiter.wants.map { quoted($0) } ?? "another request"
        return "thread \(number + 1) holds \(holds.isEmpty ? "nothing" : holds) and wants \(wants)"
      }
      fixes = [
        "Let the singletons refer to one another through properties, not in their closures",
        "Ask for one of them later: Lazy<\(text(key.type))>",
      ]
    default: break
    }
  }

  /// Whether the program runs tests: these have a trait that makes an injector current.
  private static let isTesting =
    CommandLine.arguments.first.map {
      $0.hasSuffix(".xctest") || $0.hasSuffix("/xctest") || $0.hasSuffix("swiftpm-testing-helper")
    } ?? false
}
