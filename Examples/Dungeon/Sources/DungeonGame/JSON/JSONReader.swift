/// Reads a JSON text as RFC 8259 defines it, and records the location of every value.
///
/// Its messages are for people who write the text by hand.
struct JSONReader {
  typealias Node = JSONMap.Node

  let text: [UInt8]
  var offset = 0
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
        throw reader.error("a colon is missing", "write one after \(name.quoted)")
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

  /// Reads the elements between two brackets, separated by commas.
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

  // MARK: - Bytes

  /// The next byte; nil at the end.
  var peek: Unicode.Scalar? {
    offset < text.count ? Unicode.Scalar(text[offset]) : nil
  }

  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    offset += 1
    return true
  }

  private mutating func skipSpace() {
    while let next = peek, [" ", "\n", "\r", "\t"].contains(next) { offset += 1 }
  }

  // MARK: - Errors

  func error(_ sentence: String, _ advice: String) -> JSONSyntaxError {
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
