import Infusion
import Observation
import Testing

private final class Logger {
  let label: String
  let owner: Any.Type?
  let property: String?
  let name: Name?
  init(_ point: InjectionPoint) {
    label = point.description
    owner = point.owner
    property = point.property
    name = point.name
  }
}
private protocol Logging: AnyObject {}
extension Logger: Logging {}

private class Car: Injectable, DefaultInitializable {
  var logger: Logger!
  var linked: (any Logging)!
  required init() {}
  class var requires: Requirements { requiring(\.logger) + requiring(\.linked, named: "linked") }
}
private final class Sports: Car {}
private final class Marked: DefaultInitializable {
  @Injected("mark") var logger: Logger
  init() {}
}
private final class Built: InitializerDeclaring {
  let logger: Logger
  init(logger: Logger) { self.logger = logger }
  static var initializer: Initializer { Initializer(Built.init(logger:)) }
}

@Observable private class Stand: Injectable {
  var logger: Logger!
  class var requires: Requirements { requiring(\.logger) }
}

private struct Silent: InjectionObserver {}

struct InjectionPointTests {
  private func configure(_ binder: Binder) {
    binder.bind(Logger.self).to { (_, point: InjectionPoint) in Logger(point) }
    binder.bind(Logger.self, named: "mark").to { (_, point: InjectionPoint) in Logger(point) }
    binder.bind((any Logging).self, named: "linked").to(Logger.self) { $0 }
  }

  @Test(arguments: Arrangement.allCases)
  func theOwnerIsTheRunTimeClassOfTheReceiver(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector(configure)
    let car: Car = try injector.create { Sports() }
    #expect(car.logger.owner == Sports.self)
    #expect(car.logger.property == "logger")
    #expect(car.logger.label == "Sports.logger")
    #expect(car.logger.name == nil)
  }

  @Test func aLinkIsTransparent() throws {
    let injector = try Injector(configure)
    let logger = try #require(try injector.resolve(Car.self).linked as? Logger)
    #expect(logger.owner == Car.self)
    #expect(logger.property == "linked")
  }

  @Test func aCollectionIsTransparent() throws {
    final class Hub: Injectable {
      var loggers: [Logger] = []
      static var requires: Requirements { requiring(\.loggers, named: "hub") }
    }
    let injector = try Injector { binder in
      binder.contribute(Logger.self, named: "hub").to { (_, point: InjectionPoint) in Logger(point)
      }
    }
    let hub = Hub()
    try injector.injectDependencies(into: hub)
    #expect(hub.loggers.map(\.label) == ["Hub.loggers"])
    #expect(hub.loggers.map(\.name) == ["hub"])
    let loggers = try injector.resolve([Logger].self, named: "hub")
    #expect(loggers.map { $0.owner == nil } == [true])
    #expect(loggers.map(\.label) == [""])
  }

  @Test func aMarkerIsAPoint() throws {
    let injector = try Injector(configure)
    let logger = try injector.resolve(Marked.self).logger
    #expect(logger.label == "Marked.logger")
    #expect(logger.name == "mark")
  }

  /// Only a macro makes a property whose storage begins with an underscore.
  @Test func aPropertyThatBeginsWithAnUnderscoreKeepsIt() throws {
    class Kiosk: Injectable {
      var _logger: Logger!
      class var requires: Requirements { requiring(\._logger) }
    }
    let injector = try Injector(configure)
    let (kiosk, stand) = (Kiosk(), Stand())
    try injector.injectDependencies(intoEach: [kiosk, stand] as [AnyObject])
    #expect(kiosk._logger.label == "Kiosk._logger")
    #expect(stand.logger.label == "Stand.logger")
  }

  @Test func aParameterOfAnInitializerIsAPoint() throws {
    let injector = try Injector(configure)
    let logger = try injector.resolve(Built.self).logger
    #expect(logger.owner == Built.self)
  }

  @Test func aCallHasNoOwner() throws {
    let injector = try Injector(configure)
    let logger = try injector.resolve(Logger.self)
    #expect(logger.owner == nil)
    #expect(logger.property == nil)
    #expect(logger.label.isEmpty)
    #expect(try injector.resolve(Logger.self, named: "mark").name == "mark")
  }

  @Test func aCallFromAClosureHasNoOwner() throws {
    final class Wrapper {
      let logger: Logger
      init(_ logger: Logger) { self.logger = logger }
    }
    let injector = try Injector { binder in
      configure(binder)
      binder.bind(Wrapper.self).to { Wrapper(try $0.resolve(Logger.self)) }
    }
    #expect(try injector.resolve(Wrapper.self).logger.owner == nil)
  }

  @Test(arguments: [false, true])
  func aCallFromALinkHasNoOwner(isObserved: Bool) throws {
    weak var asked: Injector?
    var owners: [Any.Type?] = []
    let injector = try Injector(options: .init(observers: isObserved ? [Silent()] : [])) { binder in
      configure(binder)
      binder.bind((any Logging).self, named: "linked").to(Logger.self, named: "mark") { logger in
        if let asked { owners.append(try? asked.resolve(Logger.self).owner) }
        return logger
      }
    }
    asked = injector
    // The first request links the bindings; later ones follow the link in place.
    for _ in 1...3 { try injector.injectDependencies(into: Car()) }
    #expect(owners.count == 3)
    #expect(owners.allSatisfy { $0 == nil })
  }

  @Test func aPointTakesNoArgument() throws {
    let injector = try Injector { binder in
      binder.bind(String.self).to { (_, point: InjectionPoint, first: Int, second: Int?) in
        "\(point.owner == nil) \(first) \(second ?? 0)"
      }
      binder.bind(String.self, named: "last").to { (_, first: Int, point: InjectionPoint) in
        "\(first)"
      }
    }
    #expect(try injector.resolve(String.self, arguments: 1, 2) == "true 1 2")
    #expect(try injector.resolve(String.self, arguments: 1) == "true 1 0")
    #expect(try injector.resolve(String.self, named: "last", arguments: 4) == "4")
    #expect(throws: InjectionError.self) { try injector.resolve(String.self, arguments: 1, 2, 3) }
  }

  @Test func aSingletonSeesItsFirstInjectionPoint() throws {
    let injector = try Injector { binder in
      configure(binder)
      binder.bind(Logger.self).to { (_, point: InjectionPoint) in Logger(point) }.in(.singleton)
    }
    #expect(try injector.resolve(Built.self).logger.owner == Built.self)
    #expect(try injector.resolve(Car.self).logger.owner == Built.self)
  }
}
