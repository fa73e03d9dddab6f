/// Texts, numbers and words.
extension JSONReader {
  mutating func string() throws(JSONSyntaxError) -> String {
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

  /// Reads `u` and four hexadecimal digits.
  private mutating func hexadecimal() -> UInt16? {
    guard peek == "u", offset + 5 <= text.count else { return nil }
    let digits = text[(offset + 1)..<(offset + 5)]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let code = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    offset += 5
    return code
  }

  mutating func number() throws(JSONSyntaxError) -> String {
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

  /// Skips digits; returns whether there was at least one.
  private mutating func digits() -> Bool {
    let start = offset
    while let next = peek, "0"..."9" ~= next { offset += 1 }
    return offset > start
  }

  mutating func word() throws(JSONSyntaxError) -> String {
    let start = offset
    while let next = peek, next.isASCII, Character(next).isLetter || Character(next).isNumber {
      offset += 1
    }
    let word = String(decoding: text[start..<offset], as: UTF8.self)
    guard ["true", "false", "null"].contains(word) else {
      offset = start
      throw error("'\(word)' is no value", "write texts in quotation marks: \"\(word)\"")
    }
    return word
  }

  /// The number of bytes of the next character in UTF-8; nil if the bytes are not a character.
  private var scalarLength: Int? {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = text[offset...].makeIterator()
    guard case .valid(let scalar) = parser.parseScalar(from: &rest) else { return nil }
    return scalar.count
  }
}
