import Foundation
import HTTPTypes
import Infusion

/// What a client asks for in a body of JSON.
///
/// `JSONDecoder` makes the object and knows nothing of the rest; what it needs to be carried out is
/// injected afterwards. A subclass receives the same, and may list more.
class NoteCommand: Decodable, Injectable {
  let content: NoteContent

  private(set) var notes: (any NoteRepository)!
  private(set) var rules: [any NoteRule] = []
  private(set) var time: (any TimeSource)!
  private(set) var user: User!

  class var requires: Requirements { requiring(\.notes, \.rules, \.time, \.user) }

  required init(from decoder: any Decoder) throws {
    content = try NoteContent(from: decoder)
  }

  /// Refuses a content that breaks rules, and names every field that does.
  func check() throws(Problem) {
    let faults = rules.flatMap { $0.faults(in: content) }
    guard faults.isEmpty else {
      throw Problem(.unprocessableContent, "The note cannot be kept as it is.", faults: faults)
    }
  }
}

/// A new note: `POST /notes`.
final class NoteDraft: NoteCommand {
  /// Keeps the note.
  func save() async throws -> Note {
    try check()
    return try await notes.insert(content, at: time.now, for: user)
  }
}

/// A note to be replaced: `PUT /notes/:id`.
final class NoteRevision: NoteCommand {
  /// Keeps the note in the place of another.
  func save(over id: Note.ID, expecting expected: ExpectedVersion) async throws -> Note {
    try check()
    if let note = try await notes.replace(
      id, with: content, at: time.now, expecting: expected, of: user)
    {
      return note
    }
    guard let current = try await notes.note(id, of: user) else { throw Problem.noNote(id) }
    throw Problem(
      .preconditionFailed,
      "The note was changed meanwhile; its version is \(current.version).",
      faults: [Problem.Fault(field: "If-Match", detail: "expected \(current.entityTag)")])
  }
}
