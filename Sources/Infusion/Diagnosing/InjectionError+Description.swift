extension InjectionError {
  /// The words for the facts of an error, in one template.
  struct Report {
    private let error: InjectionError

    init(_ error: InjectionError) {
      self.error = error
    }

    var text: String {
      let words = Words(error)
      var lines = ["[Infusion/\(error.code)] \(words.fact)"]
      lines += section("", words.details)
      lines += section("Requested by:", requesters)
      if !error.suggestions.isEmpty {
        lines += ["", "  Did you mean \(alternatives(error.suggestions))?"]
      }
      lines += section(
        words.fixes.count == 1
          ? "To fix this:" : "To fix this, do one of the following:",
        words.fixes.map { "• \($0)" })
      for (index, error) in error.errors.enumerated() {
        lines += ["", "\(index + 1). \(error.description)"]
      }
      return lines.joined(separator: "\n")
    }

    private func alternatives(_ texts: [String]) -> String {
      texts.count < 2
        ? texts.joined()
        : texts.dropLast().joined(separator: ", ") + " or " + texts[texts.count - 1]
    }

    private func section(_ title: String, _ entries: [String]) -> [String] {
      guard !entries.isEmpty else { return [] }
      let heading = title.isEmpty ? [""] : ["", "  \(title)"]
      return heading + entries.map { "    \($0)" }
    }

    /// The path, innermost step first; of a long one the first ten and the last three.
    private var requesters: [String] {
      let path = error.path
      let width = path.map(\.subject.count).max() ?? 0
      let lines = path.enumerated().map { index, step in
        let place = [step.detail, step.location?.description ?? ""].filter { !$0.isEmpty }
          .joined(separator: ", ")
        let number = String(index + 1)
        let padding = String(repeating: " ", count: width - step.subject.count)
        return place.isEmpty
          ? "\(number). \(step.subject)" : "\(number). \(step.subject)\(padding)  \(place)"
      }
      guard lines.count > 14 else { return lines }
      return lines.prefix(10) + ["… \(lines.count - 13) more steps …"] + lines.suffix(3)
    }
  }
}
