// Every form of `toAsync`, with classes that are not Sendable, and calls from every kind of context.
import Infusion

class Store {}
class Index {
  init(_ store: Store) {}
  static func build(from store: Store) async throws -> Index { Index(store) }
}
@MainActor class Screen {
  init(_ store: Store? = nil) {}
}

struct AppModule: Module {
  let limit = 3

  func configure(_ binder: Binder) {
    binder.bind(Store.self).toAsync { Store() }
    binder.bind(Store.self, named: "main").toAsync { injector in
      try await injector.prepared(Store.self)
    }.asIs()
    binder.bind(Index.self).toAsync(uses: Store.self) { store in try await Index.build(from: store)
    }
    binder.bind(Index.self, named: "async").toAsync(uses: Store.self, make: Index.build(from:))
    binder.bind(Int.self).toAsync(uses: Index.self, Store?.self, [Store].self, Lazy<Store>.self) {
      _, _, stores, _ in stores.count + limit
    }
    binder.bind(String.self).toAsync(uses: Key(Store.self, named: "main"), Key(Int.self)) {
      injector in "\(try injector.resolve(Int.self))"
    }
    binder.bind(Double?.self).toAsync { nil }
    binder.contribute(Store.self).toAsync { Store() }
    binder.onMainActor.bind(Screen.self).toAsync { Screen() }
    binder.onMainActor.bind(Screen.self, named: "a").toAsync { injector in
      Screen(try await injector.prepared(Store.self))
    }
    binder.onMainActor.contribute(Screen.self).toAsync(uses: Store.self, Int.self) { store, _ in
      Screen(store)
    }
  }
}

@MainActor final class Bar {
  var text = ""

  func start(_ injector: Injector) async throws(InjectionError) -> Screen {
    try await injector.prepare { progress in
      self.text = "\(progress.completed)/\(progress.total) \(progress.running)"
    }
    return try await injector.prepared(Screen.self)
  }
}

actor Server {
  var store: Store?

  func start(_ injector: Injector) async throws {
    var count = 0
    try await injector.prepare { _ in count += 1 }
    store = try await injector.prepared()
  }
}

func start(_ injector: Injector) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await injector.prepare() }
    group.addTask { try await injector.prepare(progress: nil) }
    try await group.waitForAll()
  }
  try injector.shutdown()
}
