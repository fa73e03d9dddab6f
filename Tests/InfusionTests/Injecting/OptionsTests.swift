import Infusion
import Testing

private final class Clock: DefaultInitializable { init() {} }
private final class Unscoped: DefaultInitializable, Scoped {
  init() {}
  static var scope: Scope { .unscoped }
}
private final class Built: InitializerDeclaring {
  let clock: Clock
  init(clock: Clock) { self.clock = clock }
  static var initializer: Initializer { Initializer(Built.init(clock:)) }
}
private final class Chicken: Injectable, DefaultInitializable {
  var egg: Egg!
  init() {}
  static var requires: [PartialKeyPath<Chicken>] { [\.egg] }
}
private final class Egg: Injectable, DefaultInitializable {
  weak var chicken: Chicken!
  init() {}
  static var requires: [PartialKeyPath<Egg>] { [\.chicken] }
}
private final class Owner: Injectable {
  var one: AnyObject!
  var other: AnyObject!
  static var requires: [PartialKeyPath<Owner>] { [\.one, \.other] }
}
private final class Late: Injectable, DefaultInitializable {
  var late: Lazy<Late>!
  init() {}
  static var requires: [PartialKeyPath<Late>] { [\.late] }
}
private struct Clocks: Module {
  func configure(_ binder: Binder) { binder.bind(Clock.self).to { Clock() } }
}
private struct MoreClocks: Module {
  func configure(_ binder: Binder) {
    binder.bind(Clock.self).to { Clock() }
    binder.bind(Clock.self, named: "n").to { Clock() }
  }
}

struct OptionsTests {
  @Test func theDefaultsAreLenient() throws {
    let options = try Injector().options
    #expect(options.onDemandScope == .unscoped)
    #expect(!options.requiresExplicitBindings)
    #expect(!options.forbidsRebinding)
    #expect(!options.forbidsCycles)
    #expect(options.maximumNesting == 200)
  }

  @Test(arguments: Arrangement.allCases)
  func onDemandScopeIsTheLifetimeOfClassesThatDoNotSayIt(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector(options: .init(onDemandScope: .singleton)) {
      binder in
      binder.bind(Clock.self, named: "closure").to { Clock() }
    }
    let clock = try injector.resolve(Clock.self)
    #expect(try injector.resolve(Clock.self) === clock)
    #expect(try injector.resolve(Built.self) === injector.resolve(Built.self))
    #expect(try injector.resolve(Built.self).clock === clock)
    #expect(try injector.resolve(Unscoped.self) !== injector.resolve(Unscoped.self))
    #expect(
      try injector.resolve(Clock.self, named: "closure")
        !== injector.resolve(Clock.self, named: "closure"))
    #expect(
      try injector.resolve(Clock.self, named: "a") === injector.resolve(Clock.self, named: "a"))
    #expect(try injector.resolve(Clock.self, named: "a") !== clock)
  }

  @Test(arguments: Arrangement.allCases)
  func requiresExplicitBindingsSwitchesCreationOnDemandOff(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector(options: .init(requiresExplicitBindings: true)) {
      $0.bind(Clock.self).in(.unscoped)
      $0.bind(Built.self, named: "n").to(Built.self) { $0 }
    }
    _ = try injector.resolve(Clock.self)
    for attempt in [
      { _ = try injector.resolve(Built.self) },
      { _ = try injector.resolve(Built.self, named: "n") },
      { _ = try injector.resolve(Clock.self, named: "n") },
    ] {
      let error = try #require(throws: InjectionError.self) { try attempt() }
      #expect(error.code == .missingBinding)
    }
    #expect(try injector.resolveIfBound(Built.self) == nil)
    #expect(try injector.resolve([Clock].self).isEmpty)
    #expect(try injector.resolve(Injector.self) === injector)
    _ = try injector.resolve(ObjectFactory.self)
  }

  @Test func forbidsRebindingListsBothSources() throws {
    let options = Injector.Options(forbidsRebinding: true)
    let lines = (first: #line + 2, second: #line + 3)
    let closure: (Binder) throws -> Void = { binder in
      binder.bind(Clock.self).to { Clock() }
      binder.bind(Clock?.self).to { nil }
    }
    for attempt in [
      { _ = try Injector(options: options, closure) },
      { _ = try Injector([Configuring(configure: closure)], options: options) },
      { _ = try Injector([], options: options).makeChild(closure) },
      { _ = try Injector([], options: options).adding(Configuring(configure: closure)) },
      { try Injector([], options: options).update(closure) },
    ] {
      let error = try #require(throws: InjectionError.self) { try attempt() }
      #expect(error.code == .duplicateBinding)
      #expect(error.key == Key(Clock.self))
      #expect(error.description.contains("OptionsTests.swift:\(lines.first)"))
      #expect(error.description.contains("OptionsTests.swift:\(lines.second)"))
    }
  }

  @Test func forbidsRebindingHoldsAcrossModulesAndListsAll() throws {
    let options = Injector.Options(forbidsRebinding: true)
    #expect(throws: Never.self) { try Injector([Clocks()], options: options) }
    let error = try #require(throws: InjectionError.self) {
      _ = try Injector(
        [Clocks(), MoreClocks(), Configuring { $0.bind(Clock.self, named: "n").to { Clock() } }],
        options: options)
    }
    #expect(error.code == .duplicateBinding)
    #expect(error.description.contains("named \"n\""))
  }

  @Test func forbidsRebindingAllowsNamesAndContributions() throws {
    #expect(throws: Never.self) {
      try Injector(options: .init(forbidsRebinding: true)) { binder in
        binder.bind(Clock.self).to { Clock() }
        binder.bind(Clock.self, named: "a").to { Clock() }
        binder.contribute(Clock.self).to { Clock() }
        binder.contribute(Clock.self).to { Clock() }
      }
    }
  }

  @Test(arguments: Arrangement.allCases)
  func forbidsCyclesMakesEveryCycleAnError(_ arrangement: Arrangement) throws {
    for scope in [Scope.unscoped, .singleton, .graph, .weak] {
      let injector = try arrangement.makeInjector(options: .init(forbidsCycles: true)) { binder in
        binder.bind(Chicken.self).in(scope)
        binder.bind(Egg.self).in(scope)
      }
      for _ in 1...2 {
        let error = try #require(throws: InjectionError.self) {
          try injector.resolve(Chicken.self)
        }
        #expect(error.code == .cyclicDependency)
        #expect(error.description.contains("Chicken"))
        #expect(error.description.contains("Egg"))
      }
    }
    let injector = try arrangement.makeInjector(options: .init(forbidsCycles: true)) { _ in }
    let existing = Egg()
    let error = try #require(throws: InjectionError.self) {
      try injector.injectDependencies(into: existing)
    }
    #expect(error.code == .cyclicDependency)
    #expect(existing.chicken == nil)
    _ = try injector.resolve(Late.self).late.get()
  }

  @Test(arguments: Arrangement.allCases)
  func forbidsCyclesRefusesAClosureThatReturnsTheObjectUnderInjection(
    _ arrangement: Arrangement
  ) throws {
    for scope in [Scope.unscoped, .singleton, .graph, .weak] {
      let owner = Owner()
      let injector = try arrangement.makeInjector(options: .init(forbidsCycles: true)) { binder in
        binder.bind(AnyObject.self).to { owner }.in(scope)
      }
      for _ in 1...2 {
        let error = try #require(throws: InjectionError.self) {
          try injector.injectDependencies(into: owner)
        }
        #expect(error.code == .cyclicDependency)
        #expect(error.description.contains("Owner → AnyObject"), "\(error)")
      }
      #expect(owner.one == nil && owner.other == nil)
    }
  }

  @Test func cyclesAreFineOtherwise() throws {
    let chicken = try Injector().resolve(Chicken.self)
    #expect(chicken.egg.chicken === chicken)
  }

  @Test(arguments: Arrangement.allCases)
  func maximumNestingLimitsRecursion(_ arrangement: Arrangement) throws {
    var deepest = 0
    let injector = try arrangement.makeInjector(options: .init(maximumNesting: 5)) { binder in
      binder.bind(Int.self).to { (injector, depth: Int, limit: Int) throws -> Int in
        deepest = depth
        return depth == limit
          ? depth : try injector.resolve(Int.self, arguments: depth + 1, limit)
      }
    }
    #expect(try injector.resolve(Int.self, arguments: 0, 5) == 5)
    let error = try #require(throws: InjectionError.self) {
      try injector.resolve(Int.self, arguments: 0, 1_000)
    }
    #expect(error.code == .cyclicDependency)
    #expect(deepest == 5)
    #expect(try injector.resolve(Int.self, arguments: 0, 5) == 5)
  }

  @Test func twoHundredRequestsMayBeNestedByDefault() throws {
    let injector = try Injector { binder in
      binder.bind(Int.self).to { (injector, depth: Int) throws -> Int in
        depth == 0 ? 0 : try injector.resolve(Int.self, arguments: depth - 1) + 1
      }
    }
    #expect(try injector.resolve(Int.self, arguments: 200) == 200)
    #expect(throws: InjectionError.self) { try injector.resolve(Int.self, arguments: 201) }
  }
}
