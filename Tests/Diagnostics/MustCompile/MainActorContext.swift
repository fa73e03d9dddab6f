// The usual calls in code of the main actor.
import Infusion

final class Store: DefaultInitializable {
  init() {}
}

@MainActor final class Screen: @MainActor Injectable {
  var store: Store!
  var title = ""
  static var requires: [PartialKeyPath<Screen>] { [\.store] }
}

@MainActor class Panel: @MainActor Injectable {
  var store: Store!
  class var requires: Requirements { requiring(\.store) }
}

@MainActor class Drawer: Panel {
  var screen: Screen!
  override class var requires: Requirements { requiring(\.screen) }
}

struct ScreenModule: Module {
  func configure(_ binder: Binder) {
    binder.onMainActor.bind(Screen.self).to { Screen() }
    binder.onMainActor.bind(Panel.self).to { Panel() }
  }
}

@MainActor final class Scene {
  let injector: Injector
  var screens: [Screen] = []

  init() throws {
    injector = try Injector(ScreenModule())
  }

  func show() throws {
    let screen = try injector.resolve(Screen.self)
    let other = try injector.create { Screen() }
    try injector.injectDependencies(into: screen)
    try injector.injectDependencies(intoEach: screens)
    screens = [screen, other, try injector[Screen.self]]
    try Injector.withCurrent(injector) { screens.append(try inject(Screen.self)) }
  }

  func showLater() async throws {
    try await Injector.withCurrent(injector) {
      await Task.yield()
      screens.append(try inject(Screen.self))
    }
    let injector = injector
    let task = Task { try injector.resolve(Screen.self).title }
    print(try await task.value)
  }

  func derive() throws {
    let screen = Screen()
    let other = try Injector { binder in binder.bind(Screen.self).to(instance: screen) }
    let child = try other.makeChild { binder in
      binder.bind(Store.self).to { Store() }.in(.singleton)
    }
    try child.update { binder in binder.unbind(Store.self) }
    Injector.setDefault(try child.adding(ScreenModule()))
  }
}
