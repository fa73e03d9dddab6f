extension InjectionError {
  /// The words for the facts of an error, in one template.
  struct Report {
    private static let firstShown = 10
    private static let lastShown = 3

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
        let number = "\(index + 1). "
        lines += ["", number + error.description.indentedAfterFirstLine(by: number.count)]
      }
      return lines.joined(separator: "\n")
    }

    private func alternatives(_ texts: [String]) -> String {
      texts.count < 3
        ? texts.joined(separator: " or ")
        : texts.dropLast().joined(separator: ", ") + ", or " + texts[texts.count - 1]
    }

    private func section(_ title: String, _ entries: [String]) -> [String] {
      guard !entries.isEmpty else { return [] }
      let heading = title.isEmpty ? [""] : ["", "  \(title)"]
      return heading + entries.map { "    " + $0.indentedAfterFirstLine(by: 4) }
    }

    /// The path, innermost step first; of a long path, only the first ten and the last three steps.
    private var requesters: [String] {
      let steps = error.path
      let count = steps.count + error.omittedStepCount
      let isLong = count > Self.firstShown + Self.lastShown + 1
      let shown: [(number: Int, position: Int)] = steps.indices.compactMap { position in
        let isFirst = position < Self.firstShown
        let isLast = position >= steps.count - Self.lastShown
        guard !isLong || isFirst || isLast else { return nil }
        return ((isFirst ? position : position + error.omittedStepCount) + 1, position)
      }
      let width = shown.map { steps[$0.position].subject.count }.max() ?? 0
      let digits = shown.last.map { String($0.number).count } ?? 0
      var lines = shown.map { number, position in
        let step = steps[position]
        let previous = position > 0 ? steps[position - 1] : nil
        let place = place(of: step, after: previous)
        let number = String(number)
        let subject = place.isEmpty ? step.subject : step.subject.padded(to: width)
        return String(repeating: " ", count: digits - number.count)
          + "\(number). \(subject)" + (place.isEmpty ? "" : "  \(place)")
      }
      if isLong {
        let left = count - Self.firstShown - Self.lastShown
        lines.insert("… \(left) more steps …", at: Self.firstShown)
      }
      return lines
    }

    /// What asks and where that is said, then where the value is bound, unless the step before
    /// has named it.
    private func place(of step: Step, after previous: Step?) -> String {
      let isNamed = previous?.isBound(at: step.bindingLocation) == true
      let bound = isNamed ? nil : step.binding.map { InjectionError.text($0.text, at: $0.location) }
      let declared = InjectionError.text(step.detail, at: step.location)
      guard let bound else { return declared }
      // A list of key paths has no location of its own: the binding says more than the position.
      if step.kind == .property, step.location == nil { return bound }
      return declared.isEmpty ? bound : "\(declared); value \(bound)"
    }
  }

  /// A text and a location, as in `bound at Garage.swift:12`.
  static func text(_ text: String, at location: CodeLocation?) -> String {
    guard let location, !text.isEmpty else { return location?.description ?? text }
    // `bound in GarageModule` is followed by a comma.
    let isVerb = text.hasSuffix("bound") || text.hasSuffix("contributed")
    return text + (isVerb ? " at " : ", ") + location.description
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  fileprivate func indentedAfterFirstLine(by width: Int) -> String {
    let indentation = String(repeating: " ", count: width)
    return split(omittingEmptySubsequences: false) { $0.isNewline }.enumerated()
      .map { $0 == 0 || $1.isEmpty ? String($1) : indentation + $1 }
      .joined(separator: "\n")
  }
}
