public import Infusion
public import Testing

/// The traits that change the injector of a test, or record its work.
extension Trait where Self == InjectorTrait {
  /// Replaces bindings of the test's injector.
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
  /// `Injector.Options.forbidsRebinding` does not forbid this. Contributions are added to the
  /// existing ones. If several traits override a key, the one nearest to the test takes effect.
  ///
  /// - Important: It applies to the `.injector` before it. A later `.injector` drops it.
  ///
  /// - Parameters:
  ///   - sourceLocation: The source location of the trait.
  ///   - configure: Declares bindings. It is called for each test.
  /// - Returns: The trait.
  public static func overriding(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ configure: @escaping @Sendable @isolated(any) (Binder) throws -> Void
  ) -> Self {
    InjectorTrait([.overridingClosure(configure)], at: sourceLocation)
  }

  /// Replaces bindings of the test's injector with those of a module.
  ///
  /// - Parameters:
  ///   - replacement: A module whose bindings replace those with the same keys; nil for none. It is
  ///     created again for each test.
  ///   - sourceLocation: The source location of the trait.
  /// - Returns: The trait.
  public static func overriding(
    with replacement: @autoclosure @escaping @Sendable @MainActor () throws -> (any Module)?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    InjectorTrait([.overridingModule(replacement)], at: sourceLocation)
  }

  /// Records what the injector of each test creates and injects.
  ///
  /// The recorder of the running test is ``InjectionRecorder/current``.
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
