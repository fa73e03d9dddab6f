import HTTPTypes
import Hummingbird
import Logging

/// What a request is called in logs and answers.
struct RequestIdentifier: Equatable, Sendable, CustomStringConvertible {
  static let field = HTTPField.Name("X-Request-Id")!

  let text: String

  var description: String { text }

  /// Takes what the client sends in `X-Request-Id`, if it can be written into a log, else one that
  /// the server has made.
  init(_ request: Request, context: NotesContext) {
    if let sent = request.headers[Self.field], (1...64).contains(sent.utf8.count),
      sent.utf8.allSatisfy(\.isNameCharacter)
    {
      text = sent
    } else {
      // Hummingbird's own, unless the logger keeps no metadata.
      let given = context.logger[metadataKey: "hb.request.id"]
      text = given?.description ?? RequestID().description
    }
  }

  /// Makes an identifier.
  init(_ text: String) { self.text = text }
}
