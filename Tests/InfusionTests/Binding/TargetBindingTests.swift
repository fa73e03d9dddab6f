import Infusion
import Testing

private protocol Engine: AnyObject { var cylinders: Int { get } }
private class V8: Engine, DefaultInitializable, AwakesFromInjection {
  var awakes = 0
  var cylinders: Int { 8 }
  required init() {}
  func awakeFromInjection() { awakes += 1 }
}
private final class Single: Engine, DefaultInitializable, Scoped {
  var cylinders: Int { 1 }
  init() {}
  static var scope: Scope { .singleton }
}
private protocol Startable: AnyObject {}
extension V8: Startable {}

private protocol Utility { static var text: String { get } }
private enum Metric: Utility { static var text: String { "metric" } }

private final class Store: DefaultInitializable { init() {} }
private final class Cache: AwakesFromInjection {
  let store: Store
  let engine: any Engine
  let all: [any Engine]
  let absent: Radio?
  var awakes = 0
  init(store: Store, engine: any Engine, all: [any Engine], absent: Radio?) {
    self.store = store
    self.engine = engine
    self.all = all
    self.absent = absent
  }
  func awakeFromInjection() { awakes += 1 }
}
private final class Radio {}
private final class OptionalEngine: Injectable {
  var engine: (any Engine)? = V8()
  class var requires: Requirements { requiring(\.engine) }
}
private final class RequiredEngine: Injectable {
  var engine: any Engine = V8()
  class var requires: Requirements { requiring(\.engine) }
}
private final class Pair: Injectable {
  var first = false
  var second = true
  static var requires: Requirements { requiring(\.first) + requiring(\.second, named: "single") }
}
private final class Dashboard: Injectable, DefaultInitializable {
  var radio: Radio? = Radio()
  var engine: (any Engine)!
  var lamp: Lamp?
  init() {}
  static var requires: [PartialKeyPath<Dashboard>] { [\.radio, \.engine] }
}
private final class Strict: Injectable, DefaultInitializable {
  var radio = Radio()
  init() {}
  static var requires: [PartialKeyPath<Strict>] { [\.radio] }
}
private final class Lamp: Injectable, AwakesFromInjection {
  var store: Store!
  var awakes = 0
  static var requires: [PartialKeyPath<Lamp>] { [\.store] }
  func awakeFromInjection() { awakes += 1 }
}
private struct LampProvider: ProviderProtocol {
  let journal: Journal
  func provide(from injector: Injector) throws -> Lamp {
    journal.note("provide")
    return Lamp()
  }
}
private struct RefusingProvider: ProviderProtocol {
  struct Refused: Error {}
  func provide(from injector: Injector) throws -> Lamp { throw Refused() }
}
private struct AbsentProvider: ProviderProtocol {
  func provide(from injector: Injector) throws -> Lamp? { nil }
}

private protocol Hub: AnyObject {
  var spoke: Spoke! { get }
}
private final class Wheel: Hub, Injectable, DefaultInitializable {
  var spoke: Spoke!
  static var requires: [PartialKeyPath<Wheel>] { [\.spoke] }
}
private final class Spoke: Injectable, DefaultInitializable {
  var hub: (any Hub)?
  static var requires: [PartialKeyPath<Spoke>] { [\.hub] }
}

struct TargetBindingTests {
  /// A variable of a metatype type may hold a subclass: the object that the binding makes is none.
  @Test func theTypeThatTheCompilerSeesIsTheKey() async throws {
    class Car: @unchecked Sendable {}
    final class Sport: Car, @unchecked Sendable { let turbo = 42 }
    let kind: Car.Type = Sport.self
    let injector = try Injector { binder in
      binder.bind(kind).to { Car() }.in(.singleton)
      binder.contribute(kind).to { Car() }
    }
    let car = try injector.resolve(Car.self)
    #expect(try injector.resolve(kind) === car)
    #expect(try injector.resolveIfBound(kind) === car)
    #expect(try injector[kind] === car)
    #expect(try await injector.prepared(kind) === car)
    #expect(injector.hasBinding(kind) && !injector.hasBinding(Sport.self))
    #expect(try injector.resolve([Car].self).count == 1)
    #expect(code { _ = try injector.resolve(Sport.self) } == .missingBinding)
    injector.releaseSingletons(of: kind)
    #expect(try injector.resolve(kind) !== car)
    try injector.update { $0.unbind(kind) }
    #expect(!injector.hasBinding(Car.self))
  }

  @Test(arguments: Arrangement.allCases)
  func aLinkProvidesTheClass(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { $0.bind((any Engine).self).to(V8.self) { $0 } }
    let engine = try injector.resolve((any Engine).self)
    #expect((engine as? V8)?.awakes == 1)
    #expect(try injector.resolve((any Engine).self) !== engine)
  }

  @Test(arguments: Arrangement.allCases)
  func aLinkTakesTheBindingOfItsTarget(_ arrangement: Arrangement) throws {
    let instance = V8()
    let injector = try arrangement.makeInjector { binder in
      binder.bind((any Engine).self).to(V8.self) { $0 }
      binder.bind(V8.self).to(instance: instance)
    }
    #expect(try injector.resolve((any Engine).self) === instance)
  }

  @Test(arguments: Arrangement.allCases)
  func aLinkMayLeadToAName(_ arrangement: Arrangement) throws {
    let spare = V8()
    let injector = try arrangement.makeInjector { binder in
      binder.bind((any Engine).self).to(V8.self, named: "spare") { $0 }
      binder.bind(V8.self, named: "spare").to(instance: spare)
      binder.bind(V8.self).to(instance: V8())
    }
    #expect(try injector.resolve((any Engine).self) === spare)
  }

  @Test(arguments: Arrangement.allCases)
  func aLinkTakesTheScopeOfTheClass(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind((any Engine).self).to(Single.self) { $0 }
    }
    let engine = try injector.resolve((any Engine).self)
    #expect(try injector.resolve((any Engine).self) === engine)
    #expect(try injector.resolve(Single.self) === engine)
  }

  @Test(arguments: Arrangement.allCases)
  func aLinkMayHaveAScopeOfItsOwn(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind((any Engine).self).to(V8.self) { $0 }.in(.singleton)
    }
    let engine = try injector.resolve((any Engine).self)
    #expect(try injector.resolve((any Engine).self) === engine)
    #expect(try injector.resolve(V8.self) !== engine)
  }

  @Test(arguments: Arrangement.allCases)
  func aLinkMayLeadToAValueThatIsSmallerThanAReference(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Bool.self).to(V8.self) { $0.cylinders == 8 }
      binder.bind(Bool.self, named: "single").to(Single.self) { $0.cylinders == 8 }
    }
    for _ in 1...3 {
      let pair = try injector.create { Pair() }
      #expect(pair.first && !pair.second)
      #expect(try injector.resolve(Bool.self))
    }
  }

  @Test(arguments: Arrangement.allCases)
  func oneObjectServesSeveralKeys(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(V8.self).in(.singleton)
      binder.bind((any Engine).self).to(V8.self) { $0 }
      binder.bind((any Startable).self).to(V8.self) { $0 }
      binder.bind((any Startable).self, named: "other").to(V8.self) { $0 }
    }
    let engine = try injector.resolve((any Engine).self)
    #expect(try injector.resolve((any Startable).self) === engine)
    #expect(try injector.resolve((any Startable).self, named: "other") === engine)
    let v8 = try injector.resolve(V8.self)
    #expect(v8 === engine)
    #expect(v8.awakes == 1)
  }

  @Test(arguments: Arrangement.allCases)
  func aClassLinkedToItselfIsCreatedAsIfUnbound(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(V8.self).to(V8.self) { $0 }.in(.singleton)
      binder.bind(V8.self, named: "n").to(V8.self, named: "n") { $0 }
      binder.bind(V8.self, named: "link").to(V8.self) { $0 }
    }
    let engine = try injector.resolve(V8.self)
    #expect(engine.awakes == 1)
    #expect(try injector.resolve(V8.self) === engine)
    #expect(try injector.resolve(V8.self, named: "n") !== engine)
    #expect(try injector.resolve(V8.self, named: "link") === engine)
  }

  @Test func aClassLinkedToItselfThatCannotBeCreatedIsAMissingBinding() throws {
    let injector = try Injector { $0.bind(Radio.self).to(Radio.self) { $0 } }
    let error = try #require(throws: InjectionError.self) { try injector.resolve(Radio.self) }
    #expect(error.code == .missingBinding)
  }

  @Test(arguments: [Scope.singleton, .graph, .weak])
  func aCycleClosesThroughALinkToAnOptional(scope: Scope) throws {
    let injector = try Injector { $0.bind((any Hub)?.self).to(Wheel.self) { $0 }.in(scope) }
    let hub = try injector.resolve((any Hub).self)
    defer { hub.spoke?.hub = nil }
    #expect(hub.spoke?.hub === hub)
  }

  @Test func aRingOfLinksIsACycle() throws {
    let injector = try Injector { binder in
      binder.bind(V8.self).to(V8.self, named: "a") { $0 }
      binder.bind(V8.self, named: "a").to(V8.self) { $0 }
    }
    let error = try #require(throws: InjectionError.self) { try injector.resolve(V8.self) }
    #expect(error.code == .cyclicDependency)
    let other = try #require(throws: InjectionError.self) {
      try injector.resolve(V8.self, arguments: 1)
    }
    #expect(other.code == .cyclicDependency)
  }

  @Test(arguments: Arrangement.allCases)
  func aBoundInstanceIsHandedOutUnchanged(_ arrangement: Arrangement) throws {
    let lamp = Lamp()
    let injector = try arrangement.makeInjector { $0.bind(Lamp.self).to(instance: lamp) }
    #expect(try injector.resolve(Lamp.self) === lamp)
    #expect(try injector.resolve(Lamp.self) === lamp)
    #expect(lamp.store == nil)
    #expect(lamp.awakes == 0)
  }

  @Test(arguments: Arrangement.allCases)
  func aBoundInstanceOfAnOptionalIsHandedOutUnchanged(_ arrangement: Arrangement) throws {
    let lamp = Lamp()
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Lamp?.self).to(instance: lamp)
      binder.bind(Radio?.self).to(instance: nil)
    }
    #expect(try injector.resolve(Lamp.self) === lamp)
    #expect(lamp.awakes == 0)
    #expect(try injector.resolve(Radio?.self) == nil)
  }

  @Test func aBoundInstanceThatIsNotInjectedIsNoEagerSingleton() throws {
    let injector = try Injector {
      $0.bind(Lamp.self).to(instance: Lamp(), injecting: false).in(.graph)
    }
    #expect(try injector.resolve(Lamp.self).awakes == 0)
  }

  @Test func aBoundInstanceMayBeInjectedOnceWhenTheInjectorIsCreated() throws {
    let lamp = Lamp()
    let injector = try Injector { $0.bind(Lamp.self).to(instance: lamp, injecting: true) }
    #expect(lamp.store != nil)
    #expect(lamp.awakes == 1)
    #expect(try injector.resolve(Lamp.self) === lamp)
    #expect(try injector.makeChild().resolve(Lamp.self) === lamp)
    #expect(lamp.awakes == 1)
  }

  @Test func anInstanceThatSeveralBindingsInjectIsInjectedOnce() throws {
    final class Bound: AwakesFromInjection {
      var awakes = 0
      func awakeFromInjection() { awakes += 1 }
    }
    let bound = Bound()
    _ = try Injector { binder in
      binder.bind(Bound.self).to(instance: bound, injecting: true)
      binder.bind(Bound.self, named: "again").to(instance: bound, injecting: true)
    }
    #expect(bound.awakes == 1)
  }

  @Test func aBoundInstanceIsNotInjectedAgainWhenSingletonsAreReleased() throws {
    let lamp = Lamp()
    let injector = try Injector { $0.bind(Lamp.self).to(instance: lamp, injecting: true) }
    injector.releaseSingletons()
    #expect(try injector.resolve(Lamp.self) === lamp)
    #expect(lamp.awakes == 1)
  }

  @Test func theBindingOfAnInjectedInstanceMayAddRequirements() throws {
    let dashboard = Dashboard()
    _ = try Injector { binder in
      binder.bind(Dashboard.self).to(instance: dashboard, injecting: true).injecting(\.lamp)
      binder.bind(Radio.self).toNothing()
      binder.bind((any Engine).self).to(V8.self) { $0 }
      binder.bind(Lamp.self).to { Lamp() }
    }
    #expect(dashboard.engine != nil)
    #expect(dashboard.lamp?.awakes == 1)
  }

  @Test(arguments: [nil, .singleton, .graph] as [Scope?])
  func aLinkToNothingProvidesNothing(scope: Scope?) throws {
    let injector = try Injector { binder in
      let link = binder.bind((any Engine).self, fileID: "App/M.swift", line: 1).to(V8.self) { $0 }
      if let scope { link.in(scope) }
      binder.bind(V8.self, fileID: "App/M.swift", line: 2).toNothing()
    }
    #expect(try injector.resolve((any Engine)?.self) == nil)
    #expect(try injector.resolveIfBound((any Engine).self) == nil)
    try injector.validate(including: OptionalEngine.self)
    let object = OptionalEngine()
    try injector.injectDependencies(into: object)
    #expect(object.engine == nil)
    for error in [
      try failure { _ = try injector.resolve((any Engine).self) },
      try failure { try injector.injectDependencies(into: RequiredEngine()) },
      try failure { try injector.validate(including: RequiredEngine.self) },
    ] {
      #expect(error.code == .nothingProvided)
      #expect(error.key == (scope == .singleton ? Key((any Engine).self) : Key(V8.self)))
    }
    let collecting = try injector.adding { binder in
      let link = binder.contribute((any Engine).self).to(V8.self) { $0 }
      if let scope { link.in(scope) }
    }
    #expect(try collecting.resolve([any Engine].self).isEmpty)
    #expect(try failure { try collecting.validate() }.code == .nothingProvided)
  }

  @Test func aBoundInstanceIsInjectedByAnUpdate() throws {
    let lamp = Lamp()
    let injector = try Injector()
    try injector.update { $0.bind(Lamp.self).to(instance: lamp, injecting: true) }
    #expect(lamp.store != nil)
    #expect(try injector.resolve(Lamp.self) === lamp)
    #expect(lamp.awakes == 1)
  }

  @Test(arguments: Arrangement.allCases)
  func aMetatypeIsAValueLikeAnyOther(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind((any Utility.Type).self).to(instance: Metric.self)
      binder.bind(V8.Type.self).to { V8.self }
    }
    #expect(try injector.resolve((any Utility.Type).self).text == "metric")
    #expect(try injector.resolve(V8.Type.self).init().cylinders == 8)
  }

  @Test(arguments: Arrangement.allCases)
  func aValueTypeIsBoundLikeAnyOther(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Int.self).to(instance: 3)
      binder.bind(String.self).to { "text" }.in(.singleton)
      binder.bind((() -> Int).self).to(instance: { 7 })
      binder.bind((Int, String).self).to { (1, "one") }
    }
    #expect(try injector.resolve(Int.self) == 3)
    #expect(try injector.resolve(String.self) == "text")
    #expect(try injector.resolve((() -> Int).self)() == 7)
    #expect(try injector.resolve((Int, String).self).1 == "one")
  }

  @Test(arguments: Arrangement.allCases)
  func anObjectOfAProviderIsInjectedAndAwoken(_ arrangement: Arrangement) throws {
    let journal = Journal()
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Lamp.self).to(provider: LampProvider(journal: journal))
      binder.bind(Lamp.self, named: "one").to(provider: LampProvider(journal: journal))
        .in(.singleton)
    }
    let lamp = try injector.resolve(Lamp.self)
    #expect(lamp.store != nil)
    #expect(lamp.awakes == 1)
    #expect(try injector.resolve(Lamp.self) !== lamp)
    #expect(journal.entries.count == 2)
    let one = try injector.resolve(Lamp.self, named: "one")
    #expect(try injector.resolve(Lamp.self, named: "one") === one)
    #expect(journal.entries.count == 3)
  }

  @Test(arguments: Arrangement.allCases)
  func aProviderMayThrowOrProvideNothing(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Lamp.self).to(provider: RefusingProvider())
      binder.bind(Lamp?.self, named: "absent").to(provider: AbsentProvider())
    }
    let error = try #require(throws: InjectionError.self) { try injector.resolve(Lamp.self) }
    #expect(error.underlying is RefusingProvider.Refused)
    #expect(try injector.resolve(Lamp?.self, named: "absent") == nil)
  }

  @Test(arguments: Arrangement.allCases)
  func theParametersOfAnInitializerAreResolved(_ arrangement: Arrangement) throws {
    let store = Store()
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Store.self).to(instance: store)
      binder.bind((any Engine).self).to(V8.self) { $0 }
      binder.contribute((any Engine).self).to(Single.self) { $0 }
      binder.bind(Radio.self).toNothing()
      binder.bind(Cache.self).toInitializer(Cache.init(store:engine:all:absent:)).in(.singleton)
    }
    let cache = try injector.resolve(Cache.self)
    #expect(cache.store === store)
    #expect(cache.engine.cylinders == 8)
    #expect(cache.all.map(\.cylinders) == [1])
    #expect(cache.absent == nil)
    #expect(cache.awakes == 1)
    #expect(try injector.resolve(Cache.self) === cache)
  }

  /// Inputs of all sizes stand side by side in memory.
  @Test(arguments: Arrangement.allCases)
  func theParametersOfAnInitializerMayBeOfAnySize(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Bool.self).to { true }
      binder.bind(Int64.self).to { -2 }
      binder.bind(Int8.self).to { 3 }
      binder.bind(SIMD8<Float>.self).to { SIMD8(repeating: 4) }
      binder.bind(UInt16.self).toNothing()
      binder.bind(String.self).to { "six" }
      binder.bind((any Engine).self).to(V8.self) { $0 }
      binder.bind(Mixture.self).toInitializer(
        Mixture.init(flag:large:small:vector:absent:text:nothing:engine:))
    }
    let mixture = try injector.resolve(Mixture.self)
    #expect(mixture.flag)
    #expect(mixture.large == -2)
    #expect(mixture.small == 3)
    #expect(mixture.vector == SIMD8(repeating: 4))
    #expect(mixture.absent == nil)
    #expect(mixture.text == "six")
    #expect(mixture.engine.cylinders == 8)
  }

  @Test func aParameterThatNothingProvidesIsAMissingBinding() throws {
    let injector = try Injector { binder in
      binder.bind(Cache.self).toInitializer(Cache.init(store:engine:all:absent:))
    }
    let error = try #require(throws: InjectionError.self) { try injector.resolve(Cache.self) }
    #expect(error.code == .missingBinding)
    #expect(error.key == Key((any Engine).self))
  }

  @Test(arguments: Arrangement.allCases)
  func nothingIsNilForOptionalsAndAnErrorElsewhere(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Radio.self).toNothing()
      binder.bind((any Engine)?.self).toNothing()
    }
    let dashboard = try injector.resolve(Dashboard.self)
    #expect(dashboard.radio == nil)
    #expect(dashboard.engine == nil)
    #expect(try injector.resolve(Radio?.self) == nil)
    #expect(try injector.resolveIfBound(Radio.self) == nil)
    for attempt in [
      { _ = try injector.resolve(Radio.self) }, { _ = try injector.resolve(Strict.self) },
    ] {
      let error = try #require(throws: InjectionError.self) { try attempt() }
      #expect(error.code == .nothingProvided)
      #expect(error.key == Key(Radio.self))
    }
  }

  @Test func nothingIsNilInTypesOfEveryForm() throws {
    func expectNil<Value>(_ type: Value.Type) throws {
      let injector = try Injector { binder in
        binder.bind(type).toNothing()
        binder.bind([Bool].self).toInitializer { (value: Value?) in [value == nil] }
      }
      let isNil = if case .none = try injector.resolve(Value?.self) { true } else { false }
      #expect(isNil, "\(type)")
      #expect(try injector.resolve([Bool].self) == [true], "\(type)")
    }
    try expectNil(Radio.self)
    try expectNil(AnyObject.self)
    try expectNil((any Engine).self)
    try expectNil((any Engine & AnyObject & Sendable).self)
    try expectNil((any Error).self)
    try expectNil((any CustomStringConvertible).self)
    try expectNil(Any.self)
    try expectNil(Radio.Type.self)
    try expectNil(Int.self)
    try expectNil(Bool.self)
    try expectNil(String.self)
    try expectNil([Int].self)
    try expectNil((() -> Void).self)
    try expectNil(SIMD8<Float>.self)
  }

  @Test(arguments: Arrangement.allCases)
  func aNamedRequestNeverFallsBack(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { $0.bind(Radio.self).to { Radio() } }
    let error = try #require(throws: InjectionError.self) {
      try injector.resolve(Radio.self, named: "n")
    }
    #expect(error.code == .missingBinding)
    #expect(error.key == Key(Radio.self, named: "n"))
  }

  @Test(arguments: Arrangement.allCases)
  func anUnboundNamedClassHasOneLifetimePerName(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { _ in }
    let left = try injector.resolve(Single.self, named: "left")
    let right = try injector.resolve(Single.self, named: "right")
    let unnamed = try injector.resolve(Single.self)
    #expect(left !== right)
    #expect(left !== unnamed)
    #expect(try injector.resolve(Single.self, named: "left") === left)
    #expect(try injector.resolve(Single.self, named: "right") === right)
    #expect(try injector.resolve(Single.self) === unnamed)
  }

  @Test(arguments: Arrangement.allCases)
  func aBindingWithoutTargetIsCreatedAsIfUnbound(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(V8.self).in(.singleton)
      binder.bind(V8.self, named: "new").in(.unscoped)
    }
    let engine = try injector.resolve(V8.self)
    #expect(try injector.resolve(V8.self) === engine)
    #expect(try injector.resolve(V8.self, named: "new") !== injector.resolve(V8.self, named: "new"))
  }

  @Test(arguments: Arrangement.allCases)
  func theLaterBindingWins(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Int.self).to { 1 }
      binder.bind(Int.self).to { 2 }
    }
    #expect(try injector.resolve(Int.self) == 2)
  }

  @Test(arguments: Arrangement.allCases)
  func theLastTargetOfABindingCounts(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Int.self, named: "instances").to(instance: 1).to(instance: 2)
      binder.bind(Int.self, named: "closures").to { 1 }.to { 2 }
      binder.bind(Int.self, named: "closure").to(instance: 1).to { 2 }
      binder.bind(Int.self, named: "instance").to { 1 }.to(instance: 2)
    }
    for name: Name in ["instances", "closures", "closure", "instance"] {
      #expect(try injector.resolve(Int.self, named: name) == 2, "\(name)")
    }
  }

  @Test(arguments: Arrangement.allCases)
  func anOptionalTypeAsksForTheWrappedType(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Int?.self).to(instance: 4)
      binder.bind(String.self).to(instance: "x")
    }
    #expect(try injector.resolve(Int.self) == 4)
    #expect(try injector.resolve(Int??.self) == 4)
    #expect(try injector.resolve(String?.self) == "x")
    #expect(injector.hasBinding(Int.self))
    #expect(injector.hasBinding(String?.self))
  }
}

private struct Mixture {
  let flag: Bool
  let large: Int64
  let small: Int8
  let vector: SIMD8<Float>
  let absent: UInt16?
  let text: String
  let engine: any Engine
  init(
    flag: Bool, large: Int64, small: Int8, vector: SIMD8<Float>, absent: UInt16?, text: String,
    nothing: [Void], engine: any Engine
  ) {
    (self.flag, self.large, self.small, self.vector) = (flag, large, small, vector)
    (self.absent, self.text, self.engine) = (absent, text, engine)
  }
}
