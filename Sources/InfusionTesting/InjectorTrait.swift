import Infusion
public import Testing

/// Gives every test an injector of its own, as the current one.
///
/// ```swift
/// @Suite(.injector(ShopModule()))
/// struct CheckoutTests {
///   @Test func aCheckoutHasAGateway() throws {
///     let checkout = try inject(Checkout.self)
///     #expect(checkout.gateway != nil)
///   }
///
///   @Test(.overriding { $0.bind(Gateway.self).to { FakeGateway() } })
///   func aFakeGatewayTakesTheMoney() throws {
///     #expect(try inject(Checkout.self).gateway is FakeGateway)
///   }
/// }
/// ```
///
/// Traits of this type are made with `.injector(…)`, which says where values come from;
/// `.overriding(…)`, which replaces bindings of it; and `.recordingInjections`. Those of a suite
/// hold for all tests in it and in the suites inside it. They are taken together from the outermost
/// suite to the test, in the order in which they are written: `.injector` begins anew, so that the
/// one nearest to the test counts; `.overriding` replaces bindings of what stands before it.
///
/// The injector is made once everything that concerns the test is known, and before anything of the
/// test runs: a binding that is overridden creates nothing, an eager one neither. Each test and
/// each case of a parameterized test has an injector of its own. It is `Injector.current` in the
/// test, in the initializer of its suite, in traits that stand behind this one, and in the tasks
/// that they start with `async let`, in task groups and with `Task { … }`.
///
/// What is eager is created on the main actor if something in the injector is bound there.
///
/// When the test has ended, the injector is shut down: singletons that conform to
/// `ReleasesFromInjection` are told, each where it belongs, in the reverse order of their
/// completion; releases that await are awaited, and everything is let go. What fails then is an
/// issue of the test. A task that the test has left behind finds the injector shut down.
///
/// When the injector cannot be made, the test fails with the text of the error, and its body does
/// not run. The issue is placed at the declaration whose trait is nearest: the test, or a suite.
///
/// `Sendable`: tests run in parallel and do not see one another's injectors.
///
/// - Important: Detached tasks, threads and dispatch queues do not inherit what is task-local, and
///   see the default injector. Hand the injector over:
///   `Task.detached { [injector] in try Injector.withCurrent(injector) { … } }`.
public struct InjectorTrait: TestTrait, SuiteTrait, TestScoping {
  /// What tells a trait from another one with the same contents.
  private final class Identity: Sendable {}

  let parts: [TestRecipe.Part]
  let sourceLocation: SourceLocation?
  private let identity = Identity()

  init(_ parts: [TestRecipe.Part], at sourceLocation: SourceLocation?) {
    self.parts = parts
    self.sourceLocation = sourceLocation
  }

  /// True: a trait of a suite concerns each test in it.
  public var isRecursive: Bool { true }

  /// Runs a test, or one case of it, with an injector of its own.
  ///
  /// The testing library calls it. A trait of your own may call it too, with what it was given.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The case of a parameterized test.
  ///   - function: Runs the test.
  /// - Throws: What the function throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    let outer = TestScope.current
    // The first of a test's traits has done the work of all of them.
    if let outer, outer.traits.contains(where: isSame) { return try await function() }
    let declared = test.traits.compactMap { $0 as? InjectorTrait }
    // A trait that another one calls is not among those of the test.
    let added = declared.contains(where: isSame) ? declared : [self]
    let traits = (outer?.traits ?? []) + added
    let recipe = TestRecipe(parts: traits.flatMap(\.parts))
    let recorder = recipe.isRecording ? InjectionRecorder() : nil
    let place = traits.last { $0.sourceLocation != nil }?.sourceLocation ?? test.sourceLocation
    let injector: Injector
    do {
      injector = try await recipe.makeInjector(heardBy: recorder, at: place)
    } catch {
      Issue.record(error, "The injector of the test could not be made.", sourceLocation: place)
      return
    }
    try await TestScope.$current.withValue(TestScope(traits: traits, recorder: recorder)) {
      try await Injector.withCurrent(injector) {
        do {
          try await function()
        } catch {
          await shutDown(injector, at: place)
          throw error
        }
        await shutDown(injector, at: place)
      }
    }
  }

  /// Releases what the injector has kept, each object where it belongs; what fails is an issue of
  /// the test.
  private func shutDown(_ injector: Injector, at place: SourceLocation) async {
    do {
      try await injector.shutdownGracefully()
    } catch {
      Issue.record(
        error, "The injector of the test could not be shut down.", sourceLocation: place)
    }
  }

  private func isSame(_ other: InjectorTrait) -> Bool { identity === other.identity }
}
