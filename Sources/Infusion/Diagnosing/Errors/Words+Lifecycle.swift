extension InjectionError.Words {
  mutating func describeLifecycle(_ error: InjectionError) {
    switch error.problem {
    case .notPrepared(let key):
      let asked = "\(TypeText(key.type).parenthesized).self"
      let name = key.name.map { ", named: \($0.literal)" } ?? ""
      let used = key.name.map { "Key(\(asked), named: \($0.literal))" } ?? asked
      fact = "\(quoted(key)) is prepared asynchronously, but was requested before it was prepared."
      fixes = [
        "Prepare everything first: try await injector.prepare()",
        "Wait for it: try await injector.prepared(\(asked)\(name))",
        "Declare it in the binding that needs it: toAsync(uses: \(used)) { … }",
      ]
    case .preparationCancelled(let prepared, let missing):
      fact =
        "The preparation was cancelled with \(prepared) of \(count(prepared + missing.count, "singleton")) prepared."
      let names = Self.shortened(missing.map { quoted($0) }).joined(separator: ", ")
      details = missing.isEmpty ? [] : ["not prepared: \(names)"]
      fixes = ["Prepare again: prepared singletons stay, and the others start over"]
    case .injectorShutDown(let key):
      // A call such as `prepare()` asks for no value, and has the key of the injector.
      fact =
        key.type == Injector.self
        ? "The injector is shut down."
        : "\(quoted(key)) was requested, but the injector is shut down."
      fixes = [
        "Make the call before the injector is shut down",
        "Create a new injector from the same modules",
      ]
    case .nestedUpdate:
      fact = "The injector is being updated by the same thread."
      fixes = ["Make all changes in one update, through the binder that its closure receives"]
    case .nestedShutdown(let key):
      fact =
        "A shutdown was requested while the injector was creating \(quoted(key)) on the same thread."
      fixes = ["Shut it down after the request has ended"]
    case .shutdownAwaits(let type):
      fact = "The release of '\(text(type))' has to be awaited, but shutdown() does not await."
      fixes = ["Await it: try await injector.shutdownGracefully()"]
    default: break
    }
  }
}
