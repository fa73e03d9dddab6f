import Infusion

/// An example program with every kind of node and edge, in three modules.
enum Works {
  protocol Engine: AnyObject {}
  protocol Plugin: AnyObject {}
  final class V8: Engine, Injectable, DefaultInitializable {
    var fuel: Fuel!
    static var requires: [PartialKeyPath<V8>] { [\.fuel] }
  }
  final class Fuel {}
  final class Brakes {}
  final class Headlight {}
  final class Radio {}
  final class Clock: DefaultInitializable {}
  final class Log {
    init(clock: Clock) {}
  }
  final class Audio: Plugin {}
  final class Video: Plugin {}
  final class Registry: Injectable {
    var log: Log!
    weak var cars: Fleet!
    static var requires: [PartialKeyPath<Registry>] { [\.log, \.cars] }
  }
  final class Fleet: Injectable {
    var registry: Registry!
    var makeCar: Provider<Car>!
    static var requires: [PartialKeyPath<Fleet>] { [\.registry, \.makeCar] }
  }
  final class Car: Injectable {
    var engine: (any Engine)!
    var brakes: Brakes!
    var left: Headlight!
    var right: Headlight!
    var radio: Radio?
    var plugins: [any Plugin] = []
    var factory: ObjectFactory!
    var log: Lazy<Log>!
    static var requires: Requirements {
      requiring(\.engine, \.brakes)
        + requiring(\.left, named: "left") + requiring(\.right, named: "right")
        + accepting(\.radio) + requiring(\.plugins, \.factory, \.log)
    }
  }
  final class Garage: Injectable {
    var cars: Fleet!
    static var requires: [PartialKeyPath<Garage>] { [\.cars] }
  }

  struct PartsModule: Module {
    func configure(_ binder: Binder) {
      binder.bind((any Engine).self, fileID: "App/Parts.swift", line: 3).to(V8.self) { $0 }
      binder.bind(Fuel.self, fileID: "App/Parts.swift", line: 4).to(instance: Fuel())
      binder.bind(Brakes.self, fileID: "App/Parts.swift", line: 5).to { Brakes() }
      binder.bind(Headlight.self, named: "left", fileID: "App/Parts.swift", line: 6)
        .to { Headlight() }
      binder.bind(Headlight.self, named: "right", fileID: "App/Parts.swift", line: 7)
        .to { Headlight() }.in(.graph)
      binder.bind(Radio.self, fileID: "App/Parts.swift", line: 8).toNothing()
    }
  }
  struct PluginModule: Module {
    func configure(_ binder: Binder) {
      binder.contribute((any Plugin).self, fileID: "App/Plugins.swift", line: 3).to { Audio() }
      binder.contribute((any Plugin).self, fileID: "App/Plugins.swift", line: 4).to { Video() }
        .in(.weak)
    }
  }
  struct GarageModule: Module {
    func configure(_ binder: Binder) {
      binder.install(PartsModule())
      binder.bind(Log.self, fileID: "App/Garage.swift", line: 3)
        .toInitializer(Log.init(clock:)).asEagerSingleton()
      binder.bind(Registry.self, fileID: "App/Garage.swift", line: 4).to { Registry() }
        .in(.singleton)
      binder.bind(Fleet.self, fileID: "App/Garage.swift", line: 5).to { Fleet() }.in(.singleton)
      binder.bind(Car.self, fileID: "App/Garage.swift", line: 6).to { Car() }
    }
  }

  static func makeInjector() throws -> Injector {
    try Injector([GarageModule(), PluginModule()])
  }

  /// The same program with every kind of mistake.
  static func makeBrokenInjector() throws -> Injector {
    try Injector([GarageModule(), PluginModule(), BrokenModule()])
  }

  final class Chicken {
    init(egg: Egg) {}
  }
  final class Egg {
    init(chicken: Chicken) {}
  }
  final class Unbound {}
  final class Needy: Injectable {
    var unbound: Unbound!
    static var requires: [PartialKeyPath<Needy>] { [\.unbound] }
  }
  final class Frozen: Injectable {
    let brakes = Brakes()
    static var requires: [PartialKeyPath<Frozen>] { [\.brakes] }
  }
  final class Keeper: Injectable {
    var light: Headlight!
    static var requires: Requirements { requiring(\.light, named: "right") }
  }
  struct BrokenModule: Module {
    func configure(_ binder: Binder) {
      binder.bind(Chicken.self).toInitializer(Chicken.init(egg:))
      binder.bind(Egg.self).toInitializer(Egg.init(chicken:))
      binder.bind(Needy.self).to { Needy() }
      binder.bind(Frozen.self).to { Frozen() }
      binder.bind(Keeper.self).to { Keeper() }.in(.singleton)
    }
  }

  class Box<Value> {}
  final class Node: Injectable {
    var next: Node!
    var other: Node!
    static var requires: [PartialKeyPath<Node>] { [] }
  }

  /// Names that a drawing language might read as syntax.
  static let oddNames = [
    "say \"hello\"", "back\\slash", "ends with \\", "two\nlines", "tab\tand\u{7}bell",
    "a&b &lt; &amp;",
    "<b>bold</b>", "{a|b}", "[x] -> y; }", "🚗🏁 émoji", "#35; `code`", "end", "", " ", "--> |x|",
    "%%",
    "\u{2028}separator", "\r\n",
  ]

  static func makeOddInjector() throws -> Injector {
    let store = ScopeStore()
    return try Injector { binder in
      for name in oddNames {
        binder.bind(Node.self, named: Name(name)).to { Node() }.in(Scope(name, in: store))
          .injecting(\.next, named: Name(name))
      }
      binder.bind(Box<[String: (any Engine)?]>.self).to { Box() }
      binder.bind((Int, any Plugin & Engine)?.self).to { nil }
      binder.bind(((Int) -> Void).self).to { { _ in } }
      binder.bind((any Engine.Type).self).to(instance: V8.self)
    }
  }

  /// Nodes in layers of modules; each node leads to two nodes of the next layer.
  static func makeInjector(of count: Int) throws -> Injector {
    let layerCount = 5
    let size = count / layerCount
    return try Injector(
      (0..<layerCount).map { LayerModule(layer: $0, size: size, isLast: $0 == layerCount - 1) })
  }

  struct LayerModule: Module, Hashable {
    let layer: Int
    let size: Int
    let isLast: Bool

    func configure(_ binder: Binder) {
      for number in 0..<size {
        let builder = binder.bind(Node.self, named: Name("part \(layer).\(number)")).to { Node() }
          .in(number % 3 == 0 ? .singleton : .unscoped)
        guard !isLast else { continue }
        builder.injecting(\.next, named: Name("part \(layer + 1).\(number)"))
        if number % 4 == 0 {
          builder.injecting(\.other, named: Name("part \(layer + 1).\((number + 1) % size)"))
        }
      }
    }
  }
}
