import BookDetail
import BookList
import Books
import Infusion
import Observation

/// Opens screens, and keeps the one that is open.
@Observable
public final class Navigator: BookOpening {
  public private(set) var detail: BookDetailModel?
  @ObservationIgnored private let factory: ObjectFactory

  init(factory: ObjectFactory) { self.factory = factory }

  public func open(_ id: Book.ID) throws {
    detail = try factory.resolve(BookDetailModel.self, arguments: id)
  }

  public func close() { detail = nil }
}
