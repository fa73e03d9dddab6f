// swiftc: -default-isolation MainActor
// A module whose declarations belong to the main actor by default.
import Infusion

class Store: DefaultInitializable {
  required init() {}
}

final class Screen: Injectable, AwakesFromInjection {
  var store: Store!
  var title = ""
  static var requires: [PartialKeyPath<Screen>] { [\.store] }
  func awakeFromInjection() { title = "awake" }
}

class Panel: Injectable {
  var store: Store!
  init() {}
  class var requires: Requirements { requiring(\.store) }
}

protocol Showing: Injectable {}

final class Banner: @MainActor Showing {
  var store: Store!
  static var requires: Requirements { requiring(\.store) }
}

nonisolated class Plain: Injectable {
  init() {}
  class var requires: Requirements { [] }
}

// It inherits a nonisolated conformance to `Injectable`.
@MainActor final class Marked: Plain, @MainActor AwakesFromInjection {
  @Injected var store: Store
  nonisolated override init() { super.init() }
  func awakeFromInjection() {}
}

class Drawer: Panel {
  var screen: Screen!
  override class var requires: Requirements { requiring(\.screen) }
}

// A mutable global variable, which only a module of the main actor may have.
var shown: [Screen] = []

struct ScreenModule: Module {
  func configure(_ binder: Binder) {
    binder.onMainActor.bind(Store.self).to { Store() }
    binder.onMainActor.bind(Screen.self).to { Screen() }
    binder.onMainActor.bind(Panel.self).to { injector in
      _ = try injector.resolve(Store.self)
      return Drawer()
    }
  }
}

func show(_ decoded: [Screen]) throws {
  let injector = try Injector(ScreenModule())
  let screen = try injector.resolve(Screen.self)
  try injector.injectDependencies(into: screen)
  try injector.injectDependencies(intoEach: decoded)
  let adHoc = try injector.create { Screen() }
  shown += [screen, adHoc]
}
