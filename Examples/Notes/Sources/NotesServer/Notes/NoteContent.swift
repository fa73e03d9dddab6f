/// What a user writes into a note.
package struct NoteContent: Decodable, Equatable, Sendable {
  package let title: String
  package let text: String

  /// Makes a content.
  package init(title: String, text: String) {
    self.title = title
    self.text = text
  }
}
