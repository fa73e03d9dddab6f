package import Foundation

/// Keeps notes.
///
/// A change is permanent once the method has returned. Every method sees only one user's notes.
package protocol NoteRepository: Sendable {
  /// The notes of a user, newest first.
  ///
  /// - Parameters:
  ///   - user: The user.
  ///   - limit: The greatest number of notes.
  ///   - before: Only notes with a smaller number, which are older.
  func notes(of user: User, limit: Int, before: Note.ID?) async throws -> [Note]

  /// The number of notes of a user.
  func count(of user: User) async throws -> Int

  /// A note of a user; nil if the user has none with that number.
  func note(_ id: Note.ID, of user: User) async throws -> Note?

  /// Stores a new note.
  func insert(_ content: NoteContent, at time: Date, for user: User) async throws -> Note

  /// Replaces the content of a note of a user.
  ///
  /// - Returns: The new note; nil if there is no note with that number, or if its version is not
  ///   the expected one.
  func replace(
    _ id: Note.ID, with content: NoteContent, at time: Date, expecting: ExpectedVersion,
    of user: User
  ) async throws -> Note?

  /// Deletes a note of a user.
  ///
  /// - Returns: Whether the user had a note with that number.
  func delete(_ id: Note.ID, of user: User) async throws -> Bool
}
