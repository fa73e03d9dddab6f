import Foundation
import Synchronization

@testable import NotesServer

/// Keeps notes in a dictionary.
final class NoteDictionary: NoteRepository {
  private let kept = Mutex<[Note.ID: Note]>([:])
  private let beforeCounting: @Sendable () async -> Void

  /// Makes a repository without notes.
  ///
  /// - Parameter beforeCounting: Runs before the repository counts notes.
  init(beforeCounting: @escaping @Sendable () async -> Void = {}) {
    self.beforeCounting = beforeCounting
  }

  func notes(of user: User, limit: Int, before: Note.ID?) -> [Note] {
    let mine = kept.withLock { $0.values.filter { $0.author == user.name } }
    return Array(
      mine.filter { $0.id < before ?? .max }.sorted { $0.id > $1.id }.prefix(limit))
  }

  func count(of user: User) async -> Int {
    await beforeCounting()
    return kept.withLock { kept in kept.values.count { $0.author == user.name } }
  }

  func note(_ id: Note.ID, of user: User) -> Note? {
    kept.withLock { $0[id].flatMap { $0.author == user.name ? $0 : nil } }
  }

  func insert(_ content: NoteContent, at time: Date, for user: User) -> Note {
    kept.withLock { kept in
      let id = Note.ID(kept.count + 1)
      let note = Note(
        id: id, author: user.name, title: content.title, text: content.text, created: time,
        changed: time, version: 1)
      kept[id] = note
      return note
    }
  }

  func replace(
    _ id: Note.ID, with content: NoteContent, at time: Date, expecting: ExpectedVersion,
    of user: User
  ) -> Note? {
    kept.withLock { kept in
      guard var note = kept[id], note.author == user.name,
        expecting == .any || expecting == .exactly(note.version)
      else { return nil }
      note.title = content.title
      note.text = content.text
      note.changed = time
      note.version += 1
      kept[id] = note
      return note
    }
  }

  func delete(_ id: Note.ID, of user: User) -> Bool {
    kept.withLock { kept in
      guard kept[id]?.author == user.name else { return false }
      kept[id] = nil
      return true
    }
  }
}

/// A repository that cannot be reached.
struct BrokenRepository: NoteRepository {
  let error: any Error

  func notes(of user: User, limit: Int, before: Note.ID?) throws -> [Note] { throw error }
  func count(of user: User) throws -> Int { throw error }
  func note(_ id: Note.ID, of user: User) throws -> Note? { throw error }
  func delete(_ id: Note.ID, of user: User) throws -> Bool { throw error }

  func insert(_ content: NoteContent, at time: Date, for user: User) throws -> Note {
    throw error
  }

  func replace(
    _ id: Note.ID, with content: NoteContent, at time: Date, expecting: ExpectedVersion,
    of user: User
  ) throws -> Note? { throw error }
}

/// A clock that stands still.
struct StoppedTime: TimeSource {
  let now: Date
}
