import Books
import Infusion
import Observation
import Screens

/// What the list wants from the app: it does not know the screen of a book.
public protocol BookOpening: AnyObject {
  func open(_ id: Book.ID) throws
}

/// The list of books.
@Observable
public final class BookListModel: ScreenModel {
  public private(set) var books: [Book] = []
  @ObservationIgnored private var repository: BookRepository!
  @ObservationIgnored private weak var opener: (any BookOpening)?

  override public class var requires: Requirements { requiring(\.repository, \.opener) }

  public func load() async throws {
    books = try await repository.all()
    log.note("\(books.count) books")
  }

  public func select(_ book: Book) throws {
    try opener?.open(book.id)
  }
}
