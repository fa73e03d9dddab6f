import BookDetail
import BookList
import Books
import Infusion
import InfusionTesting
import ShelfApp
import Testing

@Suite(
  .injector(
    FakesModule(), SessionModule(reader: Reader(name: "Ada")), BookListModule(), OpenerModule()))
struct ScreenTests {
  @Test func theListShowsTheBooksOfTheReader() async throws {
    let list = try inject(BookListModel.self)
    try await list.load()
    #expect(list.books.map(\.title) == ["Persuasion"])
  }

  @Test(arguments: [7, 8])
  func aDetailShowsTheBookThatItWasOpenedWith(id: Book.ID) async throws {
    let detail = try Injector.current.resolve(BookDetailModel.self, arguments: id)
    try await detail.load()
    #expect(detail.book?.id == (id == 7 ? 7 : nil))
  }

  @Test func nothingIsMissing() throws {
    expectValidGraph(try .current, including: BookListModel.self)
  }
}
