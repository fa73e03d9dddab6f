import BookDetail
import BookList
import Books
import Infusion
import InfusionTesting
import ShelfApp
import Testing

@Suite(.injector(FakesModule()))
struct SessionTests {
  @Test func loggingOutSavesTheBooks() async throws {
    let app = AppModel(try .current)
    try app.logIn(Reader(name: "Ada"))
    try await app.list?.load()
    let book = try #require(app.list?.books.first)
    try app.list?.select(book)
    try await app.navigator?.detail?.finish()
    try await app.logOut()

    let server = try inject(FakeServer.self)
    #expect(await server.saved.map(\.isRead) == [true])
  }

  @Test func nothingOfASessionOutlivesIt() async throws {
    let app = AppModel(try .current)
    try app.logIn(Reader(name: "Ada"))
    weak let list = app.list
    weak let navigator = app.navigator
    #expect(list != nil && navigator != nil)
    try await app.logOut()
    #expect(list == nil && navigator == nil)
  }

  @Test func everyLoginHasObjectsOfItsOwn() async throws {
    let app = AppModel(try .current)
    try app.logIn(Reader(name: "Ada"))
    let first = try #require(app.navigator)
    try await app.logOut()
    try app.logIn(Reader(name: "Grace"))
    #expect(app.navigator !== first)
  }
}
