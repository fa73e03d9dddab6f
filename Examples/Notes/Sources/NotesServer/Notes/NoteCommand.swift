import Foundation
import HTTPTypes
import Infusion

/// A request whose body is JSON.
///
/// `JSONDecoder` creates the object, and knows nothing of the rest; the objects that carry out the
/// request are injected afterwards. A subclass receives the same ones, and may list more.
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

  /// Throws a problem that names every field with a fault.
  func check() throws(Problem) {
    let faults = rules.flatMap { $0.faults(in: content) }
    guard faults.isEmpty else {
      throw Problem(.unprocessableContent, "The note cannot be kept as it is.", faults: faults)
    }
  }
}

/// A new note: `POST /notes`.
final class NoteDraft: NoteCommand {
  /// Stores the note.
  func save() async throws -> Note {
    try check()
    return try await notes.insert(content, at: time.now, for: user)
  }
}

/// A note that replaces another: `PUT /notes/:id`.
final class NoteRevision: NoteCommand {
  /// Replaces the note with the given number.
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
      "The note has been changed; its version is \(current.version).",
      faults: [Problem.Fault(field: "If-Match", detail: "expected \(current.entityTag)")])
  }
}
