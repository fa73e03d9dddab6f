extension InjectionError.Words {
  mutating func describeLifecycle(_ error: InjectionError) {
    switch error.problem {
    case .notPrepared(let key):
      let asked = "\(TypeText(key.type).parenthesized).self"
      let name = key.name.map { ", named: \($0.literal)" } ?? ""
      let used = key.name.map { "Key(\(asked), named: \($0.literal))" } ?? asked
      fact = "\(quoted(key)) is prepared asynchronously, and was asked for before that."
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
      fixes = ["Prepare again: what is prepared stays, and the rest begins again"]
    case .injectorShutDown(let key):
      fact = "The injector that \(quoted(key)) was asked of is shut down."
      fixes = [
        "Ask before the injector is shut down",
        "Make a new injector from the same modules",
      ]
    case .nestedUpdate:
      fact = "The injector is being updated by the same thread."
      fixes = ["Make all changes in one update, through the binder that it hands out"]
    case .nestedShutdown(let key):
      fact = "The injector is shut down while it makes \(quoted(key)) on the same thread."
      fixes = ["Shut it down when the request has ended"]
    case .shutdownAwaits(let type):
      fact = "The release of '\(text(type))' has to be awaited, and the shutdown does not await."
      fixes = ["Await it: try await injector.shutdownGracefully()"]
    default: break
    }
  }
}
