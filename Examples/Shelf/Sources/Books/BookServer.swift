/// Keeps the books of all readers.
public protocol BookServer: Sendable {
  func books(of reader: Reader) async throws -> [Book]
  func save(_ books: [Book], of reader: Reader) async throws
}

/// A server in memory, because the example needs no network.
public actor MemoryServer: BookServer {
  private var shelves: [Reader: [Book]] = [:]

  public init() {}

  public func books(of reader: Reader) -> [Book] {
    shelves[reader] ?? [Book(id: 1, title: "Emma"), Book(id: 2, title: "Middlemarch")]
  }

  public func save(_ books: [Book], of reader: Reader) {
    shelves[reader] = books
  }
}
