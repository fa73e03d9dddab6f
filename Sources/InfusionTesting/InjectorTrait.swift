import Infusion
public import Testing

/// Gives every test its own injector, and makes it the current one.
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
/// Create traits of this type with `.injector(…)`, which declares bindings; with `.overriding(…)`,
/// which replaces bindings; and with `.recordingInjections`. Traits of a suite apply to all tests
/// in it, including those of nested suites. They apply from the outermost suite to the test, in the
/// order in which you write them. An `.injector` replaces the ones before it, so the one nearest to
/// the test takes effect. An `.overriding` replaces bindings of the traits before it.
///
/// The injector is created from all traits of the test, before any code of the test runs. So a
/// replaced binding creates nothing, not even an eager singleton. Each test and each case of a
/// parameterized test has its own injector. It is `Injector.current` in the test, in the
/// initializer of its suite, in later traits, and in the tasks that they start with `async let`, in
/// task groups and with `Task { … }`.
///
/// If a binding of the injector, its class, or an extension belongs to the main actor, all eager
/// singletons are created on the main actor.
///
/// After the test, the injector is shut down. It releases singletons in the reverse order of their
/// completion, each on its own actor, and awaits asynchronous releases. An error becomes an issue
/// of the test. If a task of the test is still running, its later requests throw
/// `injectorShutDown`.
///
/// If the injector cannot be created, the test fails with the text of the error, and its body does
/// not run. The issue is reported at the nearest trait: on the test or on a suite.
///
/// `Sendable`: tests run in parallel and do not see one another's injectors.
///
/// - Important: Detached tasks, threads and dispatch queues do not inherit task-local values, so
///   they see the default injector. Pass the injector yourself:
///   `Task.detached { [injector] in try Injector.withCurrent(injector) { … } }`.
public struct InjectorTrait: TestTrait, SuiteTrait, TestScoping {
  /// Distinguishes a trait from another one with the same contents.
  private final class Identity: Sendable {}

  let parts: [TestRecipe.Part]
  let sourceLocation: SourceLocation?
  private let identity = Identity()

  init(_ parts: [TestRecipe.Part], at sourceLocation: SourceLocation?) {
    self.parts = parts
    self.sourceLocation = sourceLocation
  }

  /// True: a trait of a suite applies to each test in it.
  public var isRecursive: Bool { true }

  /// Runs a test, or one case of it, with its own injector.
  ///
  /// The testing library calls it. Your own trait may call it, too, with the arguments that it
  /// received. If that trait is for suites, let its `isRecursive` return true: otherwise, it is
  /// called once for a suite, and the tests of the suite share an injector.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The case of a parameterized test.
  ///   - function: Runs the test.
  /// - Throws: Any error that the function throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    let outer = TestScope.current
    // The first of a test's traits does the work of all of them.
    if let outer, outer.traits.contains(where: isSame) {
      return try await TestScope.$current.withValue(outer.reaching(self)) { try await function() }
    }
    let declared = test.traits.compactMap { $0 as? InjectorTrait }
    // A trait that another one calls is not among those of the test.
    let traits =
      if declared.contains(where: isSame) {
        (outer?.traits ?? []) + declared
      } else {
        (outer?.reached ?? []) + [self] + (outer?.remaining ?? [])
      }
    let recipe = TestRecipe(parts: traits.flatMap(\.parts))
    let recorder = recipe.isRecording ? InjectionRecorder() : nil
    let location = traits.last { $0.sourceLocation != nil }?.sourceLocation ?? test.sourceLocation
    let injector: Injector
    do {
      injector = try await recipe.makeInjector(heardBy: recorder, at: location)
    } catch {
      Issue.record(
        error, "The injector of the test could not be created.", sourceLocation: location)
      return
    }
    let scope = TestScope(
      traits: traits, reached: (outer?.reached ?? []) + [self], recorder: recorder)
    try await TestScope.$current.withValue(scope) {
      try await Injector.withCurrent(injector) {
        do {
          try await function()
        } catch {
          await shutDown(injector, at: location)
          throw error
        }
        await shutDown(injector, at: location)
      }
    }
  }

  /// Releases the objects that the injector keeps, each on the actor that it belongs to.
  ///
  /// An error becomes an issue of the test.
  private func shutDown(_ injector: Injector, at location: SourceLocation) async {
    do {
      try await injector.shutdownGracefully()
    } catch {
      Issue.record(
        error, "The injector of the test could not be shut down.", sourceLocation: location)
    }
  }

  fileprivate func isSame(_ other: InjectorTrait) -> Bool { identity === other.identity }
}

/// The state of a running test, apart from its injector.
struct TestScope: Sendable {
  @TaskLocal static var current: TestScope?

  /// The traits that the injector was created from, the outermost first.
  let traits: [InjectorTrait]
  /// Those that the testing library has called so far.
  let reached: [InjectorTrait]
  /// Observes the injector, if a trait asks for it.
  let recorder: InjectionRecorder?

  /// Those that it will call within the present one.
  var remaining: [InjectorTrait] {
    traits.filter { trait in !reached.contains(where: trait.isSame) }
  }

  /// The scope in which a trait, whose work is done, has been called.
  func reaching(_ trait: InjectorTrait) -> TestScope {
    reached.contains(where: trait.isSame)
      ? self : TestScope(traits: traits, reached: reached + [trait], recorder: recorder)
  }
}
