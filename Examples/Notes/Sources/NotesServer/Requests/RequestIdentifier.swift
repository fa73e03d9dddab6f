import HTTPTypes
import Hummingbird
import Logging

/// The name of a request in logs and answers.
struct RequestIdentifier: Equatable, Sendable, CustomStringConvertible {
  static let field = HTTPField.Name("X-Request-Id")!

  let text: String

  var description: String { text }

  /// Takes the identifier from `X-Request-Id` if it is fit for a log; otherwise takes the one that
  /// the server has made.
  init(_ request: Request, context: NotesContext) {
    if let sent = request.headers[Self.field], (1...64).contains(sent.utf8.count),
      sent.utf8.allSatisfy(\.isNameCharacter)
    {
      text = sent
    } else {
      // Hummingbird's identifier, unless the logger keeps no metadata.
      let given = context.logger[metadataKey: "hb.request.id"]
      text = given?.description ?? RequestID().description
    }
  }

  /// Makes an identifier.
  init(_ text: String) { self.text = text }
}
