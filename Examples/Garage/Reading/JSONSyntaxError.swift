import Foundation

/// Where a text stops being JSON.
///
/// JSONDecoder does not report the position on every platform. JSONSerialization does, in English:
/// with line and column on Apple's platforms, with a number of bytes elsewhere.
struct JSONSyntaxError {
  let reason: String
  let position: (line: Int, column: Int)?

  /// Finds the first error; nil when the text is JSON.
  init?(in data: Data) {
    do {
      _ = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
      return nil
    } catch {
      let text = (error as NSError).userInfo["NSDebugDescription"] as? String
      let sentence = text ?? error.localizedDescription
      position = Self.position(in: sentence, of: data)
      let end = position == nil ? nil : sentence.firstRange(of: " around ")?.lowerBound
      reason = String(sentence[..<(end ?? sentence.endIndex)])
    }
  }

  private static func position(in sentence: String, of data: Data) -> (line: Int, column: Int)? {
    if let match = sentence.firstMatch(of: /line (\d+), column (\d+)/),
      let line = Int(match.1), let column = Int(match.2)
    {
      return (line, column)
    }
    let byteOrderMark = Data("\u{FEFF}".utf8)
    let text = data.starts(with: byteOrderMark) ? data.dropFirst(byteOrderMark.count) : data
    let length =
      if let match = sentence.firstMatch(of: /(?:character|at) (\d+)/) {
        Int(match.1)
      } else if sentence.contains("end of file during JSON") {
        text.count
      } else {
        Int?.none
      }
    guard let length, let valid = String(validating: text.prefix(length), as: UTF8.self) else {
      return nil
    }
    let lines = valid.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return (lines.count, (lines.last?.count ?? 0) + 1)
  }
}
