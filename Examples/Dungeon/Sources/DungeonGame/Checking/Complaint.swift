/// A mistake in one field of an entity or a room, and what to write instead.
struct Complaint {
  let field: String
  let sentence: String
  let advice: String

  /// Returns a complaint unless a condition holds.
  static func unless(
    _ holds: Bool, _ field: String, _ sentence: @autoclosure () -> String,
    _ advice: @autoclosure () -> String
  ) -> [Complaint] {
    holds ? [] : [Complaint(field: field, sentence: sentence(), advice: advice())]
  }

  /// Returns a complaint unless a number lies in a range.
  static func unless(
    _ field: String, _ value: Int, isIn range: ClosedRange<Int>
  ) -> [Complaint] {
    unless(
      range.contains(value), field,
      value < range.lowerBound
        ? "\"\(field)\" is \(value), and \(range.lowerBound) is the least it can be"
        : "\"\(field)\" is \(value), and \(range.upperBound) is the most it can be",
      "write a whole number from \(range.lowerBound) to \(range.upperBound)")
  }
}
