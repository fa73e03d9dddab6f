import Infusion
import Testing

private class Part: AwakesFromInjection {
  var awakes = 0
  func awakeFromInjection() { awakes += 1 }
}
private final class OnDemand: Part, DefaultInitializable {}
private final class ByInitializer: Part, InitializerDeclaring {
  static var initializer: Initializer { Initializer(ByInitializer.init) }
}
private protocol Role: AnyObject {}
extension OnDemand: Role {}
private struct PartProvider: ProviderProtocol {
  let asks: Bool
  func provide(from injector: Injector) throws -> Part {
    asks ? try injector.resolve(OnDemand.self) : Part()
  }
}
private final class Pair: Injectable {
  var first: Part!
  var second: Part!
  static var requires: Requirements { requiring(\.first, \.second) }
}
private final class Asking: AwakesFromInjection {
  private let injector: Injector
  private(set) var part: Part?
  init(_ injector: Injector) { self.injector = injector }
  func awakeFromInjection() throws { part = try injector.resolve(Part.self) }
}
private final class Passing: InitializerDeclaring, AwakesFromInjection {
  var awakes = 0
  func awakeFromInjection() { awakes += 1 }
  static func same(_ other: Passing) -> Passing { other }
  static var initializer: Initializer { Initializer(Passing.same(_:), .named("original")) }
}

/// Rule 5: `awakeFromInjection` runs once per construction and once per
/// `injectDependencies(into:)`, and never for an instance that is only handed out.
struct Rule5AwakeOnceTests {
  @Test func rule5AwakeRunsOncePerConstruction() throws {
    let injector = try Injector { binder in
      binder.bind(Part.self).to { Part() }
      binder.bind(Part.self, named: "asking").to { try $0.resolve(Part.self) }
      binder.bind(Part.self, named: "provider").to(provider: PartProvider(asks: false))
      binder.bind(Part.self, named: "asking provider").to(provider: PartProvider(asks: true))
      binder.bind(Part.self, named: "initializer").toInitializer(Part.init)
      binder.bind((any Role).self).to(OnDemand.self) { $0 }
      binder.bind((any Role).self, named: "asking").to { try $0.resolve(OnDemand.self) }
      binder.bind(Part.self, named: "creating").to { injector in try injector.create { Part() } }
      binder.bind(Part.self, named: "injecting").to { injector in
        let part = Part()
        try injector.injectDependencies(into: part)
        return part
      }
    }
    #expect(try injector.resolve(Part.self).awakes == 1)
    for name: Name in [
      "asking", "provider", "asking provider", "initializer", "creating", "injecting",
    ] {
      #expect(try injector.resolve(Part.self, named: name).awakes == 1, "\(name)")
    }
    #expect(try injector.resolve(OnDemand.self).awakes == 1)
    #expect(try injector.resolve(ByInitializer.self).awakes == 1)
    #expect((try injector.resolve((any Role).self) as? OnDemand)?.awakes == 1)
    #expect((try injector.resolve((any Role).self, named: "asking") as? OnDemand)?.awakes == 1)
    #expect(try injector.create { Part() }.awakes == 1)
    #expect(try injector.create { try injector.resolve(Part.self) }.awakes == 1)
  }

  @Test func rule5AwakeRunsOncePerInjection() throws {
    let injector = try Injector()
    let part = Part()
    for count in 1...3 {
      try injector.injectDependencies(into: part)
      #expect(part.awakes == count)
    }
    // Injecting a sequence is one call.
    try injector.injectDependencies(intoEach: [part, part])
    #expect(part.awakes == 4)
    let (one, other) = (Part(), Part())
    try injector.injectDependencies(intoEach: [one, other, other, one, Part()])
    #expect(one.awakes == 1 && other.awakes == 1)
  }

  @Test func rule5AnElementThatTheCallHasMetIsInjectedOnce() throws {
    let injector = try Injector { $0.bind(Part.self).to { Part() }.in(.singleton) }
    let (asking, part) = (Asking(injector), try injector.resolve(Part.self))
    try injector.injectDependencies(intoEach: [asking, part, part] as [AnyObject])
    #expect(asking.part === part && part.awakes == 2)
  }

  @Test func rule5EachElementIsInjectedOnceWhetherTheCallHasMetItOrNot() throws {
    let (old, new) = (Part(), Part())
    let injector = try Injector { binder in
      binder.bind(Int.self).to { injector in
        try injector.injectDependencies(into: old)
        try injector.injectDependencies(intoEach: [new, old, new, old, new])
        return 1
      }
    }
    _ = try injector.resolve(Int.self)
    #expect(old.awakes == 2 && new.awakes == 1)
  }

  @Test func rule5SingletonAwakesOnceHoweverOftenItIsHandedOut() throws {
    for scope in [Scope.singleton, .weak] {
      let injector = try Injector { $0.bind(Part.self).to { Part() }.in(scope) }
      let pair = Pair()
      try injector.injectDependencies(into: pair)
      let part = try injector.resolve(Part.self)
      #expect(part.awakes == 1)
      #expect(pair.first === part)
      #expect(pair.second === part)
    }
  }

  @Test func rule5GraphInstanceAwakesOncePerOutermostCall() throws {
    let injector = try Injector { $0.bind(Part.self).to { Part() }.in(.graph) }
    let pair = Pair()
    try injector.injectDependencies(into: pair)
    #expect(pair.first === pair.second)
    #expect(pair.first.awakes == 1)
  }

  @Test func rule5BoundInstanceNeverAwakes() throws {
    let part = Part()
    let injector = try Injector { binder in
      binder.bind(Part.self).to(instance: part)
      binder.bind(Part.self, named: "asking").to { try $0.resolve(Part.self) }
    }
    _ = try injector.resolve(Part.self)
    _ = try injector.resolve(Part.self, named: "asking")
    let pair = Pair()
    try injector.injectDependencies(into: pair)
    #expect(pair.first === part)
    #expect(part.awakes == 0)
  }

  @Test func rule5InstanceInjectedByItsBindingAwakesOnceWithTheInjector() throws {
    let part = Part()
    let injector = try Injector { $0.bind(Part.self).to(instance: part, injecting: true) }
    #expect(part.awakes == 1)
    #expect(try injector.resolve(Part.self) === part)
    #expect(part.awakes == 1)
  }

  @Test func rule5AsIsResultNeverAwakes() throws {
    let injector = try Injector { $0.bind(Part.self).to { Part() }.asIs() }
    #expect(try injector.resolve(Part.self).awakes == 0)
  }

  @Test func rule5SingletonReturnedByAnUnscopedClosureAwakesOnce() throws {
    let injector = try Injector { binder in
      binder.bind(OnDemand.self).in(.singleton)
      binder.bind(Part.self).to { try $0.resolve(OnDemand.self) }
    }
    let single = try injector.resolve(OnDemand.self)
    for _ in 0..<3 { #expect(try injector.resolve(Part.self) === single) }
    #expect(single.awakes == 1)
  }

  @Test func rule5SharedResultOfAClosureIsInjectedOncePerOutermostCall() throws {
    let shared = Part()
    let injector = try Injector { $0.bind(Part.self).to { shared } }
    try injector.injectDependencies(into: Pair())
    #expect(shared.awakes == 1)
    _ = try injector.resolve(Part.self)
    #expect(shared.awakes == 2)
  }

  @Test func rule5InitializerThatReturnsWhatItWasGivenDoesNotAwakeItAgain() throws {
    let injector = try Injector { binder in
      binder.bind(Passing.self, named: "original").to { Passing() }
    }
    #expect(try injector.resolve(Passing.self).awakes == 1)
  }

  private final class Receiver: Injectable, AwakesFromInjection {
    var part: Part!
    static var requires: Requirements { requiring(\.part) }
    var received: Part?
    let ask: () throws -> Part
    init(_ ask: @escaping () throws -> Part) { self.ask = ask }
    func awakeFromInjection() throws { received = try ask() }
  }

  @Test func rule5SingletonThatAnAwakePassesOnAwakesOnce() throws {
    let single = Part()
    let injector = try Injector { $0.bind(Part.self).to(instance: single, injecting: true) }
    #expect(single.awakes == 1)
    try injector.update { binder in
      binder.bind(Part.self, named: "passed").to { single }
      binder.bind(Receiver.self).to { injector in
        Receiver { try injector.resolve(named: "passed") }
      }
      binder.bind(Receiver.self, named: "plain").to {
        Receiver { try injector.resolve(named: "passed") }
      }
    }
    #expect(try injector.resolve(Receiver.self).received === single)
    #expect(try injector.resolve(Receiver.self, named: "plain").received === single)
    #expect(single.awakes == 1)
  }
}
