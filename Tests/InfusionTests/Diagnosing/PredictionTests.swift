import Infusion
import Testing

private final class Part: Sendable {}
private final class Missing: Sendable {}
private final class Optioned: Injectable {
  var number = 0
  var part: Part?
  static var requires: Requirements { requiring(\.number) }
}
private final class Handling: Injectable {
  var part: Provider<Lazy<Part>?>!
  static var requires: Requirements { requiring(\.part) }
}

private final class Fire: Injectable, DefaultInitializable {
  weak var dragon: Dragon?
  static var requires: Requirements { requiring(\.dragon) }
}
private final class Dragon: Injectable, Sendable {
  let id: Int
  nonisolated(unsafe) var fire: Fire!
  init(_ id: Int) { self.id = id }
  static var requires: Requirements { requiring(\.fire) }
}

private final class Engine {
  let car: Car
  init(car: Car) { self.car = car }
}
private final class Car: Injectable, DefaultInitializable {
  var engine: Engine!
  static var requires: Requirements { requiring(\.engine) }
}
private final class Garage: Injectable, Scoped, DefaultInitializable {
  static var scope: Scope { .singleton }
  var engine: Engine!
  static var requires: Requirements { requiring(\.engine) }
}

/// What is examined and what happens agree.
struct PredictionTests {
  // MARK: - Closures

  @Test func anAsynchronousClosureThatTakesTheInjectorIsNotExamined() throws {
    let injector = try Injector { binder in
      binder.bind(Part.self).toAsync { injector in
        _ = try injector.resolve(Missing.self)
        return Part()
      }
      binder.bind(Int.self).toAsync { 1 }
      binder.bind(String.self).toAsync(uses: Part.self) { _ in "" }
      binder.bind(Double.self).toAsync(uses: Key(Part.self)) { _ in 1 }
    }
    let gap = "what its closure asks for is not known; declare what it asks for: "
    let report = try injector.validate()
    #expect(report.notExamined == ["Part: \(gap)toAsync(uses: X.self) { x in … }"])
    let examined = injector.graph.nodes.filter(\.isExamined).map(\.type)
    #expect(examined == ["Int", "String", "Double"])
  }

  @Test func anAsynchronousClosureMaySetAPropertyThatNoListMentions() throws {
    func warnings(_ bind: @escaping (Binder) -> Void) throws -> [String] {
      try Injector { binder in
        binder.bind(Part.self).to { Part() }
        binder.bind(Int.self).to { 1 }
        bind(binder)
      }.validate().warnings
    }
    #expect(
      try warnings { binder in
        binder.bind(Optioned.self).toAsync { injector in
          let object = Optioned()
          object.part = try injector.resolve()
          return object
        }
      } == [])
    #expect(try warnings { $0.bind(Optioned.self).toAsync { Optioned() } }.count == 1)
  }

  // MARK: - Nothing

  @Test func nothingIsMissedWhereNothingIsBound() throws {
    let injector = try Injector { binder in
      binder.bind(Part.self).toNothing()
      binder.bind(Int.self).to { 1 }
      binder.bind(Optioned.self).to { Optioned() }
    }
    #expect(try injector.validate().warnings == [])
  }

  @Test func aHandleOfAnOptionalHandleMayRequestNothing() throws {
    let injector = try Injector()
    let object = Handling()
    try injector.validate(including: object)
    #expect(injector.graph(including: object).edges.map(\.isOptional) == [true])
    try injector.injectDependencies(into: object)
    #expect(try object.part.get() == nil)
    let bound = try Injector { $0.bind(Part.self).toNothing() }
    #expect(validationErrors(of: bound, including: object).map(\.code) == [.nothingProvided])
  }

  // MARK: - Existing objects

  @Test func anExistingObjectNeedsNoArguments() throws {
    let injector = try Injector { binder in
      binder.bind(Dragon.self).to { (_, id: Int) in Dragon(id) }
    }
    try injector.validate(including: Dragon.self)
    let dragon = Dragon(1)
    try injector.injectDependencies(into: dragon)
    #expect(dragon.fire.dragon === dragon)
    // Without the object, nothing answers.
    #expect(validationErrors(of: injector, including: Fire.self).map(\.code) == [.argumentMismatch])
    #expect(code { _ = try injector.resolve(Fire.self) } == .argumentMismatch)
  }

  // MARK: - Children

  @Test func aCycleIsMarkedWhereverItLies() throws {
    let parent = try Injector { $0.bind(Engine.self).toInitializer(Engine.init(car:)) }
    try parent.update { $0.bind(Garage.self) }
    let child = try parent.makeChild()
    for injector in [parent, child] {
      #expect(code { _ = try injector.resolve(Garage.self) } == .cyclicDependency)
      #expect(injector.explain(Garage.self).contains("cyclicDependency"))
    }
    // The reader counts it once.
    #expect(validationErrors(of: child).map(\.code) == [.cyclicDependency])
  }

  @Test func aCollectionOfTheParentHidesContributionsOfTheChild() throws {
    let parent = try Injector { $0.bind([Int].self).to { [1] } }
    let child = try parent.makeChild { $0.contribute(Int.self).to { 2 } }
    #expect(try child.resolve([Int].self) == [1])
    let warnings = try child.validate().warnings
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("a binding hides what is contributed to it") == true)
  }

  @Test func aDrawingSurvivesTheNameOfAScope() throws {
    let scope = Scope("]", in: ScopeStore())
    let dot = try Injector { $0.bind(Part.self).to { Part() }.in(scope) }.graph.dot
    #expect(dot.contains("&#93;"))
    #expect(!dot.contains(">]"))
  }
}
