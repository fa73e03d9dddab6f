public import Infusion
public import Testing

/// The traits that give tests an injector; each creates an ``InjectorTrait``.
extension Trait where Self == InjectorTrait {
  /// Gives every test an injector from a closure.
  ///
  /// ```swift
  /// @Test(.injector { $0.bind(Gateway.self).to { FakeGateway() } })
  /// func theGatewayIsAFake() throws {
  ///   #expect(try inject(Gateway.self) is FakeGateway)
  /// }
  /// ```
  ///
  /// Traits are evaluated outside any actor. If the closure needs the main actor, begin it with
  /// `@MainActor`: `.injector { @MainActor binder in … }`. The injector is then created on the main
  /// actor.
  ///
  /// - Parameters:
  ///   - options: The options of the injector. They are created for each test, and so are their
  ///     observers.
  ///   - sourceLocation: The source location of the trait.
  ///   - configure: Declares bindings. It is called for each test.
  /// - Returns: The trait.
  public static func injector(
    options: @autoclosure @escaping @Sendable () throws -> Injector.Options = Injector.Options(),
    sourceLocation: SourceLocation = #_sourceLocation,
    _ configure: @escaping @Sendable @isolated(any) (Binder) throws -> Void
  ) -> Self {
    InjectorTrait([.modules([], options), .closure(configure)], at: sourceLocation)
  }

  /// Gives every test an injector from modules, which may belong to the main actor.
  ///
  /// ```swift
  /// @Suite(.injector(ShopModule(), ClockModule(), overriding: FakesModule()))
  /// struct ShopTests {}
  /// ```
  ///
  /// - Parameters:
  ///   - first: A module. Like the others, it is created again for each test: tests do not share
  ///     its state, and it need not be Sendable.
  ///   - second: Another module, configured after the first; nil for none.
  ///   - third: Another module.
  ///   - fourth: Another module.
  ///   - fifth: Another module.
  ///   - sixth: Another module.
  ///   - seventh: Another module.
  ///   - eighth: Another module. To add more modules, install them in a module or a closure.
  ///   - options: The options of the injector. They are created for each test, and so are their
  ///     observers.
  ///   - replacement: A module whose bindings replace those with the same keys; nil for none.
  ///   - sourceLocation: The source location of the trait.
  /// - Returns: The trait.
  public static func injector(
    _ first: @autoclosure @escaping @Sendable @MainActor () throws -> (any Module)?,
    _ second: @autoclosure @escaping @Sendable @MainActor () throws -> (any Module)? = nil,
    _ third: @autoclosure @escaping @Sendable @MainActor () throws -> (any Module)? = nil,
    _ fourth: @autoclosure @escaping @Sendable @MainActor () throws -> (any Module)? = nil,
    _ fifth: @autoclosure @escaping @Sendable @MainActor () throws -> (any Module)? = nil,
    _ sixth: @autoclosure @escaping @Sendable @MainActor () throws -> (any Module)? = nil,
    _ seventh: @autoclosure @escaping @Sendable @MainActor () throws -> (any Module)? = nil,
    _ eighth: @autoclosure @escaping @Sendable @MainActor () throws -> (any Module)? = nil,
    options: @autoclosure @escaping @Sendable () throws -> Injector.Options = Injector.Options(),
    overriding replacement: @autoclosure @escaping @Sendable @MainActor () throws -> (any Module)? =
      nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    let modules = [first, second, third, fourth, fifth, sixth, seventh, eighth]
    return InjectorTrait(
      [.modules(modules, options), .overridingModule(replacement)], at: sourceLocation)
  }

  /// Gives every test an injector from modules, and replaces some of their bindings.
  ///
  /// ```swift
  /// @Test(.injector(ShopModule(), overriding: { $0.bind(Gateway.self).to { FakeGateway() } }))
  /// func theShopTakesTheFake() throws {
  ///   #expect(try inject(Checkout.self).gateway is FakeGateway)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - first: A module. Like the others, it is created again for each test: tests do not share
  ///     its state, and it need not be Sendable.
  ///   - second: Another module, configured after the first; nil for none.
  ///   - third: Another module.
  ///   - fourth: Another module.
  ///   - fifth: Another module.
  ///   - sixth: Another module.
  ///   - seventh: Another module.
  ///   - eighth: Another module. To add more modules, install them in a module or a closure.
  ///   - options: The options of the injector. They are created for each test, and so are their
  ///     observers.
  ///   - sourceLocation: The source location of the trait.
  ///   - configure: Declares bindings that replace those with the same keys. It is called for each
  ///     test.
  /// - Returns: The trait.
  public static func injector(
    _ first: @autoclosure @escaping @Sendable @MainActor () throws -> (any Module)?,
    _ second: @autoclosure @escaping @Sendable @MainActor () throws -> (any Module)? = nil,
    _ third: @autoclosure @escaping @Sendable @MainActor () throws -> (any Module)? = nil,
    _ fourth: @autoclosure @escaping @Sendable @MainActor () throws -> (any Module)? = nil,
    _ fifth: @autoclosure @escaping @Sendable @MainActor () throws -> (any Module)? = nil,
    _ sixth: @autoclosure @escaping @Sendable @MainActor () throws -> (any Module)? = nil,
    _ seventh: @autoclosure @escaping @Sendable @MainActor () throws -> (any Module)? = nil,
    _ eighth: @autoclosure @escaping @Sendable @MainActor () throws -> (any Module)? = nil,
    options: @autoclosure @escaping @Sendable () throws -> Injector.Options = Injector.Options(),
    sourceLocation: SourceLocation = #_sourceLocation,
    overriding configure: @escaping @Sendable @isolated(any) (Binder) throws -> Void
  ) -> Self {
    let modules = [first, second, third, fourth, fifth, sixth, seventh, eighth]
    return InjectorTrait(
      [.modules(modules, options), .overridingClosure(configure)], at: sourceLocation)
  }
}
