import Books
import Infusion
import Observation
import Screens

@Observable
public final class BookDetailModel: ScreenModel {
  public let id: Book.ID
  public private(set) var book: Book?
  @ObservationIgnored private let repository: BookRepository

  public init(id: Book.ID, repository: BookRepository) {
    self.id = id
    self.repository = repository
  }

  public func load() async throws {
    book = try await repository.all().first { $0.id == id }
  }

  public func finish() async throws {
    try await repository.markRead(id)
    log.note("finished \(id)")
    try await load()
  }
}

extension BookDetailModel: InitializerDeclaring {
  public static var initializer: Initializer {
    Initializer(BookDetailModel.init(id:repository:), .argument, .resolved)
  }
}
