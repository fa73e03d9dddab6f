import Infusion
import Logging

/// Answers requests without a body. Each request has its own, which the request's injector injects.
final class NotesController: Injectable, DefaultInitializable {
  private var notes: (any NoteRepository)!
  private var user: User!
  private var logger: Logger!

  static var requires: Requirements { requiring(\.notes, \.user, \.logger) }

  init() {}

  /// A part of the user's notes.
  func page(_ request: PageRequest) async throws -> NotePage {
    // One more than requested, to know whether there is a next page.
    let found = try await notes.notes(
      of: user, limit: request.limit + 1, before: request.before)
    let shown = Array(found.prefix(request.limit))
    return NotePage(notes: shown, next: found.count > shown.count ? shown.last?.id : nil)
  }

  /// One note of the user.
  func note(_ id: Note.ID) async throws -> Note {
    guard let note = try await notes.note(id, of: user) else { throw Problem.noNote(id) }
    return note
  }

  /// Deletes a note of the user.
  func delete(_ id: Note.ID) async throws {
    guard try await notes.delete(id, of: user) else { throw Problem.noNote(id) }
    logger.info("note deleted", metadata: ["note": "\(id)"])
  }
}
