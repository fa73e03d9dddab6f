import Foundation
import GRDB
import Infusion
import Logging

/// Keeps notes in SQLite.
///
/// All requests share it, so it has to be `Sendable`. It receives what it needs through its
/// initializer: properties that are set later could not be constants.
final class SQLiteNoteRepository: NoteRepository, ReleasesFromInjection {
  private let database: any DatabaseWriter
  private let logger: Logger

  init(_ database: NotesDatabase, logger: Logger) {
    self.database = database.connection
    self.logger = logger
  }

  func notes(of user: User, limit: Int, before: Note.ID?) async throws -> [Note] {
    try await database.read { database in
      try Note.fetchAll(
        database,
        sql: "SELECT * FROM note WHERE author = ? AND id < ? ORDER BY id DESC LIMIT ?",
        arguments: [user.name, before ?? .max, limit])
    }
  }

  func count(of user: User) async throws -> Int {
    try await database.read { database in
      try Int.fetchOne(
        database, sql: "SELECT count(*) FROM note WHERE author = ?", arguments: [user.name]) ?? 0
    }
  }

  func note(_ id: Note.ID, of user: User) async throws -> Note? {
    try await database.read { database in
      try Note.fetchOne(
        database, sql: "SELECT * FROM note WHERE id = ? AND author = ?",
        arguments: [id, user.name])
    }
  }

  func insert(_ content: NoteContent, at time: Date, for user: User) async throws -> Note {
    // Returns once the transaction is committed.
    try await database.write { database in
      try database.execute(
        sql: """
          INSERT INTO note (author, title, text, created, changed, version)
          VALUES (?, ?, ?, ?, ?, 1)
          """,
        arguments: [user.name, content.title, content.text, time, time])
      return Note(
        id: database.lastInsertedRowID, author: user.name, title: content.title,
        text: content.text, created: time, changed: time, version: 1)
    }
  }

  func replace(
    _ id: Note.ID, with content: NoteContent, at time: Date, expecting: ExpectedVersion,
    of user: User
  ) async throws -> Note? {
    try await database.write { database in
      guard
        var note = try Note.fetchOne(
          database, sql: "SELECT * FROM note WHERE id = ? AND author = ?",
          arguments: [id, user.name]),
        expecting == .any || expecting == .exactly(note.version)
      else { return nil }
      note.title = content.title
      note.text = content.text
      note.changed = time
      note.version += 1
      try database.execute(
        sql: "UPDATE note SET title = ?, text = ?, changed = ?, version = ? WHERE id = ?",
        arguments: [note.title, note.text, note.changed, note.version, id])
      return note
    }
  }

  func delete(_ id: Note.ID, of user: User) async throws -> Bool {
    try await database.write { database in
      try database.execute(
        sql: "DELETE FROM note WHERE id = ? AND author = ?", arguments: [id, user.name])
      return database.changesCount > 0
    }
  }

  /// SQLite recommends this before a connection is closed; the database is released later.
  func releaseFromInjection() throws {
    try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA optimize") }
    logger.info("released the repository: statistics are up to date")
  }
}

extension Note: FetchableRecord {}

extension DatabaseError: UnavailableError {
  /// Another process has locked the file, or the disk is full or broken.
  var isUnavailable: Bool {
    [.SQLITE_BUSY, .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY]
      .contains(resultCode)
  }
}
