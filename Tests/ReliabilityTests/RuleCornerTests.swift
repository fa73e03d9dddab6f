import Infusion
import Testing

private protocol Visitor: AnyObject {}
private final class Guest: Visitor, AwakesFromInjection {
  private(set) var awakes = 0
  func awakeFromInjection() { awakes += 1 }
}
private final class House {
  var guest: Guest!
  var visitor: (any Visitor)!
}

/// Corner cases of the rules that the random tests do not reach.
struct RuleCornerTests {
  /// Rule 7: "counts as under construction for its class, unnamed, if that is unbound or unscoped".
  @Test func anExistingObjectClosesACycleEvenIfItsClassIsUnbound() throws {
    let injector = try Injector { $0.bind(Engine.self).to { Engine() } }
    let car = Car()
    try injector.injectDependencies(into: car)
    #expect(car.engine?.car === car)
    car.engine = nil
  }

  @Test func anExistingObjectClosesACycleIfItsClassIsUnscoped() throws {
    let injector = try Injector { binder in
      binder.bind(Engine.self).to { Engine() }
      binder.bind(Car.self).to { Car() }
    }
    let car = Car()
    try injector.injectDependencies(into: car)
    #expect(car.engine?.car === car)
    car.engine = nil
  }

  /// A closure's result is injected once, unless user code has received it from the injector. A
  /// property of an object that does not awake is no user code.
  @Test(arguments: [Scope.unscoped, .graph, .singleton, .weak])
  func theScopeOfAnOwnerDoesNotDecideWhatItsPropertiesReceive(_ scope: Scope) throws {
    let guest = Guest()
    let injector = try Injector { binder in
      binder.bind(Guest.self).to(instance: guest)
      binder.bind((any Visitor).self).to { guest }
      binder.bind(House.self).to { House() }.in(scope).injecting(\.guest, \.visitor)
    }
    let house = try injector.resolve(House.self)
    #expect(house.guest === guest)
    #expect(house.visitor === guest)
    #expect(guest.awakes == 1)
  }

  /// Rule 3: nothing that is incomplete, or belongs to something that failed, is cached.
  @Test func aStoreThatFailsToPublishLeavesNothingOfTheCycleInOtherStores() throws {
    let fails = Locked(true)
    let first = MemoryStore()
    let second = MemoryStore { isPublishing, _ in
      if isPublishing, fails.current { throw Full() }
    }
    let firstScope = Scope("first") { _ in first }
    let secondScope = Scope("second") { _ in second }
    let injector = try Injector { binder in
      binder.bind(Engine.self).to { Engine() }.in(firstScope)
      binder.bind(Car.self).to { Car() }.in(secondScope)
    }
    #expect(throws: InjectionError.self) { try injector.resolve(Engine.self) }
    #expect(throws: InjectionError.self) { try injector.resolve(Car.self) }
    fails.with { $0 = false }
    let car = try injector.resolve(Car.self)
    let engine = try injector.resolve(Engine.self)
    #expect(car.engine === engine)
    #expect(engine.car === car)
    car.engine = nil
  }

  @Test func repeatedFailuresInOneRequestDoNotAccumulate() throws {
    // In one call, a creator catches one failure after another; nothing accumulates.
    let live = Counter()
    let injector = try Injector { binder in
      binder.bind(Int.self).to { (injector: Injector) in
        for _ in 0..<Settings.times(20_000) { _ = try? injector.resolve(Token.self) }
        return live.value
      }
      binder.bind(Token.self).to { Token(live) }.injecting(\.car)
    }
    #expect(try injector.resolve(Int.self) == 0)
  }
}

private struct Full: Error {}

private final class Car: Injectable, @unchecked Sendable {
  var engine: Engine?
  static var requires: [PartialKeyPath<Car>] { [\.engine] }
}

private final class Engine: Injectable, @unchecked Sendable {
  weak var car: Car!
  static var requires: [PartialKeyPath<Engine>] { [\.car] }
}

private final class Token {
  var car: String!
  private let live: Counter
  init(_ live: Counter) {
    self.live = live
    live.increment()
  }
  deinit { live.increment(by: -1) }
}
