import Infusion
import Testing

/// The first requests of an injector, which link bindings and make plans, have the same results as
/// later ones, which reuse links and plans.
struct FirstRequestTests {
  // MARK: - User code while plans are made

  @Test(arguments: [false, true])
  func aDeinitializerMayAskWhileAPlanIsReplaced(ofAProperty isProperty: Bool) throws {
    let injector = try Injector { binder in
      binder.bind(Wheel.self).to { Wheel() }
      binder.bind(Bell.self).to { Bell() }
      binder.bind(Bicycle.self).to { Bicycle() }
    }
    func ask() throws -> Wheel? {
      try isProperty ? injector.resolve(Bicycle.self).wheel : injector.resolve(Wheel.self)
    }
    _ = try ask()
    let answers = Answers()
    try injector.update {
      $0.install(Completing(Token { answers.keep(try? injector.resolve(Bell.self)) }))
    }
    _ = try ask()
    try injector.update { $0.uninstall(Completing.self) }
    // The plan that is replaced now holds the last reference to the token.
    for _ in 0..<3 { #expect(try ask() != nil) }
    #expect(answers.count == 1)
    #expect(try injector.resolve(Bicycle.self).awakes == 1)
  }

  // MARK: - Links

  @Test func aLinkForwardsArgumentsEachTime() throws {
    let injector = try Injector { binder in
      binder.bind((any Part).self).to(Wheel.self) { $0 }
      binder.bind(Wheel.self).to { Wheel() }
    }
    for _ in 0..<3 {
      let error = #expect(throws: InjectionError.self) {
        try injector.resolve((any Part).self, arguments: "large")
      }
      #expect(error?.code == .argumentMismatch)
      // Without arguments the link provides its target.
      #expect(throws: Never.self) { try injector.resolve((any Part).self) }
    }
  }

  // MARK: - Initializers that return their arguments

  @Test func anObjectThatAnInitializerPassesOnIsNotAwokenAgain() throws {
    let injector = try Injector { binder in
      binder.bind(Bicycle.self).to { Bicycle() }.in(.singleton)
      binder.bind(Wheel.self).to { Wheel() }
      binder.bind((any Vehicle).self).toInitializer { (bicycle: Bicycle) -> any Vehicle in bicycle }
    }
    let bicycle = try injector.resolve(Bicycle.self)
    for _ in 0..<3 {
      #expect(try injector.resolve((any Vehicle).self) === bicycle)
      #expect(bicycle.awakes == 1)
    }
  }

  @Test func anAsIsResultThatIsPassedOnStaysAsItIs() throws {
    let injector = try Injector { binder in
      binder.bind(Bicycle.self).to { Bicycle() }.asIs()
      binder.bind(Wheel.self).to { Wheel() }
      binder.bind((any Vehicle).self).toInitializer { (bicycle: Bicycle) -> any Vehicle in bicycle }
    }
    let awakes = try (0..<3).map { _ in try injector.resolve((any Vehicle).self).awakes }
    #expect(Set(awakes).count == 1, "\(awakes)")
  }

  // MARK: - Closures that return objects of several classes

  @Test func everyClassThatAClosureReturnsIsInjected() throws {
    let turn = Turn()
    let injector = try Injector { binder in
      binder.bind(Wheel.self).to { Wheel() }
      binder.bind(Bicycle.self).to { turn.next() ? Bicycle() : Tandem() }
    }
    for _ in 0..<6 {
      let bicycle = try injector.resolve(Bicycle.self)
      #expect(bicycle.awakes == 1)
      #expect(bicycle.wheel != nil)
      if let tandem = bicycle as? Tandem { #expect(tandem.second != nil) }
    }
  }
}

private protocol Part: AnyObject {}

private final class Wheel: Part {}

private final class Bell {}

private protocol Vehicle: AnyObject {
  var awakes: Int { get }
}

private class Bicycle: Injectable, AwakesFromInjection, Vehicle {
  var wheel: Wheel?
  private(set) var awakes = 0
  class var requires: Requirements { requiring(\.wheel) }
  init() {}
  func awakeFromInjection() { awakes += 1 }
}

private final class Tandem: Bicycle {
  var second: Wheel?
  override class var requires: Requirements { requiring(\Tandem.second) }
}

private struct Completing: Module {
  let token: Token
  init(_ token: Token) { self.token = token }
  func configure(_ binder: Binder) {
    binder.extend(Wheel.self).completing { [token] _ in withExtendedLifetime(token) {} }
  }
}

private final class Token: @unchecked Sendable {
  private let end: () -> Void
  init(_ end: @escaping () -> Void) { self.end = end }
  deinit { end() }
}

private final class Answers {
  private(set) var count = 0
  func keep(_ bell: Bell?) { if bell != nil { count += 1 } }
}

private final class Turn: @unchecked Sendable {
  private var isFirst = false
  func next() -> Bool {
    isFirst.toggle()
    return isFirst
  }
}
