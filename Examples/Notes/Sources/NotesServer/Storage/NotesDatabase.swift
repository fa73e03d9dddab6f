import GRDB
import Infusion
import Logging

/// The connection to SQLite: opened when the injector is prepared, closed when it is shut down.
final class NotesDatabase: ReleasesFromInjection, Sendable {
  /// Reads and writes, even from several tasks at once.
  let connection: any DatabaseWriter
  private let logger: Logger

  private init(_ connection: any DatabaseWriter, logger: Logger) {
    self.connection = connection
    self.logger = logger
  }

  /// Opens the database, and brings its schema up to date.
  static func open(_ storage: Storage, logger: Logger) async throws -> NotesDatabase {
    let connection: any DatabaseWriter
    switch storage {
    case .memory:
      connection = try DatabaseQueue()
    case .file(let path):
      // Readers do not wait for the writer, because the pool uses a write-ahead log.
      connection = try DatabasePool(path: path)
      // With NORMAL, which the pool chooses, a loss of power can undo the last commits. But an
      // acknowledged note must not be lost.
      try await connection.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA synchronous = FULL")
      }
    }
    try schema.migrate(connection)
    logger.info("opened the database", metadata: ["storage": "\(storage)"])
    return NotesDatabase(connection, logger: logger)
  }

  func releaseFromInjection() throws {
    // Moves everything into one file, which can be copied as it is.
    if connection is DatabasePool {
      try connection.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    }
    try connection.close()
    logger.info("released the database: closed")
  }

  /// The steps of the schema. Each is applied to a file once, in order. Add steps; change none.
  private static var schema: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("notes") { database in
      try database.create(table: "note") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("author", .text).notNull()
        table.column("title", .text).notNull()
        table.column("text", .text).notNull()
        table.column("created", .datetime).notNull()
        table.column("changed", .datetime).notNull()
        table.column("version", .integer).notNull()
      }
      try database.create(index: "noteByAuthor", on: "note", columns: ["author", "id"])
    }
    return migrator
  }
}
