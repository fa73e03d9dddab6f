import Infusion
import InfusionTesting
import Testing

/// A module with state that is not Sendable.
private final class CountingModule: Module {
  private var count = 0
  func configure(_ binder: Binder) {
    count += 1
    binder.bind(Int.self).to(instance: count)
  }
}

/// A module whose eager singleton must not be created.
private struct EagerModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Gateway.self).to {
      Issue.record("the binding that is overridden is made")
      return Gateway()
    }.asEagerSingleton()
  }
}

private final class Display {
  @Injected var sign: Sign
}

struct InjectorTraitTests {
  // MARK: - From a closure

  @Test(.injector { $0.bind(Gateway.self).to { FakeGateway() } })
  func aClosureBindsForTheTest() throws {
    #expect(try inject(Gateway.self) is FakeGateway)
  }

  @Test(.injector(options: .init(requiresExplicitBindings: true)) { _ in })
  func aClosureMayComeWithOptions() throws {
    #expect(try Injector.current.options.requiresExplicitBindings)
  }

  @Test(
    .injector(options: .init(forbidsRebinding: true)) { $0.install(ShopModule()) },
    .overriding { $0.bind(Sign.self).to(instance: "test") })
  func aClosureCanBeOverriddenWhereRebindingIsForbidden() throws {
    #expect(try inject(Checkout.self).sign == "test")
  }

  @Test(.injector { $0.bind(Sign.self).toAsync { "prepared" } })
  func aTestPreparesWhatIsBoundWithToAsync() async throws {
    #expect(throws: InjectionError.self) { try inject(Sign.self) }
    try await Injector.current.prepare()
    #expect(try inject(Sign.self) == "prepared")
  }

  @Test(.injector(ShopModule())) func aMarkerAsksTheInjectorOfTheTest() {
    #expect(Display().sign == "shop")
  }

  @Test(.injector(ShopModule())) func theBodyOfAnExitTestHasNoInjector() async {
    await #expect(processExitsWith: .success) {
      #expect(throws: InjectionError.self) { try Injector.current }
      let injector = try Injector(ShopModule())
      #expect(try Injector.withCurrent(injector) { try inject(Sign.self) } == "shop")
    }
  }

  // MARK: - From modules

  @Test(.injector(ShopModule(), NumberModule(number: 1)))
  func modulesAreInstalled() throws {
    #expect(try inject(Checkout.self).sign == "shop")
    #expect(try inject([Int].self) == [1])
  }

  @Test(.injector(ShopModule(), FakesModule()))
  func theLaterModuleWins() throws {
    #expect(try inject(Sign.self) == "fakes")
  }

  @Test(
    .injector(
      NumberModule(number: 1), NumberModule(number: 2), NumberModule(number: 3),
      NumberModule(number: 4), NumberModule(number: 5), NumberModule(number: 6),
      NumberModule(number: 7), NumberModule(number: 8)))
  func eightModulesAreInstalledInOrder() throws {
    #expect(try inject([Int].self) == Array(1...8))
  }

  @Test(.injector(nil, NumberModule(number: 1), nil, NumberModule(number: 2), overriding: nil))
  func nilModulesAreLeftOut() throws {
    #expect(try inject([Int].self) == [1, 2])
  }

  @Test(.injector(ShopModule(), options: .init(forbidsRebinding: true), overriding: FakesModule()))
  func aModuleOverridesModules() throws {
    #expect(try inject(Checkout.self).gateway is FakeGateway)
    #expect(try inject(Checkout.self).sign == "fakes")
  }

  @Test(.injector(ShopModule(), overriding: { $0.bind(Sign.self).to(instance: "closure") }))
  func aClosureOverridesModules() throws {
    #expect(try inject(Checkout.self).sign == "closure")
    #expect(try type(of: inject(Gateway.self)) == Gateway.self)
  }

  @Test(.injector(ShopModule(), overriding: FakesModule()))
  func bindingsKeepTheNamesOfTheirModules() throws {
    let nodes = try Injector.current.graph.nodes
    #expect(nodes.first { $0.type == "Checkout" }?.modules == ["ShopModule"])
    #expect(nodes.first { $0.type == "Gateway" }?.modules == ["FakesModule"])
  }

  @Test(
    .injector(ShopModule(), overriding: FakesModule()),
    .overriding { $0.bind(Sign.self).to(instance: "test") })
  func onlyTheModulesOfTheTestAreInstalled() throws {
    #expect(try Injector.current.installedModules.map { $0 is ShopModule } == [true])
  }

  @Test(.injector(ShopModule(), overriding: FakesModule()))
  func anOverrideIsNotAShadowedBinding() throws {
    try Injector.current.validate()
  }

  // MARK: - One for each test

  @Test(.injector(CountingModule()), arguments: 0..<20)
  func aModuleIsMadeForEachCase(_ number: Int) throws {
    #expect(try inject(Int.self) == 1)
  }

  private static let tickets = Attendance<Ticket>()

  @Test(.injector { $0.bind(Ticket.self).to(instance: Ticket()) }, arguments: 0..<20)
  func eachCaseHasAnInjectorOfItsOwn(_ number: Int) async throws {
    let ticket = try inject(Ticket.self)
    #expect(await Self.tickets.note(ticket))
    #expect(try inject(Ticket.self) == ticket)
  }

  @Test(.injector(EagerModule(), overriding: { $0.bind(Gateway.self).to { FakeGateway() } }))
  func anOverriddenBindingCreatesNothing() throws {
    #expect(try inject(Gateway.self) is FakeGateway)
  }

  @Test(.injector(EagerModule()), .overriding { $0.bind(Gateway.self).to { FakeGateway() } })
  func aBindingThatAnotherTraitOverridesCreatesNothing() throws {
    #expect(try inject(Gateway.self) is FakeGateway)
  }

  @Test(.injector(ShopModule())) @MainActor
  func aTestOnTheMainActorHasItsInjector() throws {
    #expect(try inject(Sign.self) == "shop")
  }
}

/// Another trait that uses the injector of the test.
private struct Greeting: TestTrait, SuiteTrait, TestScoping {
  @TaskLocal static var text = ""

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await Self.$text.withValue("welcome to the \(inject(Sign.self).text)") {
      try await function()
    }
  }
}

/// A trait that uses one of ours.
private struct ShopTrait: TestTrait, SuiteTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    let trait: InjectorTrait = .injector(ShopModule())
    try await trait.provideScope(for: test, testCase: testCase, performing: function)
  }
}

extension Trait where Self == InjectorTrait {
  fileprivate static var fakes: Self { .overriding(with: FakesModule()) }
}

/// One trait that several declarations use.
private let closed: InjectorTrait = .overriding { $0.bind(Sign.self).to(instance: "closed") }

struct TraitCompositionTests {
  @Test(.injector(ShopModule()), Greeting(), .fakes)
  func aTraitThatFollowsSeesTheInjectorOfTheTest() throws {
    // The injector is created once, with the overrides after the other trait, too.
    #expect(Greeting.text == "welcome to the fakes")
  }

  @Test(ShopTrait()) func aTraitCanUseAnother() throws {
    #expect(try inject(Sign.self) == "shop")
  }

  @Suite(ShopTrait()) struct MadeOfOne {
    @Test func itServesSuites() throws {
      #expect(try inject(Sign.self) == "shop")
    }

    @Test(.fakes) func itCanBeOverridden() throws {
      #expect(try inject(Sign.self) == "fakes")
    }
  }

  @Suite(.injector(ShopModule()), closed) struct Shared {
    @Test(closed) func oneTraitMayBeUsedSeveralTimes() throws {
      #expect(try inject(Sign.self) == "closed")
    }

    @Test(.fakes, closed) func itCountsAtItsLastPosition() throws {
      #expect(try inject(Sign.self) == "closed")
    }
  }
}
