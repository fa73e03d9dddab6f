public import Infusion
public import Testing

/// The traits that change the injector of a test, or record what it does.
extension Trait where Self == InjectorTrait {
  /// Replaces bindings of the injector that the suites around say, for these tests.
  ///
  /// ```swift
  /// @Suite(.injector(ShopModule()))
  /// struct PaymentTests {
  ///   @Test(.overriding { $0.bind(Gateway.self).to { FakeGateway() } })
  ///   func theFakeIsAsked() throws {
  ///     #expect(try inject(Gateway.self) is FakeGateway)
  ///   }
  /// }
  /// ```
  ///
  /// What it binds again is replaced also where `Injector.Options.forbidsRebinding` is
  /// set; what it contributes is added. Where several override a key, the one nearest to the test
  /// counts.
  ///
  /// - Important: It concerns the `.injector` that stands before it. One that follows begins anew.
  ///
  /// - Parameters:
  ///   - sourceLocation: Where the trait is written.
  ///   - configure: Declares bindings. It is called for each test.
  /// - Returns: The trait.
  public static func overriding(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ configure: @escaping @Sendable (Binder) throws -> Void
  ) -> Self {
    InjectorTrait([.overridingClosure(configure)], at: sourceLocation)
  }

  /// Replaces bindings of the injector that the suites around say by those of a module.
  ///
  /// - Parameters:
  ///   - replacement: A module whose bindings replace those of the same keys; nil for none. It is
  ///     made anew for each test.
  ///   - sourceLocation: Where the trait is written.
  /// - Returns: The trait.
  public static func overriding(
    with replacement: @autoclosure @escaping @Sendable () throws -> (any Module)?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    InjectorTrait([.overridingModule(replacement)], at: sourceLocation)
  }

  /// Records what the injector of each test creates and injects.
  ///
  /// The record of the test that runs is ``InjectionRecorder/current``.
  ///
  /// ```swift
  /// @Test(.injector(ShopModule()), .recordingInjections)
  /// func aCheckoutMakesOneGateway() throws {
  ///   _ = try inject(Checkout.self)
  ///   try InjectionRecorder.current.expectCreatedOnce(Gateway.self)
  /// }
  /// ```
  public static var recordingInjections: Self { InjectorTrait([.recording], at: nil) }
}
