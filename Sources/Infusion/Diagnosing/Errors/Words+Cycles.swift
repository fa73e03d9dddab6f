// Values that need themselves.

extension InjectionError.Words {
  mutating func describeCycle(_ error: InjectionError) {
    switch error.problem {
    case .cyclicDependency(let chain):
      fact =
        chain.last.map { "\(quoted($0)) is needed before it exists." }
        ?? "Something is needed before it exists."
      details = [Self.drawn(chain)]
      fixes = [
        "Inject one of them as a property, not through its closure or initializer",
        later(chain),
      ]
    case .forbiddenCycle(let chain):
      let first = chain.last.map { quoted($0) } ?? "Something"
      fact = "\(first) refers back to itself, and the options forbid cycles."
      details = [Self.drawn(chain)]
      fixes = [
        later(chain), "Allow cycles between properties: Injector.Options(forbidsCycles: false)",
      ]
    case .nestingLimit(let call, let limit):
      fact = "\(call.text) is nested in more than \(count(limit, "other request"))."
      fixes = [
        "End the recursion in the closures or initializers",
        "Raise the limit: Injector.Options(maximumNesting: \(limit * 2))",
      ]
    default: break
    }
  }

  private static func drawn(_ chain: [Key]) -> String {
    shortened(chain.map { "\($0)" }).joined(separator: " → ")
  }

  private func later(_ chain: [Key]) -> String {
    "Ask for one of them later: Lazy<\(chain.last.map { text($0.type) } ?? "…")>"
  }
}
