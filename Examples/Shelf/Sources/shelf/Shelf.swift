import BookDetail
import BookList
import Books
import Infusion
import ShelfApp

/// Runs the app without its views: twice, a reader logs in, reads a book, and logs out.
@main
struct Shelf {
  static func main() async throws {
    let app = AppModel(try Injector(ServerModule()))
    for _ in 1...2 {
      try app.logIn(Reader(name: "Ada"))
      try await app.list?.load()
      for book in app.list?.books ?? [] { print(book.isRead ? "[x]" : "[ ]", book.title) }
      if let next = app.list?.books.first(where: { !$0.isRead }) {
        try app.list?.select(next)
        try await app.navigator?.detail?.finish()
      }
      try await app.logOut()
    }
  }
}
