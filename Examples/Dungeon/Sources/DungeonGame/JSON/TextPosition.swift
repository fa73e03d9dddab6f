/// A line and a column, both counted from 1; columns are counted in characters.
struct TextPosition: Comparable, CustomStringConvertible {
  let line: Int
  let column: Int

  init(of offset: Int, in text: [UInt8]) {
    let before = text.prefix(offset)
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    column = String(decoding: before[start...], as: UTF8.self).count + 1
  }

  static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }

  var description: String { "\(line):\(column)" }
}
