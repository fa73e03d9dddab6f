/// The content of a note, as the user writes it.
package struct NoteContent: Decodable, Equatable, Sendable {
  package let title: String
  package let text: String

  /// Makes a content.
  package init(title: String, text: String) {
    self.title = title
    self.text = text
  }
}
