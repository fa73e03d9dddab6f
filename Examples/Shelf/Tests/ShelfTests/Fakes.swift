import BookList
import Books
import Infusion

/// A server that remembers the saved books.
actor FakeServer: BookServer {
  private(set) var saved: [Book] = []
  func books(of reader: Reader) -> [Book] { [Book(id: 7, title: "Persuasion")] }
  func save(_ books: [Book], of reader: Reader) { saved = books }
}

nonisolated struct SilentLog: EventLog {
  func note(_ event: String) {}
}

final class SilentOpener: BookOpening {
  func open(_ id: Book.ID) {}
}

struct OpenerModule: Module {
  func configure(_ binder: Binder) {
    binder.bind((any BookOpening).self).to { SilentOpener() }.in(.singleton)
  }
}

/// Replaces `ServerModule` in tests. It belongs to no actor, like `ServerModule`.
nonisolated struct FakesModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(FakeServer.self).to { FakeServer() }.in(.singleton)
    binder.bind((any BookServer).self).to(FakeServer.self) { $0 }
    binder.bind((any EventLog).self).to { SilentLog() }
  }
}
