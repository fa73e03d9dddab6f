package import Foundation

/// Keeps notes.
///
/// A change that was returned from is kept for good. Every method sees the notes of one user only.
package protocol NoteRepository: Sendable {
  /// The newest notes of a user, newest first.
  ///
  /// - Parameters:
  ///   - user: The user.
  ///   - limit: How many notes at most.
  ///   - before: Only notes with a smaller number, which are older.
  func notes(of user: User, limit: Int, before: Note.ID?) async throws -> [Note]

  /// How many notes a user has.
  func count(of user: User) async throws -> Int

  /// A note of a user; nil when the user has none with that number.
  func note(_ id: Note.ID, of user: User) async throws -> Note?

  /// Keeps a new note.
  func insert(_ content: NoteContent, at time: Date, for user: User) async throws -> Note

  /// Replaces the content of a note of a user.
  ///
  /// - Returns: The new note; nil when there is none with that number, or it has another version
  ///   than the one expected.
  func replace(
    _ id: Note.ID, with content: NoteContent, at time: Date, expecting: ExpectedVersion,
    of user: User
  ) async throws -> Note?

  /// Forgets a note of a user.
  ///
  /// - Returns: Whether there was one with that number.
  func delete(_ id: Note.ID, of user: User) async throws -> Bool
}
