extension InjectionError {
  /// The whole text: what went wrong, the path that led to it, and what to write.
  public var description: String {
    let words = Words(self)
    var lines = ["[Infusion/\(code)] \(words.fact)"]
    lines += Self.section("", words.details)
    lines += Self.section("Requested by:", requesters)
    if !suggestions.isEmpty {
      lines += ["", "  Did you mean \(Self.alternatives(suggestions))?"]
    }
    lines += Self.section(
      words.fixes.count == 1
        ? "To fix this:" : "To fix this, do one of the following:",
      words.fixes.map { "• \($0)" })
    for (index, error) in errors.enumerated() {
      let number = "\(index + 1). "
      lines += ["", number + error.description.indentedAfterFirstLine(by: number.count)]
    }
    return lines.joined(separator: "\n")
  }

  private static func alternatives(_ texts: [String]) -> String {
    texts.count < 3
      ? texts.joined(separator: " or ")
      : texts.dropLast().joined(separator: ", ") + ", or " + texts[texts.count - 1]
  }

  private static func section(_ title: String, _ entries: [String]) -> [String] {
    guard !entries.isEmpty else { return [] }
    let heading = title.isEmpty ? [""] : ["", "  \(title)"]
    return heading + entries.map { "    " + $0.indentedAfterFirstLine(by: 4) }
  }

  /// The path, innermost step first; of a long path, only the first ten and the last three steps.
  private var requesters: [String] {
    let (steps, firstShown, lastShown) = (path, 10, 3)
    let count = steps.count + omittedStepCount
    let left = count - firstShown - lastShown
    let isLong = left > 1
    let shown =
      isLong
      ? steps.indices.prefix(firstShown) + steps.indices.suffix(lastShown) : Array(steps.indices)
    let width = shown.map { steps[$0].subject.count }.max() ?? 0
    let digits = String(count).count
    var lines = shown.map { position in
      let step = steps[position]
      let place = Self.place(of: step, after: position > 0 ? steps[position - 1] : nil)
      let number = String(position + 1 + (position < firstShown ? 0 : omittedStepCount))
      let text = place.isEmpty ? step.subject : "\(step.subject.padded(to: width))  \(place)"
      return String(repeating: " ", count: digits - number.count) + "\(number). \(text)"
    }
    if isLong { lines.insert("… \(left) more steps …", at: firstShown) }
    return lines
  }

  /// What asks and where that is said, then where the value is bound, unless the step before
  /// has named it.
  private static func place(of step: Step, after previous: Step?) -> String {
    let isNamed = previous?.isBound(at: step.bindingLocation) == true
    let declared = text(step.detail, at: step.location)
    guard !isNamed, let bound = step.binding?.text else { return declared }
    // A list of key paths has no location of its own: the binding says more than the position.
    if step.kind == .property, step.location == nil { return bound }
    return declared.isEmpty ? bound : "\(declared); value \(bound)"
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
