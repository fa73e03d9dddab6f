import Infusion
import Testing

/// The behaviors of Gummi-Injection by their numbers (`GUM-1` and so on), and the classes that show
/// them.
///
/// Where the original library behaves differently, the test names the call that has its behavior.
@Suite enum Gummi {}

// MARK: - A garage: classes that declare their properties

extension Gummi {
  final class Wheel: DefaultInitializable {}

  protocol Engine: AnyObject {}
  final class HybridEngine: Engine, DefaultInitializable {}

  protocol Vehicle: AnyObject {
    var canDrive: Bool { get }
  }

  final class Car: Vehicle, Injectable, DefaultInitializable, AwakesFromInjection {
    private(set) var wheel1: Wheel?
    private(set) var wheel2: Wheel?
    private(set) var wheel3: Wheel?
    private(set) var wheel4: Wheel?
    private(set) var engine: (any Engine)?
    private(set) var startCount = 0

    static var requires: [PartialKeyPath<Car>] {
      [\.wheel1, \.wheel2, \.wheel3, \.wheel4, \.engine]
    }

    var wheels: [Wheel] { [wheel1, wheel2, wheel3, wheel4].compactMap { $0 } }
    var canDrive: Bool { wheels.count == 4 && engine != nil }

    func awakeFromInjection() { if canDrive { startCount += 1 } }
  }

  protocol Building: AnyObject {
    var isFull: Bool { get }
  }

  final class Garage: Building, Injectable, DefaultInitializable {
    private(set) var audi: Car?
    private(set) var bmw: Car?
    private(set) var mercedes: Car?

    static var requires: [PartialKeyPath<Garage>] { [\.audi, \.bmw, \.mercedes] }

    var cars: [Car] { [audi, bmw, mercedes].compactMap { $0 } }
    var isFull: Bool { cars.count == 3 && cars.allSatisfy(\.canDrive) }
  }

  struct EngineModule: Module {
    func configure(_ binder: Binder) {
      binder.bind((any Engine).self).to(HybridEngine.self) { $0 }
    }
  }
}

// MARK: - Third-party classes, which declare nothing

extension Gummi {
  final class Frame: DefaultInitializable {}
  protocol Target: AnyObject {}
  final class Controller: Target {}
  final class Link: DefaultInitializable {}

  class Component {
    var frame: Frame? { didSet { order.append("frame") } }
    final var order: [String] = []
    final var steps: [String] = []
  }
  class Button: Component {
    var target: (any Target)? { didSet { order.append("target") } }
  }
  class Cell: Button {}
  class Teaser: Cell {
    var link: Link? { didSet { order.append("link") } }
  }
}

// MARK: - Balls: initializers with arguments

extension Gummi {
  protocol Toy: AnyObject {
    var color: String { get }
  }

  /// Declares no initializer; a module names one.
  final class Ball: Toy {
    let color: String
    init(color: String) { self.color = color }
    static func painted() -> Ball { Ball(color: "green") }
  }

  /// Declares its own initializer.
  final class OtherBall: Toy, InitializerDeclaring {
    let color: String
    init(color: String) { self.color = color }
    static func painted() -> OtherBall { OtherBall(color: "green") }
    static var initializer: Initializer { Initializer(OtherBall.painted) }
  }
}

// MARK: - A service that a module starts and stops

extension Gummi {
  final class Service {
    private(set) var isRunning = false
    func start() { isRunning = true }
    func stop() { isRunning = false }
  }

  class ServiceModule: UnloadableModule {
    let service = Service()
    private(set) var configureCount = 0

    func configure(_ binder: Binder) {
      configureCount += 1
      binder.bind(Service.self).to(instance: service)
      service.start()
    }

    func unload(from injector: Injector) throws {
      try injector.resolve(Service.self).stop()
    }
  }
}
