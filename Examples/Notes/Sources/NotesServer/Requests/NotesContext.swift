import Foundation
import Hummingbird

/// The values that Hummingbird passes on with a request.
struct NotesContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The identifier of the request; ``RequestMiddleware`` sets it.
  var identifier = RequestIdentifier("")

  init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
  }

  /// Enough for the longest note, even with every character escaped. A larger body is answered with
  /// 413.
  var maxUploadSize: Int { 128 * 1024 }

  var responseEncoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  /// The number of the note that the path names.
  var noteID: Note.ID {
    get throws(Problem) {
      let text = parameters.get("id") ?? ""
      // A text that is not a number belongs to no note.
      guard let id = Note.ID(text) else { throw Problem.noNote(text) }
      return id
    }
  }
}
