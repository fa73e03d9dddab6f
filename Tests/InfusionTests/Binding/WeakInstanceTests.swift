import Infusion
import Testing

private protocol Delegate: AnyObject {}
private final class Window: Delegate, Injectable {
  var title: String?
  static var requires: [PartialKeyPath<Window>] { [\.title] }
}
private final class Panel: Injectable {
  weak var delegate: (any Delegate)?
  static var requires: [PartialKeyPath<Panel>] { [\.delegate] }
}

private protocol Shape {}
private struct Square: Shape {}
private final class Blob: Shape {}
private struct Point: InitializerDeclaring {
  static var initializer: Initializer { Initializer(Point.init) }
}
private struct FleetingPoint: InitializerDeclaring, Scoped {
  static var initializer: Initializer { Initializer(FleetingPoint.init) }
  static var scope: Scope { .weak }
}
private final class Canvas: Injectable {
  var name: String?
  var point: Point?
  static var requires: Requirements { accepting(\.name, \.point) }
}

/// `to(weak:)`: a binding that provides an object without retaining it.
struct WeakInstanceTests {
  /// Another object of the class under injection does not take its place.
  @Test func theBoundObjectIsHandedOutNotTheOneUnderInjection() throws {
    final class Popup: Injectable {
      var owner: Owner?
      static var requires: [PartialKeyPath<Popup>] { [\.owner] }
    }
    final class Owner: Injectable {
      weak var popup: Popup?
      static var requires: [PartialKeyPath<Owner>] { [\.popup] }
    }
    let (bound, other) = (Popup(), Popup())
    let injector = try Injector { binder in
      binder.bind(Popup.self).to(weak: bound)
      binder.bind(Owner.self).to { Owner() }
    }
    try injector.injectDependencies(into: other)
    #expect(other.owner?.popup === bound)
  }

  @Test func aClosureThatPassesTheObjectOnDoesNotInjectIt() throws {
    let window = Window()
    let injector = try Injector { binder in
      binder.bind(Window.self).to(weak: window)
      binder.bind(Window.self, named: "passed on").to { try $0.resolve(Window.self) }
      binder.bind(String.self).to { "title" }
    }
    #expect(try injector.resolve(Window.self, named: "passed on") === window)
    #expect(window.title == nil)
  }

  @Test(arguments: Arrangement.allCases)
  func anObjectIsHandedOutAsLongAsSomethingElseHoldsIt(_ arrangement: Arrangement) throws {
    var window: Window? = Window()
    weak let watched = window
    let injector = try arrangement.makeInjector { [weak window] binder in
      if let window { binder.bind((any Delegate).self).to(weak: window) }
      binder.bind(String.self).to { "title" }
    }
    #expect(try injector.resolve((any Delegate).self) === window)
    #expect(injector.hasBinding((any Delegate).self, to: try #require(window)))
    let panel = Panel()
    try injector.injectDependencies(into: panel)
    #expect(panel.delegate === window)
    // The object is provided unchanged.
    #expect(window?.title == nil)
    window = nil
    #expect(watched == nil)
    #expect(panel.delegate == nil)
    try injector.injectDependencies(into: panel)
    #expect(panel.delegate == nil)
    #expect(try injector.resolveIfBound((any Delegate).self) == nil)
    let error = try #require(throws: InjectionError.self) {
      _ = try injector.resolve((any Delegate).self)
    }
    #expect(error.code == .nothingProvided)
  }

  @Test(arguments: Arrangement.allCases)
  func aValueIsRefused(_ arrangement: Arrangement) throws {
    let bind: [(Binder) -> Void] = [
      { $0.bind(Int.self).to(weak: 1) }, { $0.bind((any Shape).self).to(weak: Square()) },
      { $0.bind((any Shape)?.self).to(weak: Square()) },
    ]
    for bind in bind {
      let error = try #require(throws: InjectionError.self) {
        _ = try arrangement.makeInjector(bind)
      }
      #expect(error.code == .weakValue)
    }
  }

  /// A module that stores the object weakly has it as an Optional.
  @Test(arguments: Arrangement.allCases)
  func theObjectInAnOptionalIsHandedOut(_ arrangement: Arrangement) throws {
    var window: Window? = Window()
    let injector = try arrangement.makeInjector { [weak window] binder in
      binder.bind(Window?.self).to(weak: window)
      binder.bind((any Delegate)?.self).to(weak: window)
      binder.bind(Any?.self).to(weak: window)
      binder.bind(Window?.self, named: "none").to(weak: nil)
    }
    #expect(try injector.resolve(Window.self) === window)
    #expect(try injector.resolve((any Delegate).self) === window)
    #expect(try injector.resolve(Any.self) as? Window === window)
    #expect(injector.hasBinding(Window.self, to: try #require(window)))
    #expect(try injector.resolve(Window?.self, named: "none") == nil)
    window = nil
    #expect(try injector.resolve(Window?.self) == nil)
    #expect(try injector.resolve((any Delegate)?.self) == nil)
  }

  @Test(arguments: Arrangement.allCases)
  func theScopeWeakIsRefusedForAValue(_ arrangement: Arrangement) throws {
    for scope in [Scope.weak, .singleton] {
      let make = {
        try arrangement.makeInjector { binder in
          binder.bind(Int?.self).to { 1 }.in(.weak).in(scope)
          binder.bind((any Sendable).self).to { 1 }.in(.weak)
        }
      }
      if scope == .weak {
        #expect(try #require(throws: InjectionError.self) { _ = try make() }.code == .weakValue)
      } else {
        #expect(try make().resolve(Int.self) == 1)
      }
    }
  }

  @Test(arguments: Arrangement.allCases)
  func aValueBehindAProtocolIsRefusedWhenItIsRequested(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind((any Shape).self).to { Square() }.in(.weak)
      binder.bind((any Shape).self, named: "object").to { Blob() }.in(.weak)
      binder.bind((any Shape)?.self, named: "nothing").to { nil }.in(.weak)
    }
    for _ in 1...2 {
      let error = try #require(throws: InjectionError.self) {
        _ = try injector.resolve((any Shape).self)
      }
      #expect(error.code == .weakValue)
    }
    let blob = try injector.resolve((any Shape).self, named: "object") as? Blob
    #expect(try injector.resolve((any Shape).self, named: "object") as? Blob === blob)
    #expect(try injector.resolve((any Shape)?.self, named: "nothing") == nil)
  }

  @Test(arguments: Arrangement.allCases)
  func aValueCreatedOnDemandIsRefusedByAValidationToo(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector(options: .init(onDemandScope: .weak)) { binder in
      binder.bind(String.self).to(instance: "canvas")
    }
    let canvas = Canvas()
    let attempts: [() throws -> Void] = [
      { _ = try injector.resolve(Point.self) },
      { _ = try injector.validate(including: Point.self) },
      { _ = try injector.resolve(FleetingPoint.self) },
      { _ = try injector.validate(including: FleetingPoint.self) },
      { try injector.injectDependencies(into: canvas) },
      { _ = try injector.validate(including: Canvas.self) },
      { _ = try Injector { $0.bind(FleetingPoint.self) }.validate() },
    ]
    for attempt in attempts + attempts {
      #expect(try #require(throws: InjectionError.self) { try attempt() }.code == .weakValue)
    }
    #expect(canvas.name == nil)
    #expect(throws: Never.self) {
      try Injector { $0.bind(FleetingPoint.self).in(.singleton) }.validate()
    }
  }

  @Test(arguments: Arrangement.allCases)
  func rescopingAValueToWeakIsRefused(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { $0.bind(Int.self).to { 1 } }
    for _ in 1...2 {
      let error = try #require(throws: InjectionError.self) {
        try injector.update { $0.rescope(Int.self, to: .weak) }
      }
      #expect(error.code == .weakValue)
      #expect(try injector.resolve(Int.self) == 1)
    }
    let error = try #require(throws: InjectionError.self) {
      _ = try arrangement.makeInjector { binder in
        binder.bind(Int.self).to { 1 }
        binder.rescope(Int.self, to: .weak)
      }
    }
    #expect(error.code == .weakValue)
  }

  @Test(arguments: Arrangement.allCases)
  func aValueThatIsNoLongerBoundWeaklyIsNotRefused(_ arrangement: Arrangement) throws {
    let change: (Binder) -> Void = { binder in
      binder.rescope(Int.self, to: .weak)
      binder.rescope(Int.self, to: .singleton)
      binder.bind(Bool.self).to { true }.in(.weak)
      binder.rescope(Bool.self, to: .singleton)
      binder.bind(Double.self).to { 1 }.in(.weak)
      binder.unbind(Double.self)
    }
    let injector = try arrangement.makeInjector { $0.bind(Int.self).to { 1 } }
    try injector.update(change)
    #expect(try injector.resolve(Int.self) == 1)
    let other = try arrangement.makeInjector { binder in
      binder.bind(Int.self).to { 1 }
      change(binder)
    }
    #expect(try other.resolve(Bool.self))
    let error = try #require(throws: InjectionError.self) {
      _ = try arrangement.makeInjector { binder in
        binder.bind(Int.self, fileID: "App/M.swift", line: 1).to(weak: 1)
        binder.rescope(Int.self, to: .singleton)
      }
    }
    #expect(error.code == .weakValue)
    #expect(error.description.contains("to(weak:)"))
  }

  @Test func anUninstalledModuleUncoversNoValueThatIsKeptWeakly() throws {
    struct Hiding: Module {
      func configure(_ binder: Binder) { binder.bind(Int.self).to { 2 } }
    }
    let injector = try Injector { binder in
      binder.bind(Int.self).to { 1 }.in(.weak)
      binder.install(Hiding())
    }
    #expect(try injector.resolve(Int.self) == 2)
    let error = try #require(throws: InjectionError.self) {
      try injector.update { $0.uninstall(Hiding.self) }
    }
    #expect(error.code == .weakValue)
    #expect(try injector.resolve(Int.self) == 2)
  }

  @Test func itIsDrawnAndValidated() throws {
    let window = Window()
    let injector = try Injector { $0.bind(Window.self).to(weak: window) }
    try injector.validate()
    let node = try #require(injector.graph.nodes.first)
    #expect(node.kind == .instance && node.scope == "weak")
    #expect(injector.explain(Window.self).hasPrefix("Window (instance, weak"))
  }

  @Test func nothingIsAddedToIt() throws {
    let error = try #require(throws: InjectionError.self) {
      _ = try Injector { $0.bind(Window.self).to(weak: Window()).completing { _ in } }
    }
    #expect(error.code == .notInjected)
  }
}
