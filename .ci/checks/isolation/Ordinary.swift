// Code of an app, compiled twice: in a module whose default isolation is the main actor, as Xcode's
// template makes it, and in one without.
import Infusion

// MARK: - A network, which is no business of the main actor

actor Network {
  private var count = 0

  func get(_ path: String) -> String {
    count += 1
    return "\(path) \(count)"
  }
}

nonisolated struct Settings: Sendable {
  var server = "localhost"
}

/// For every thread: what it makes may be asked for anywhere.
nonisolated struct NetworkModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Settings.self).to { Settings() }
    binder.bind(Network.self).to { Network() }.in(.singleton)
    binder.onMainActor.bind(Journal.self).in(.singleton)
    binder.onMainActor.bind(Theme.self).to { Theme() }
    binder.bind(Headline.self).toInitializer(Headline.init(theme:))
  }
}

nonisolated struct CreationLog: InjectionObserver {
  func didCreate(_ event: InjectionEvent) { _ = event.key }
}

// MARK: - What is seen

@MainActor final class Journal: DefaultInitializable {
  private(set) var lines: [String] = []
  init() {}
  func write(_ line: String) { lines.append(line) }
}

@MainActor final class Theme {
  init() {}
}

@MainActor final class Headline {
  let theme: Theme
  init(theme: Theme) { self.theme = theme }
}

@MainActor final class ListModel: @MainActor Injectable, @MainActor AwakesFromInjection {
  var journal: Journal!
  var network: Network!
  private(set) var title = ""
  init() {}
  static var requires: Requirements { requiring(\.journal, \.network) }
  func awakeFromInjection() { title = "list" }
  func load() async -> String { await network.get("list") }
}

@MainActor final class DetailModel {
  let list: ListModel
  let number: Int
  init(list: ListModel, number: Int) {
    self.list = list
    self.number = number
  }
}

/// Written on the main actor: what it makes is made there.
@MainActor struct ScreenModule: @MainActor Module {
  let login: ScopeStore

  func configure(_ binder: Binder) {
    binder.bind(ListModel.self).to { ListModel() }.in(Scope("login", in: login))
    binder.bind(DetailModel.self).to { (injector, number: Int) in
      DetailModel(list: try injector.resolve(), number: number)
    }
    binder.bind(Headline.self, named: "list").toInitializer(Headline.init(theme:))
    binder.extend(ListModel.self).completing { $0.journal.write("made") }
  }
}

@MainActor final class App {
  let login = ScopeStore()
  let injector: Injector
  private var models: [ListModel] = []

  init() throws {
    injector = try Injector(
      [NetworkModule(), ScreenModule(login: login)],
      options: Injector.Options(observers: [CreationLog()]))
  }

  func show() throws -> ListModel {
    let list = try injector.resolve(ListModel.self)
    // What is captured are a view model, and the result of a request.
    try injector.update { binder in
      binder.bind(ListModel.self, named: "shown").to { list }
      binder.bind(DetailModel.self, named: "first").to { DetailModel(list: list, number: 1) }
    }
    let child = try injector.makeChild { binder in
      binder.bind(ListModel.self).to(instance: list)
      binder.bind(App.self).to { self }
    }
    let derived = try injector.adding { $0.bind(ListModel.self).to(instance: list) }
    let other = try child.resolve(ListModel.self)
    models += [other, try derived.resolve(ListModel.self)]
    try injector.injectDependencies(into: other)
    try injector.injectDependencies(intoEach: models)
    return try Injector.withCurrent(child) {
      models.append(try inject(ListModel.self))
      return try inject(ListModel.self)
    }
  }

  func showLater() async throws -> String {
    let list = try await Injector.withCurrent(injector) {
      await Task.yield()
      return try inject(ListModel.self)
    }
    return await list.load()
  }

  func detail(_ number: Int) throws -> DetailModel {
    try injector.resolve(DetailModel.self, arguments: number)
  }

  func derive() throws -> Injector {
    let theme = Theme()
    let base = try Injector { binder in binder.bind(Theme.self).to { theme } }
    return try base.adding(NetworkModule())
  }

  func logOut() { login.reset() }
}

// MARK: - What is like SwiftUI

@MainActor protocol Screen {
  associatedtype Body
  var body: Body { get }
}

@MainActor struct ListScreen: Screen {
  @State private var model: ListModel

  init(_ injector: Injector) throws { model = try injector.resolve() }

  var body: String { model.title }
}

@MainActor @propertyWrapper struct State<Value> {
  var wrappedValue: Value
}

// MARK: - Elsewhere

nonisolated func look(_ injector: Injector) throws -> Settings {
  try injector.resolve(Settings.self)
}

actor Office {
  private let injector: Injector
  private var opened = 0

  init(_ injector: Injector) { self.injector = injector }

  func open(_ settings: Settings) async throws -> String {
    opened += 1
    let number = opened
    try injector.update { binder in
      binder.bind(Settings.self).to { settings }
      binder.bind(Int.self).to { number }
    }
    let child = try injector.makeChild { $0.bind(String.self).to { settings.server } }
    let derived = try child.adding(NetworkModule()).adding { $0.bind(Int.self).to { number + 1 } }
    return try await derived.resolve(Network.self).get(child.resolve(String.self))
  }
}
