import Infusion
import Logging

/// Binds the storage of the notes.
struct StorageModule: Module {
  let storage: Storage

  func configure(_ binder: Binder) {
    // Both are ready before the server listens, see `NotesApplication`, and are released in the
    // reverse order after it has stopped.
    binder.bind(NotesDatabase.self).toAsync(uses: Logger.self) { [storage] logger in
      try await NotesDatabase.open(storage, logger: logger)
    }
    binder.bind((any NoteRepository).self).toAsync(uses: NotesDatabase.self, Logger.self) {
      database, logger in SQLiteNoteRepository(database, logger: logger)
    }
  }
}
