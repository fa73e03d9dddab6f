import Infusion
import Testing

private protocol Engine: AnyObject {}
private final class V8: Engine, DefaultInitializable {
  init() {}
}
private class Brakes {}
private final class Radio {}

private class Car: Injectable, AwakesFromInjection {
  var engine: (any Engine)!
  var brakes: Brakes!
  var radio: Radio?
  var awakes = 0
  class var requires: Requirements { requiring(\.engine, \.brakes) + accepting(\.radio) }
  func awakeFromInjection() { awakes += 1 }
}
private class Sports: Car, NamedInjectable {
  var turbo: Brakes!
  @Injected var marked: Brakes
  var left: Brakes!
  override class var requires: Requirements { requiring(\.turbo) }
  class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> { ["left": \Sports.left] }
}
private final class A: Injectable, DefaultInitializable {
  var b: B!
  static var requires: [PartialKeyPath<A>] { [\.b] }
}
private final class B: Injectable, DefaultInitializable {
  weak var a: A!
  static var requires: [PartialKeyPath<B>] { [\.a] }
}
private final class Node: Injectable {
  var next: Node?
  static var requires: [PartialKeyPath<Node>] { [] }
}

struct SmokeTests {
  @Test func injects() throws {
    let injector = try Injector { binder in
      binder.bind((any Engine).self).to(V8.self) { $0 }
      binder.bind(Brakes.self).to { Brakes() }.in(.singleton)
      binder.bind(Brakes.self, named: "left").to { Brakes() }
    }
    let car: Car = Sports()
    try injector.injectDependencies(into: car)
    let sports = car as! Sports
    #expect(car.engine is V8)
    #expect(car.brakes === sports.turbo)
    #expect(sports.marked === sports.turbo)
    #expect(sports.left !== sports.turbo)
    #expect(car.awakes == 1)
  }

  @Test func cycle() throws {
    let injector = try Injector()
    let a = try injector.resolve(A.self)
    #expect(a.b.a === a)
    let b = B()
    try injector.injectDependencies(into: b)
  }

  @Test func missing() throws {
    let injector = try Injector()
    let car = Car()
    do {
      try injector.injectDependencies(into: car)
    } catch {
      print(error)
      #expect(error.code == .missingBinding)
    }
  }

  @Test func deep() throws {
    let injector = try Injector { binder in
      for i in 0..<100_000 {
        binder.bind(Node.self, named: Name("n\(i)")).to { Node() }
          .injecting(\.next, named: Name("n\(i + 1)"))
      }
      binder.bind(Node.self, named: "n100000").to { Node() }
    }
    var node: Node? = try injector.resolve(Node.self, named: "n0")
    var count = 0
    while let next = node?.next {
      node?.next = nil
      node = next
      count += 1
    }
    #expect(count == 100_000)
  }
}

private final class Logger: Sendable {
  let label: String
  init(label: String) { self.label = label }
}
private final class Owner: Injectable, DefaultInitializable {
  var logger: Logger!
  static var requires: [PartialKeyPath<Owner>] { [\.logger] }
}
private struct LogModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Logger.self).to { (_, point: InjectionPoint) in Logger(label: point.description) }
  }
}
private final class Eager: Sendable {
  let logger: Logger
  init(logger: Logger) { self.logger = logger }
}

struct LiveSmoke {
  @Test func updates() throws {
    let injector = try Injector(LogModule())
    #expect(try injector.resolve(Owner.self).logger.label == "Owner.logger")
    try injector.update { binder in
      binder.bind(Logger.self).to { Logger(label: "x") }
      binder.bind(Eager.self).to { Eager(logger: try $0.resolve(Logger.self)) }.asEagerSingleton()
    }
    let eager = try injector.resolve(Eager.self)
    #expect(eager.logger.label == "x")
    #expect(try injector.resolve(Eager.self) === eager)
    let child = try injector.makeChild { $0.bind(Logger.self).to { Logger(label: "child") } }
    #expect(try child.resolve(Eager.self) === eager)
    #expect(try child.resolve(Owner.self).logger.label == "child")
    try injector.update { $0.unbind(Logger.self) }
    #expect(throws: InjectionError.self) { try injector.resolve(Logger.self) }
    #expect(injector.hasBinding(Eager.self))
    #expect(injector.reset().isEmpty)
    #expect(!injector.hasBinding(Eager.self))
    #expect(try injector.resolve(Injector.self) === injector)
  }
}
