/// The name of a type as a programmer writes it: `Car`, `any Engine`, `[any Plugin]`, `Radio?`.
///
/// Inside other generic types the runtime does not tell a protocol from its existential type:
/// `Box<any P>` is spelled `Box<P>`.
struct TypeText {
  let text: String

  init(_ type: Any.Type) {
    if let spelled = type as? any SpelledType.Type {
      text = spelled.spelling
      return
    }
    let name = String(describing: type)
    // The metatype of a protocol type prints as `P.Protocol`, that of a concrete type as `T.Type`.
    let isExistential = String(describing: Swift.type(of: type as Any)).hasSuffix(".Protocol")
    text =
      isExistential && type != Any.self && type != AnyObject.self ? "any \(name)" : name
  }

  /// The text as code may go on after it: an existential type has to stand in parentheses.
  var parenthesized: String { text.hasPrefix("any ") ? "(\(text))" : text }
}

/// A generic type that is spelled with the spelling of its parameters.
private protocol SpelledType {
  static var spelling: String { get }
}

extension Optional: SpelledType {
  fileprivate static var spelling: String { "\(TypeText(Wrapped.self).parenthesized)?" }
}

extension Array: SpelledType {
  fileprivate static var spelling: String { "[\(TypeText(Element.self).text)]" }
}

extension Dictionary: SpelledType {
  fileprivate static var spelling: String {
    "[\(TypeText(Key.self).text): \(TypeText(Value.self).text)]"
  }
}

extension Set: SpelledType {
  fileprivate static var spelling: String { "Set<\(TypeText(Element.self).text)>" }
}

extension Lazy: SpelledType {
  fileprivate static var spelling: String { "Lazy<\(TypeText(Value.self).text)>" }
}

extension Provider: SpelledType {
  fileprivate static var spelling: String { "Provider<\(TypeText(Value.self).text)>" }
}
