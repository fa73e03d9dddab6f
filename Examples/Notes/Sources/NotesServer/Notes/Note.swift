package import Foundation

/// A note of a user, as the server keeps it and clients see it.
package struct Note: Codable, Equatable, Identifiable, Sendable {
  /// The number of the note. Larger numbers are newer; no number is used twice.
  package let id: Int64
  /// The user who wrote the note.
  package let author: String
  package var title: String
  package var text: String
  /// When the note was written.
  package let created: Date
  /// When the note was last changed.
  package var changed: Date
  /// How often the note was written: 1 for a new note.
  package var version: Int

  /// Makes a note.
  package init(
    id: Int64, author: String, title: String, text: String, created: Date, changed: Date,
    version: Int
  ) {
    self.id = id
    self.author = author
    self.title = title
    self.text = text
    self.created = created
    self.changed = changed
    self.version = version
  }
}

/// A part of a user's notes, the newest first.
package struct NotePage: Codable, Equatable, Sendable {
  /// The notes.
  package let notes: [Note]
  /// The value of `before` that requests older notes; nil when there are none.
  package let next: Int64?
}
