/// A rule that a note has to comply with before it is stored.
///
/// Modules contribute rules; see `NotesModule`.
protocol NoteRule: Sendable {
  /// Finds the faults of a content.
  func faults(in content: NoteContent) -> [Problem.Fault]
}

/// A note has a title that fits on one line.
struct TitleRule: NoteRule {
  static let longest = 200

  func faults(in content: NoteContent) -> [Problem.Fault] {
    if content.title.allSatisfy(\.isWhitespace) {
      return [Problem.Fault(field: "title", detail: "must not be empty")]
    }
    if content.title.contains(where: \.isNewline) {
      return [Problem.Fault(field: "title", detail: "must be one line")]
    }
    if content.title.count > Self.longest {
      return [Problem.Fault(field: "title", detail: "must not exceed \(Self.longest) characters")]
    }
    return []
  }
}

/// The text of a note has a limited length.
struct TextRule: NoteRule {
  static let longest = 10_000

  func faults(in content: NoteContent) -> [Problem.Fault] {
    guard content.text.count > Self.longest else { return [] }
    return [Problem.Fault(field: "text", detail: "must not exceed \(Self.longest) characters")]
  }
}

/// A note does not contain U+0000, at which SQLite would cut it off.
struct NullCharacterRule: NoteRule {
  func faults(in content: NoteContent) -> [Problem.Fault] {
    [("title", content.title), ("text", content.text)]
      .filter { $0.1.unicodeScalars.contains("\0") }
      .map { Problem.Fault(field: $0.0, detail: "must not contain the character U+0000") }
  }
}
