/// The name of a type as a programmer writes it: `Car`, `any Engine`, `[any Plugin]`, `Radio?`.
///
/// Inside other generic types the runtime does not tell a protocol from its existential type:
/// `Box<any P>` is spelled `Box<P>`.
struct TypeText {
  let text: String
  /// Whether the type is a function, whose name stands in parentheses where code follows.
  let isFunction: Bool

  init(_ type: Any.Type) {
    let function = Self.functionText(type)
    text = function ?? Self.name(of: type)
    isFunction = function != nil
  }

  /// The name of a type that is no function.
  private static func name(of type: Any.Type) -> String {
    if let spelled = type as? any SpelledType.Type { return spelled.spelling }
    if type == Void.self { return "Void" }
    let name = withoutRequirements(withoutPacks(String(describing: type)))
    // The metatype of a protocol type prints as `P.Protocol`, that of a concrete type as `T.Type`.
    if name.hasSuffix(".Protocol") {
      let inner = name.dropLast(".Protocol".count)
      let isEnclosed = inner.hasPrefix("(") && inner.hasSuffix(")")
      return "(any \(isEnclosed ? inner.dropFirst().dropLast() : inner)).Type"
    }
    let isExistential = String(describing: Swift.type(of: type as Any)).hasSuffix(".Protocol")
    // `Any` and its metatypes stand without `any`.
    guard isExistential, name != "AnyObject", name.prefix(while: { $0 != "." }) != "Any" else {
      return name
    }
    // The metatype of several protocols prints as `P & Q.Type`.
    guard name.hasSuffix(".Type"), name.contains(" & ") else { return "any \(name)" }
    return "any (\(name.dropLast(".Type".count))).Type"
  }

  /// The name of a type in code that can be pasted: a nested type follows the types around it, as in
  /// `Garage.Door`.
  init(inCode type: Any.Type) {
    // A local type stands alone: code cannot name the function around it.
    let qualified = Self.withoutContexts(String(reflecting: type), markingFunctionsWith: ":_.")
    let isInGenericType = qualified.split(separator: ">").dropFirst().contains { part in
      guard part.first == "." else { return false }
      return !["Type", "Protocol"].contains(part.dropFirst().prefix { $0.isPartOfName })
    }
    // The runtime prints a private protocol with arguments as `(P in _5F2A)<…>`.
    if isInGenericType, !qualified.contains(":_."), !qualified.contains(" in _") {
      text = Self.withoutModules(qualified)
      isFunction = Self.functionText(type) != nil
      return
    }
    var paths = qualified.split { !$0.isPartOfName && $0 != "." }.map { word in
      // Without the module, and without the end of a metatype.
      let names = word.split(separator: ".").dropFirst()
      return names.last == "Type" || names.last == "Protocol" ? names.dropLast() : names
    }[...]
    let unqualified = TypeText(type)
    var result = ""
    var rest = unqualified.text[...]
    while let first = rest.first {
      guard first.isPartOfName else {
        result.append(rest.removeFirst())
        continue
      }
      let name = rest.prefix { $0.isPartOfName }
      rest = rest.dropFirst(name.count)
      // Both texts mention the types in the same order.
      if let index = paths.firstIndex(where: { $0.last == name }) {
        result += paths[index].joined(separator: ".")
        paths = paths[(index + 1)...]
      } else {
        result += name
      }
    }
    text = result
    isFunction = unqualified.isFunction
  }

  /// The name of a type of which a part is nested in a generic type, such as `Row<Int>.Cell`.
  ///
  /// The shorter text of such a type lacks the generic type, and its arguments.
  private static func withoutModules(_ qualified: String) -> String {
    let name = withoutRequirements(withoutPacks(qualified))
    var result = ""
    var rest = name[...]
    while !rest.isEmpty {
      // What an extension declares has the module of the extension before it.
      if rest.hasPrefix("(extension in ") { rest = rest.drop { $0 != ":" }.dropFirst() }
      let word = rest.prefix { $0.isPartOfName || $0 == "." }
      guard let first = word.first else {
        result.append(rest.removeFirst())
        continue
      }
      rest = rest.dropFirst(word.count)
      // What follows a generic type begins with a period, and anything else with its module.
      let names = first == "." ? word : word.drop { $0 != "." }.dropFirst()
      result += names.isEmpty ? word : names
    }
    return result
  }

  /// The text in a form that code may follow: an existential type needs parentheses.
  var parenthesized: String { isFunction || text.hasPrefix("any ") ? "(\(text))" : text }

  /// A type with a pack of arguments as it is written: the runtime prints `Row<Pack{Int, String}>`.
  private static func withoutPacks(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")), text.contains("Pack{") else { return text }
    return text.replacing("Pack{", with: "").filter { $0 != "}" }
  }

  /// A protocol type with arguments as it is written: the runtime prints
  /// `any Store<Self.Store.Element == Post>`.
  private static func withoutRequirements(_ text: String) -> String {
    // To look for a text takes longer than to make the name.
    guard text.utf8.contains(UInt8(ascii: "=")) else { return text }
    var words = text.split(separator: " ", omittingEmptySubsequences: false)[...]
    var result: [Substring] = []
    while let word = words.popFirst() {
      let start = word.lastIndex(of: "<").map { word.index(after: $0) } ?? word.startIndex
      if word[start...].hasPrefix("Self."), words.first == "==", words.count > 1 {
        result.append(word[..<start] + words[words.startIndex + 1])
        words = words.dropFirst(2)
      } else {
        result.append(word)
      }
    }
    return result.joined(separator: " ")
  }
}

extension Character {
  fileprivate var isPartOfName: Bool { isLetter || isNumber || self == "_" }
}

extension TypeText {
  /// The name of a type with its module, the same in every process.
  static func qualified(_ type: Any.Type) -> String { withoutContexts(String(reflecting: type)) }

  /// A text in which private and local types are named without their address.
  ///
  /// The runtime prints them as `Module.(unknown context at $5581a3c).Type`; before a local type it
  /// prints two contexts or more.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - mark: Stands in place of the functions around a local type.
  /// - Returns: The text without the contexts.
  static func withoutContexts(_ text: String, markingFunctionsWith mark: String = "") -> String {
    let opening = "(unknown context at $"
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    var result = ""
    var rest = text[...]
    while !rest.isEmpty {
      let address = rest.hasPrefix(opening) ? rest.dropFirst(opening.count) : ""
      let end = address.drop(while: \.isHexDigit)
      if end.first == ")" {
        rest = end.dropFirst()
        if rest.hasPrefix(".") { rest.removeFirst() }
        if rest.hasPrefix(opening) { result += mark }
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result
  }
}

/// A generic type that is spelled with the spelling of its parameters.
protocol SpelledType {
  static var spelling: String { get }
}

extension Dictionary: SpelledType {
  static var spelling: String {
    "[\(TypeText(Key.self).text): \(TypeText(Value.self).text)]"
  }
}

/// A type that wraps another, and is easily written too often or forgotten.
protocol WrapperForm: SpelledType {
  static var innerType: Any.Type { get }
}

extension WrapperForm {
  static var spelling: String { "\(name)<\(TypeText(innerType).text)>" }

  /// The name without the inner type: `Lazy`.
  static var name: Substring { String(describing: Self.self).prefix { $0 != "<" } }
}

extension Optional: WrapperForm {
  static var innerType: Any.Type { Wrapped.self }
  static var spelling: String { "\(TypeText(Wrapped.self).parenthesized)?" }
}

extension Array: WrapperForm {
  static var innerType: Any.Type { Element.self }
  static var spelling: String { "[\(TypeText(Element.self).text)]" }
}

extension Set: WrapperForm {
  static var innerType: Any.Type { Element.self }
}

extension TypeText {
  /// A function type, spelled as in code; nil for another type.
  ///
  /// Read from the type's metadata, which is part of Swift's stable binary interface
  /// (*TypeMetadata.rst* of the Swift repository). A test pins it. An unrecognized type is spelled as
  /// the runtime prints it.
  fileprivate static func functionText(_ type: Any.Type) -> String? {
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    let word = MemoryLayout<UInt>.size
    guard let flags = FunctionFlags.of(type) else { return nil }
    let printed = String(describing: type)
    // The bracket of an attribute follows its name.
    let opening = printed.indices.first { index in
      printed[index] == "(" && printed[..<index].last ?? " " == " "
    }
    guard flags & FunctionFlags.unknown == 0, !printed.contains("throws("), let opening else {
      return printed
    }
    // The result follows the flags, and the parameters the result.
    let components = (0...Int(flags & FunctionFlags.countMask)).map { position in
      TypeText(unsafe metadata.load(fromByteOffset: (2 + position) * word, as: Any.Type.self)).text
    }
    let parameters = components.dropFirst().joined(separator: ", ")
    let effects =
      (flags & FunctionFlags.isAsync != 0 ? "async " : "")
      + (flags & FunctionFlags.throwsErrors != 0 ? "throws " : "")
    return "\(printed[..<opening])(\(parameters)) \(effects)-> \(components[0])"
  }
}

/// The name of the module that declares a class.
func moduleName(of cls: AnyClass) -> Substring {
  let (text, mark) = (String(reflecting: cls), "(extension in ")
  return text.hasPrefix(mark)
    ? text.dropFirst(mark.count).prefix { $0 != ")" } : text.prefix { $0 != "." }
}
