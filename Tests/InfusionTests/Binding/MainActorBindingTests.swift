import Dispatch
import Infusion
import Testing

@MainActor private final class Screen: @MainActor Injectable, @MainActor AwakesFromInjection {
  let title: String
  var store: Store!
  var awakes = 0
  init(title: String) { self.title = title }
  static var requires: [PartialKeyPath<Screen>] { [\.store] }
  func awakeFromInjection() { awakes += 1 }
}
private protocol Window: AnyObject {}
@MainActor private final class Panel: Window {
  let store: Store
  init(store: Store) { self.store = store }
}
private final class Store: DefaultInitializable { init() {} }
private protocol Plugin: AnyObject {}
private final class Plain: Plugin, DefaultInitializable { init() {} }
/// Only its initializer and its step belong to the main actor.
private final class Adopter {
  var store: Store?
  private(set) var starts = 0
  @MainActor init() {}
  @MainActor func start() { starts += 1 }
}
private struct PlainProvider: ProviderProtocol {
  func provide(from injector: Injector) -> Plain { Plain() }
}

/// Runs the body on a thread other than the main one, and waits for it.
private func elsewhere<Result: Sendable>(
  _ body: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: body()) }
  }
}

private func failure(_ body: () throws -> Void) -> InjectionError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? InjectionError)?.code
  }
}

@MainActor struct MainActorBindingTests {
  private let held = Plain()

  private func bindEveryForm(_ binder: Binder) {
    binder.onMainActor.bind(Screen.self).to { Screen(title: "none") }
    binder.onMainActor.bind(Screen.self, named: "injector").to { injector in
      Screen(title: try injector.resolve(String.self))
    }
    binder.onMainActor.bind(Screen.self, named: "argument").to { (_, title: String, more: Int?) in
      Screen(title: title + (more.map(String.init) ?? ""))
    }
    binder.onMainActor.bind(Screen.self, named: "raw").to { Screen(title: "raw") }.asIs()
    binder.onMainActor.bind(Screen?.self, named: "nil").to { nil }
    binder.bind(String.self).to(instance: "text")
    binder.onMainActor.bind(Panel.self).toInitializer(Panel.init(store:)).in(.singleton)
    binder.onMainActor.bind((any Window).self).to(Panel.self) { $0 }
    binder.onMainActor.bind(Plain.self, named: "provider").to(provider: PlainProvider())
    binder.onMainActor.bind(Plain.self, named: "instance").to(instance: Plain())
    binder.onMainActor.bind(Plain.self, named: "nothing").toNothing()
    binder.onMainActor.bind(Screen.self, named: "uses").to(uses: String.self) { injector in
      Screen(title: try injector.resolve(String.self))
    }
    binder.onMainActor.bind(Screen.self, named: "uses keys").to(uses: Key(String.self)) {
      Screen(title: try inject(String.self))
    }
    binder.onMainActor.bind(Screen.self, named: "uses and argument").to(uses: String.self) {
      (injector, more: Int) in
      Screen(title: try injector.resolve(String.self) + String(more))
    }
    binder.onMainActor.bind(Screen.self, named: "uses keys and argument").to(
      uses: Key(String.self)
    ) { (injector, more: Int) in
      Screen(title: try injector.resolve(String.self) + String(more))
    }
    binder.onMainActor.bind(Plain.self, named: "weak").to(weak: held)
    binder.onMainActor.bind(Plain.self, named: "as is").asIs()
    binder.onMainActor.bind(Plain.self).in(.singleton)
    binder.onMainActor.contribute((any Plugin).self).to { Plain() }
  }

  @Test(arguments: Arrangement.allCases)
  func everyFormMakesValuesOnTheMainActor(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector(bindEveryForm)
    let screen = try injector.resolve(Screen.self)
    #expect(screen.title == "none")
    #expect(screen.store != nil)
    #expect(screen.awakes == 1)
    #expect(try injector.resolve(Screen.self, named: "injector").title == "text")
    #expect(try injector.resolve(Screen.self, named: "argument", arguments: "a", 7).title == "a7")
    #expect(try injector.resolve(Screen.self, named: "argument", arguments: "a").title == "a")
    #expect(try injector.resolve(Screen.self, named: "uses").title == "text")
    for name in ["uses and argument", "uses keys and argument"] as [Name] {
      #expect(try injector.resolve(Screen.self, named: name, arguments: 3).title == "text3")
    }
    #expect(try injector.resolve(Plain.self, named: "weak") === held)
    _ = try injector.resolve(Plain.self, named: "as is")
    let current = try Injector.withCurrent(injector) {
      try injector.resolve(Screen.self, named: "uses keys")
    }
    #expect(current.title == "text")
    let raw = try injector.resolve(Screen.self, named: "raw")
    #expect(raw.awakes == 0)
    #expect(raw.store == nil)
    #expect(try injector.resolve(Screen?.self, named: "nil") == nil)
    let panel = try injector.resolve(Panel.self)
    #expect(try injector.resolve((any Window).self) === panel)
    _ = try injector.resolve(Plain.self, named: "provider")
    let instance = try injector.resolve(Plain.self, named: "instance")
    #expect(try injector.resolve(Plain.self, named: "instance") === instance)
    #expect(try injector.resolve(Plain?.self, named: "nothing") == nil)
    #expect(try injector.resolve(Plain.self) === injector.resolve(Plain.self))
    #expect(try injector.resolve([any Plugin].self).count == 1)
  }

  @Test func usesDeclaredOnTheMainActorAreValidated() throws {
    let injector = try Injector { binder in
      let binder = binder.onMainActor
      binder.bind(Plain.self).to(uses: Int.self) { _ in Plain() }
      binder.bind(Plain.self, named: "keys").to(uses: Key(Int.self, named: "a")) { _ in Plain() }
      binder.bind(Plain.self, named: "current").to(uses: Double.self) { Plain() }
      binder.bind(Plain.self, named: "awaited").toAsync(uses: Key(Double.self, named: "b")) { _ in
        Plain()
      }
    }
    let error = try #require(throws: InjectionError.self) { try injector.validate() }
    #expect(
      error.errors.map(\.key) == [
        Key(Int.self), Key(Int.self, named: "a"), Key(Double.self), Key(Double.self, named: "b"),
      ])
  }

  @Test(arguments: Arrangement.allCases)
  func aRequestElsewhereIsAnError(_ arrangement: Arrangement) async throws {
    let injector = try arrangement.makeInjector(bindEveryForm)
    let codes = await elsewhere {
      [
        failure { _ = try injector.resolve((any Window).self) },
        failure { _ = try injector.resolve(Plain.self, named: "provider") },
        failure { _ = try injector.resolve(Plain.self, named: "instance") },
        failure { _ = try injector.resolve(Plain.self) },
        failure { _ = try injector.resolve([any Plugin].self) },
      ]
    }
    #expect(codes == Array(repeating: .mainActorRequired, count: 5))
  }

  @Test(arguments: Arrangement.allCases)
  func anExistingSingletonIsNotHandedOutElsewhere(_ arrangement: Arrangement) async throws {
    let injector = try arrangement.makeInjector(bindEveryForm)
    _ = try injector.resolve((any Window).self)
    _ = try injector.resolve(Plain.self, named: "instance")
    _ = try injector.resolve(Plain.self)
    let codes = await elsewhere {
      [
        failure { _ = try injector.resolve((any Window).self) },
        failure { _ = try injector.resolve(Plain.self, named: "instance") },
        failure { _ = try injector.resolve(Plain.self) },
      ]
    }
    #expect(codes == Array(repeating: .mainActorRequired, count: 3))
  }

  @Test(arguments: Arrangement.allCases)
  func whatAHandleKeepsIsNotHandedOutElsewhere(_ arrangement: Arrangement) async throws {
    let injector = try arrangement.makeInjector { binder in
      bindEveryForm(binder)
      binder.bind(Int.self, named: "free").to(instance: 1)
    }
    let window = try injector.resolve(Lazy<any Window>.self)
    let plain = try injector.resolve(Lazy<Plain>.self, named: "provider")
    let instance = try injector.resolve(Lazy<Plain?>.self, named: "instance")
    let plugins = try injector.resolve(Lazy<[any Plugin]>.self)
    let free = try injector.resolve(Lazy<Int>.self, named: "free")
    // The handles keep their values.
    _ = try (window.get(), plain.get(), instance.get(), plugins.get(), free.get())
    let codes = await elsewhere {
      [
        failure { _ = try window.get() },
        failure { _ = try plain.get() },
        failure { _ = try instance.get() },
        failure { _ = try plugins.get() },
        failure { _ = try free.get() },
      ]
    }
    #expect(codes == Array(repeating: .mainActorRequired, count: 4) + [nil])
    _ = try (window.get(), plain.get(), instance.get(), plugins.get(), free.get())
  }

  @Test func anEagerSingletonIsCreatedOnTheMainActorOnly() async throws {
    let injector = try Injector { binder in
      binder.onMainActor.bind(Plain.self).to { Plain() }.asEagerSingleton()
    }
    _ = try injector.resolve(Plain.self)
    _ = try Injector { $0.onMainActor.bind(Store.self).asEagerSingleton() }
    let bindings: [@Sendable (MainActorBinder) -> Void] = [
      { $0.bind(Plain.self).to { Plain() }.asEagerSingleton() },
      { $0.bind(Store.self).asEagerSingleton() },
    ]
    for bind in bindings {
      let code = await elsewhere { failure { _ = try Injector { bind($0.onMainActor) } } }
      #expect(code == .mainActorRequired)
    }
  }

  @Test func anInstanceMayBeInjectedOnTheMainActor() throws {
    let screen = Screen(title: "instance")
    let injector = try Injector {
      $0.onMainActor.bind(Screen.self).to(instance: screen, injecting: true)
    }
    #expect(screen.awakes == 1)
    #expect(try injector.resolve(Screen.self) === screen)
    #expect(screen.awakes == 1)
  }

  @Test func requirementsOfTheBindingAreInjectedOnTheMainActor() throws {
    let own = Store()
    let injector = try Injector { binder in
      binder.bind(Store.self, named: "own").to(instance: own)
      binder.onMainActor.bind(Screen.self).to { Screen(title: "") }
        .injecting(\.store, named: "own")
    }
    #expect(try injector.resolve(Screen.self).store === own)
  }

  /// Every form of `to` returns the builder of any other binding; the module belongs to no actor.
  private struct AddingModule: Module {
    func configure(_ binder: Binder) {
      binder.onMainActor.bind(Adopter.self).to { Adopter() }
        .injecting(\.store).completing { @MainActor in $0.start() }
      binder.onMainActor.bind(Adopter.self, named: "injector").to { _ in Adopter() }
        .injecting(\.store).completing { @MainActor in $0.start() }
      binder.onMainActor.bind(Adopter.self, named: "argument").to { (_, _: Int) in Adopter() }
        .injecting(\.store).completing { @MainActor in $0.start() }
      binder.onMainActor.bind(Adopter.self, named: "initializer").toInitializer(Adopter.init)
        .injecting(\.store).completing { @MainActor in $0.start() }
      binder.onMainActor.bind(Adopter.self, named: "uses").to(uses: Store.self) { _ in Adopter() }
        .injecting(\.store).completing { @MainActor in $0.start() }
    }
  }

  @Test func additionsMayFollowEveryFormOfTo() async throws {
    let injector = try Injector(AddingModule())
    let adopters = [
      try injector.resolve(Adopter.self),
      try injector.resolve(Adopter.self, named: "injector"),
      try injector.resolve(Adopter.self, named: "argument", arguments: 1),
      try injector.resolve(Adopter.self, named: "initializer"),
      try injector.resolve(Adopter.self, named: "uses"),
    ]
    for adopter in adopters { #expect(adopter.store != nil && adopter.starts == 1) }
    let code = await elsewhere { failure { _ = try injector.resolve(Adopter.self) } }
    #expect(code == .mainActorRequired)
  }

  @Test func aFailedRequestElsewhereLeavesTheBindingUsable() async throws {
    let injector = try Injector { $0.onMainActor.bind(Plain.self).to { Plain() }.in(.singleton) }
    let code = await elsewhere { failure { _ = try injector.resolve(Plain.self) } }
    #expect(code == .mainActorRequired)
    _ = try injector.resolve(Plain.self)
  }
}
