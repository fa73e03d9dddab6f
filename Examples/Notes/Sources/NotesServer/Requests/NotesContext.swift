import Foundation
import Hummingbird

/// What Hummingbird carries along with a request.
struct NotesContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// What the request is called; set by ``RequestMiddleware``.
  var identifier = RequestIdentifier("")

  init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
  }

  /// A note of the greatest length fits, also with every character escaped. More is answered with
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
      // What is not a number is not the number of a note.
      guard let id = Note.ID(text) else { throw Problem.noNote(text) }
      return id
    }
  }
}
