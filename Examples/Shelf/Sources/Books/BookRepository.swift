import Infusion

/// The books of the reader who is logged in.
public actor BookRepository {
  private let server: any BookServer
  private let reader: Reader
  private var books: [Book]?

  public init(server: any BookServer, reader: Reader) {
    self.server = server
    self.reader = reader
  }

  public func all() async throws -> [Book] {
    if let books { return books }
    let loaded = try await server.books(of: reader)
    books = loaded
    return loaded
  }

  public func markRead(_ id: Book.ID) async throws {
    books = try await all().map { book in
      var book = book
      if book.id == id { book.isRead = true }
      return book
    }
  }
}

extension BookRepository: ReleasesAsynchronouslyFromInjection {
  public func releaseFromInjection() async throws {
    if let books { try await server.save(books, of: reader) }
  }
}
