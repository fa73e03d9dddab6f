import BookList
import Books
import Infusion
import Observation

/// The content of the screen, and the injectors behind it.
@Observable
public final class AppModel {
  public private(set) var list: BookListModel?
  public private(set) var navigator: Navigator?
  @ObservationIgnored private let injector: Injector
  @ObservationIgnored private var session: Injector?

  public init(_ injector: Injector) { self.injector = injector }

  public func logIn(_ reader: Reader) throws {
    let session = try injector.makeChild(
      SessionModule(reader: reader), BookListModule(), NavigationModule())
    let list = try session.resolve(BookListModel.self)
    let navigator = try session.resolve(Navigator.self)
    (self.list, self.navigator, self.session) = (list, navigator, session)
  }

  public func logOut() async throws {
    let ended = session
    (list, navigator, session) = (nil, nil, nil)
    try await ended?.shutdownGracefully()
  }
}
