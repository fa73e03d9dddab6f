/// The name of a type with its module, the same in every process.
struct QualifiedTypeText {
  let text: String

  init(_ type: Any.Type) {
    text = Self.withoutContexts(String(reflecting: type))
  }

  /// A text in which private and local types are named without their address.
  ///
  /// The runtime prints them as `Module.(unknown context at $5581a3c).Type`.
  static func withoutContexts(_ text: String) -> String {
    let opening = "(unknown context at $"
    guard text.contains("(unknown") else { return text }
    var result = ""
    var rest = text[...]
    while !rest.isEmpty {
      if rest.hasPrefix(opening), let end = rest.firstIndex(of: ")") {
        rest = rest[rest.index(after: end)...]
        if rest.hasPrefix(".") { rest.removeFirst() }
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result
  }
}
