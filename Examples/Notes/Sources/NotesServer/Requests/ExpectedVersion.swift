import HTTPTypes
import Hummingbird

/// The version that a note must have in order to be replaced: the header `If-Match`.
package enum ExpectedVersion: Equatable, Sendable {
  case any
  case exactly(Int)

  init(_ request: Request) throws(Problem) {
    switch request.headers[.ifMatch] {
    case nil, "*":
      self = .any
    case let text?:
      guard text.count > 2, text.first == "\"", text.last == "\"",
        let version = Int(text.dropFirst().dropLast())
      else {
        throw Problem(
          .badRequest, "This is not the tag of a note.",
          faults: [Problem.Fault(field: "If-Match", detail: "must be the ETag of the note")])
      }
      self = .exactly(version)
    }
  }
}
