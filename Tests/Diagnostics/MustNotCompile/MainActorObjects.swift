// An object of the main actor is created, declared and used there.
import Infusion

@MainActor final class Screen {
  // expected-note@+3 {{calls to initializer 'init()'}}
  // expected-note@+2 {{calls to initializer 'init()'}}
  // expected-note@+1 {{calls to initializer 'init()'}}
  init() {}
}

// expected-error@+3 {{conformance of 'Panel' to protocol 'Injectable'}}
// expected-note@+2 {{isolate this conformance}}
// expected-note@+1 {{'@preconcurrency'}}
@MainActor final class Panel: Injectable {
  var screen: Screen!
  // expected-note@+1 {{main actor-isolated static property 'requires'}}
  static var requires: [PartialKeyPath<Panel>] { [\.screen] }
}

struct ScreenModule: Module {
  func configure(_ binder: Binder) {
    // expected-error@+1 {{call to main actor-isolated initializer 'init()'}}
    binder.bind(Screen.self).to { Screen() }
    // expected-error@+1 {{call to main actor-isolated initializer 'init()'}}
    binder.bind(Screen.self).to { _ in Screen() }
  }
}

func create(with injector: Injector) throws {
  // expected-error@+1 {{call to main actor-isolated initializer 'init()'}}
  _ = try injector.create { Screen() }
}

@MainActor final class Booth: @MainActor Injectable {
  var screen: Screen!
  static var requires: [PartialKeyPath<Booth>] { [\.screen] }
}

func inject(_ booth: Booth, _ booths: [Booth], with injector: Injector) throws {
  // expected-error@+1 {{main actor-isolated conformance of 'Booth' to 'Injectable' cannot be used in nonisolated context}}
  try injector.injectDependencies(into: booth)
  // expected-error@+1 {{main actor-isolated conformance of 'Booth' to 'Injectable' cannot be used in nonisolated context}}
  try injector.injectDependencies(intoEach: booths)
}
