import Infusion
import InfusionTesting
import Testing

extension Trait where Self == InjectorTrait {
  fileprivate static func sign(_ sign: Sign) -> Self {
    .overriding { $0.bind(Sign.self).to(instance: sign) }
  }
}

/// A trait of the program that calls one of the library.
private struct Wrapping: TestTrait, SuiteTrait, TestScoping {
  let inner: InjectorTrait
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await inner.provideScope(for: test, testCase: testCase, performing: function)
  }
}

extension Trait where Self == Wrapping {
  fileprivate static func wrapping(_ inner: InjectorTrait) -> Self { Wrapping(inner: inner) }
}

@Suite(.injector(ShopModule(), overriding: { $0.bind(Sign.self).to(instance: "suite") }))
struct TraitPrecedenceTests {
  private let signOfInitializer: Sign
  private let injectorOfInitializer: Injector

  init() throws {
    signOfInitializer = try inject(Sign.self)
    injectorOfInitializer = try .current
  }

  @Test func theTraitOfASuiteAppliesToItsTests() throws {
    #expect(try inject(Checkout.self).sign == "suite")
  }

  @Test(.sign("test")) func theInitializerOfASuiteSeesTheInjectorOfTheTest() throws {
    #expect(signOfInitializer == "test")
    #expect(try Injector.current === injectorOfInitializer)
  }

  @Test(.sign("test")) func aTestOverridesItsSuite() throws {
    #expect(try inject(Checkout.self).sign == "test")
    #expect(try type(of: inject(Gateway.self)) == Gateway.self)
  }

  @Test(.overriding(with: FakesModule())) func aTestOverridesItsSuiteWithAModule() throws {
    #expect(try inject(Checkout.self).sign == "fakes")
    #expect(try inject(Checkout.self).gateway is FakeGateway)
  }

  @Test(.sign("first"), .sign("second")) func theLastOverrideCounts() throws {
    #expect(try inject(Sign.self) == "second")
  }

  @Test(.sign("first"), .wrapping(.sign("second")), .sign("third"))
  func anOverrideThatAnotherTraitCallsKeepsItsOrder() throws {
    #expect(try inject(Sign.self) == "third")
  }

  @Test(.sign("first"), .wrapping(.sign("second")), .wrapping(.sign("third")))
  func theLastOverrideThatAnotherTraitCallsCounts() throws {
    #expect(try inject(Sign.self) == "third")
  }

  @Test(.wrapping(.injector(FakesModule())), .sign("test"))
  func anInjectorThatAnotherTraitCallsReplacesTheOnesBeforeIt() throws {
    #expect(try inject(Sign.self) == "test")
    #expect(try inject(Gateway.self) is FakeGateway)
    #expect(try !Injector.current.hasBinding(Checkout.self))
  }

  @Suite(.wrapping(.sign("wrapped"))) struct Wrapped {
    @Test func aSuiteMayWrapToo() throws {
      #expect(try inject(Checkout.self).sign == "wrapped")
    }

    @Test(.sign("test")) func aTestOverridesWhatItsSuiteWraps() throws {
      #expect(try inject(Checkout.self).sign == "test")
    }

    @Test(.injector(FakesModule())) func anInjectorOfTheTestReplacesWhatItsSuiteWraps() throws {
      #expect(try inject(Sign.self) == "fakes")
    }
  }

  @Test(.overriding(with: nil)) func overridingWithNothingChangesNothing() throws {
    #expect(try inject(Sign.self) == "suite")
  }

  @Suite(.sign("inner")) struct Inner {
    @Test func theInnerSuiteOverridesTheOuterOne() throws {
      #expect(try inject(Checkout.self).sign == "inner")
    }

    @Test(.sign("test")) func aTestOverridesBoth() throws {
      #expect(try inject(Checkout.self).sign == "test")
    }
  }

  @Suite struct Plain {
    @Test(.injector { $0.bind(Int.self).to(instance: 1) })
    func anInjectorOfTheTestReplacesThatOfTheSuite() throws {
      #expect(try inject(Int.self) == 1)
      #expect(try !Injector.current.hasBinding(Sign.self))
    }
  }

  @Suite(.injector(FakesModule())) struct Replacing {
    @Test func anInjectorOfTheInnerSuiteReplacesThatOfTheOuterOne() throws {
      #expect(try inject(Sign.self) == "fakes")
      #expect(try !Injector.current.hasBinding(Checkout.self))
    }

    @Test(.sign("test")) func aTestOverridesTheNearestInjector() throws {
      #expect(try inject(Sign.self) == "test")
      #expect(try inject(Gateway.self) is FakeGateway)
    }
  }
}
