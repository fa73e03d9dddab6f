// Calls at the wrong time or in the wrong place.

extension InjectionError.Words {
  mutating func describeCall(_ error: InjectionError) {
    switch error.problem {
    case .injectorReleased(let key):
      fact = "The injector that \(quoted(key)) was asked of is gone."
      fixes = ["Keep the injector for as long as its handles are used"]
    case .noDefaultInjector:
      fact = "There is no current injector, and no default one."
      fixes = [
        "Set one: Injector.setDefault(injector)",
        "Make one current: Injector.withCurrent(injector) { … }",
      ]
    case .alreadyConfigured:
      fact = "A default injector is configured already."
      fixes = [
        "Replace it: Injector.clearAndConfigure { … }",
        "Keep the first one: Injector.configureOnce { … }",
      ]
    case .mainActorRequired(let type):
      fact = "'\(text(type))' belongs to the main actor, and was asked for elsewhere."
      fixes = ["Make the call on the main actor: await MainActor.run { … }"]
    case .deadlock(let key, let waiters):
      fact = "Waiting for \(quoted(key)) would never end: threads wait for one another."
      // The one that gave way is told first.
      let first = waiters.firstIndex { $0.wants == key } ?? waiters.startIndex
      details = (waiters[first...] + waiters[..<first]).enumerated().map { number, waiter in
        let holds = waiter.holds.map { quoted($0) }.joined(separator: ", ")
        let wants = waiter.wants.map { quoted($0) } ?? "another request"
        return "thread \(number + 1) holds \(holds.isEmpty ? "nothing" : holds) and wants \(wants)"
      }
      fixes = [
        "Let the singletons refer to one another as properties, not in their closures",
        "Ask for one of them later: Lazy<\(text(key.type))>",
      ]
    default: break
    }
  }
}
