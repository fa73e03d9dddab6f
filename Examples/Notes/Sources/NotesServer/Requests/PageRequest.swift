import Hummingbird

/// The part of the notes that a client wants: `?limit=20&before=117`.
struct PageRequest: Equatable, Sendable {
  static let limits = 1...100

  var limit = 20
  /// Only notes with a smaller number.
  var before: Note.ID?

  init(_ request: Request) throws(Problem) {
    let parameters = request.uri.queryParameters
    if let text = parameters["limit"] {
      guard let limit = Int(text), Self.limits.contains(limit) else {
        throw Self.problem(
          "limit",
          "must be a number from \(Self.limits.lowerBound) to \(Self.limits.upperBound)")
      }
      self.limit = limit
    }
    if let text = parameters["before"] {
      guard let before = Note.ID(text), before > 0 else {
        throw Self.problem("before", "must be the number of a note")
      }
      self.before = before
    }
  }

  private static func problem(_ field: String, _ detail: String) -> Problem {
    Problem(
      .badRequest, "There is no such page.",
      faults: [Problem.Fault(field: field, detail: detail)])
  }
}
