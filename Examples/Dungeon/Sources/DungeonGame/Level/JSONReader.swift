/// Reads a JSON text as RFC 8259 defines it, and keeps the place of everything.
///
/// What it says of a mistake is meant for somebody who has written the text by hand.
struct JSONReader {
  typealias Node = JSONMap.Node

  private let text: [UInt8]
  private var offset = 0
  private var way: [JSONMap.Step] = []
  private var members: [[JSONMap.Member]] = []

  private static let deepest = 500

  init(_ text: [UInt8]) {
    self.text = text
    if text.starts(with: "\u{FEFF}".utf8) { offset = 3 }
  }

  mutating func document() throws(JSONSyntaxError) -> Node {
    skipSpace()
    let root = try value()
    skipSpace()
    guard offset == text.count else {
      throw error("something follows after the end", "remove what stands behind the last bracket")
    }
    return root
  }

  private mutating func value() throws(JSONSyntaxError) -> Node {
    let start = offset
    guard way.count < Self.deepest else { throw error("this is nested too deep", "nest it less") }
    guard let next = peek else { throw atEnd("a value is missing") }
    switch next {
    case "{": return Node(offset: start, content: .object(try object()))
    case "[": return Node(offset: start, content: .array(try array()))
    case "\"": return Node(offset: start, content: .text(try string()))
    case "-", "0"..."9": return Node(offset: start, content: .number(try number()))
    case "a"..."z", "A"..."Z": return Node(offset: start, content: .word(try word()))
    case ",", "]", "}": throw error("a value is missing", "write one, or remove the comma before")
    default: throw unexpected("a value")
    }
  }

  // MARK: - Objects and lists

  private mutating func object() throws(JSONSyntaxError) -> [JSONMap.Member] {
    members.append([])
    try list(from: "{", to: "}") { (reader: inout JSONReader) throws(JSONSyntaxError) in
      let start = reader.offset
      guard reader.peek == "\"" else {
        if reader.peek == nil { throw reader.atEnd("the object is not closed") }
        throw reader.error(
          "the name of a field is missing", "write it in quotation marks, like \"name\"")
      }
      let name = try reader.string()
      reader.way.append(.name(name))
      reader.skipSpace()
      guard reader.skip(":") else {
        throw reader.error("a colon is missing", "write one after \"\(name)\"")
      }
      reader.skipSpace()
      let value = try reader.value()
      reader.way.removeLast()
      reader.members[reader.members.count - 1]
        .append(JSONMap.Member(name: name, offset: start, value: value))
    }
    return members.removeLast()
  }

  private mutating func array() throws(JSONSyntaxError) -> [Node] {
    var nodes: [Node] = []
    members.append([])
    try list(from: "[", to: "]") { (reader: inout JSONReader) throws(JSONSyntaxError) in
      reader.way.append(.index(nodes.count))
      nodes.append(try reader.value())
      reader.way.removeLast()
    }
    members.removeLast()
    return nodes
  }

  /// Reads what stands between brackets, with commas between.
  private mutating func list(
    from opening: Unicode.Scalar, to closing: Unicode.Scalar,
    _ element: (inout JSONReader) throws(JSONSyntaxError) -> Void
  ) throws(JSONSyntaxError) {
    _ = skip(opening)
    skipSpace()
    if skip(closing) { return }
    while true {
      try element(&self)
      skipSpace()
      if skip(closing) { return }
      let comma = offset
      guard skip(",") else {
        if peek == nil { throw atEnd("'\(closing)' is missing") }
        throw error("a comma or '\(closing)' is missing", "write one of them before this")
      }
      skipSpace()
      if peek == closing {
        offset = comma
        throw error("a comma stands before '\(closing)'", "remove the comma")
      }
    }
  }

  // MARK: - Texts, numbers and words

  private mutating func string() throws(JSONSyntaxError) -> String {
    let start = offset
    offset += 1
    var units: [UInt8] = []
    while let next = peek {
      switch next {
      case "\"":
        offset += 1
        return String(decoding: units, as: UTF8.self)
      case "\\":
        units += String(try escape()).utf8
      case "\u{0}"..."\u{1F}":
        if next != "\n" && next != "\r" {
          throw error("a control character stands in a text", "write it as \\u and four digits")
        }
        offset = start
        throw error("a text does not end on its line", "close it with a quotation mark")
      default:
        guard let length = scalarLength else {
          throw error("the text is not UTF-8", "save the file as UTF-8")
        }
        units += text[offset..<(offset + length)]
        offset += length
      }
    }
    offset = start
    throw error("a text does not end", "close it with a quotation mark")
  }

  private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
    let start = offset
    offset += 1
    let plain: [Unicode.Scalar: Unicode.Scalar] = [
      "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r",
      "t": "\t",
    ]
    if let next = peek, let scalar = plain[next] {
      offset += 1
      return scalar
    }
    if let first = hexadecimal() {
      if let scalar = Unicode.Scalar(first) { return scalar }
      if 0xD800..<0xDC00 ~= first, skip("\\"), let second = hexadecimal(),
        0xDC00..<0xE000 ~= second
      {
        let low = UInt32(second) - 0xDC00
        let high = UInt32(first) - 0xD800
        if let scalar = Unicode.Scalar(0x10000 + high << 10 + low) { return scalar }
      }
    }
    offset = start
    throw error(
      "this is no escape sequence", "write \\\\ for a backslash, \\n for a new line")
  }

  /// Reads `u` and four digits.
  private mutating func hexadecimal() -> UInt16? {
    guard peek == "u", offset + 5 <= text.count else { return nil }
    let digits = text[(offset + 1)..<(offset + 5)]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let code = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    offset += 5
    return code
  }

  private mutating func number() throws(JSONSyntaxError) -> String {
    let start = offset
    _ = skip("-")
    let isZero = skip("0")
    var isNumber = isZero || digits()
    if skip(".") { isNumber = isNumber && digits() }
    if skip("e") || skip("E") {
      _ = skip("+") || skip("-")
      isNumber = isNumber && digits()
    }
    if digits() { isNumber = false }
    guard isNumber else {
      offset = start
      throw error("this is no number", "write it like 7, -7 or 0.7")
    }
    return String(decoding: text[start..<offset], as: UTF8.self)
  }

  /// Skips digits; whether there is one.
  private mutating func digits() -> Bool {
    let start = offset
    while let next = peek, "0"..."9" ~= next { offset += 1 }
    return offset > start
  }

  private mutating func word() throws(JSONSyntaxError) -> String {
    let start = offset
    while offset < text.count, Character(Unicode.Scalar(text[offset])).isLetter { offset += 1 }
    let word = String(decoding: text[start..<offset], as: UTF8.self)
    guard ["true", "false", "null"].contains(word) else {
      offset = start
      throw error("'\(word)' is no value", "write texts in quotation marks: \"\(word)\"")
    }
    return word
  }

  // MARK: - Bytes

  /// The next byte; nil at the end.
  private var peek: Unicode.Scalar? {
    offset < text.count ? Unicode.Scalar(text[offset]) : nil
  }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    offset += 1
    return true
  }

  private mutating func skipSpace() {
    while let next = peek, [" ", "\n", "\r", "\t"].contains(next) { offset += 1 }
  }

  /// How many bytes the next character has in UTF-8; nil when it is something else.
  private var scalarLength: Int? {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = text[offset...].makeIterator()
    guard case .valid(let scalar) = parser.parseScalar(from: &rest) else { return nil }
    return scalar.count
  }

  // MARK: - Errors

  private func error(_ sentence: String, _ advice: String) -> JSONSyntaxError {
    JSONSyntaxError(
      offset: offset, sentence: sentence, advice: advice, way: way, members: members)
  }

  private func atEnd(_ sentence: String) -> JSONSyntaxError {
    error("the file ends, but \(sentence)", "complete the file; a part of it may have been lost")
  }

  private func unexpected(_ wanted: String) -> JSONSyntaxError {
    if peek == "/" { return error("JSON has no comments", "remove the comment") }
    if peek == "'" { return error("texts have other quotation marks", "write \" for '") }
    return error("\(wanted) cannot begin like this", "write a text, a number, true, false or null")
  }
}
