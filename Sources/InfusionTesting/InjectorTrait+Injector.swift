public import Infusion
public import Testing

/// The traits that give tests an injector; each makes an ``InjectorTrait``.
extension Trait where Self == InjectorTrait {
  /// Gives every test an injector that is made from a closure.
  ///
  /// ```swift
  /// @Test(.injector { $0.bind(Gateway.self).to { FakeGateway() } })
  /// func theGatewayIsAFake() throws {
  ///   #expect(try inject(Gateway.self) is FakeGateway)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - options: How the injector behaves where there is a choice. They are made for each test, as
  ///     are observers in them.
  ///   - sourceLocation: Where the trait is written.
  ///   - configure: Declares bindings. It is called for each test.
  /// - Returns: The trait.
  public static func injector(
    options: @autoclosure @escaping @Sendable () throws -> Injector.Options = Injector.Options(),
    sourceLocation: SourceLocation = #_sourceLocation,
    _ configure: @escaping @Sendable (Binder) throws -> Void
  ) -> Self {
    InjectorTrait([.closure(configure, options)], at: sourceLocation)
  }

  /// Gives every test an injector that is made from modules.
  ///
  /// ```swift
  /// @Suite(.injector(ShopModule(), ClockModule(), overriding: FakesModule()))
  /// struct ShopTests {}
  /// ```
  ///
  /// - Parameters:
  ///   - first: A module. It is made anew for each test, as are the others: tests do not share the
  ///     state of a module, and it need not be Sendable.
  ///   - second: Another module, configured after the first; nil for none.
  ///   - third: Another module.
  ///   - fourth: Another module.
  ///   - fifth: Another module.
  ///   - sixth: Another module.
  ///   - seventh: Another module.
  ///   - eighth: Another module. What is more is installed by one of the modules, or by a closure.
  ///   - options: How the injector behaves where there is a choice. They are made for each test, as
  ///     are observers in them.
  ///   - replacement: A module whose bindings replace those of the same keys; nil for none.
  ///   - sourceLocation: Where the trait is written.
  /// - Returns: The trait.
  public static func injector(
    _ first: @autoclosure @escaping @Sendable () throws -> (any Module)?,
    _ second: @autoclosure @escaping @Sendable () throws -> (any Module)? = nil,
    _ third: @autoclosure @escaping @Sendable () throws -> (any Module)? = nil,
    _ fourth: @autoclosure @escaping @Sendable () throws -> (any Module)? = nil,
    _ fifth: @autoclosure @escaping @Sendable () throws -> (any Module)? = nil,
    _ sixth: @autoclosure @escaping @Sendable () throws -> (any Module)? = nil,
    _ seventh: @autoclosure @escaping @Sendable () throws -> (any Module)? = nil,
    _ eighth: @autoclosure @escaping @Sendable () throws -> (any Module)? = nil,
    options: @autoclosure @escaping @Sendable () throws -> Injector.Options = Injector.Options(),
    overriding replacement: @autoclosure @escaping @Sendable () throws -> (any Module)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    let modules = [first, second, third, fourth, fifth, sixth, seventh, eighth]
    return InjectorTrait(
      [.modules(modules, options), .overridingModule(replacement)], at: sourceLocation)
  }

  /// Gives every test an injector that is made from modules, some of whose bindings are replaced.
  ///
  /// ```swift
  /// @Test(.injector(ShopModule(), overriding: { $0.bind(Gateway.self).to { FakeGateway() } }))
  /// func theShopTakesTheFake() throws {
  ///   #expect(try inject(Checkout.self).gateway is FakeGateway)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - first: A module. It is made anew for each test, as are the others: tests do not share the
  ///     state of a module, and it need not be Sendable.
  ///   - second: Another module, configured after the first; nil for none.
  ///   - third: Another module.
  ///   - fourth: Another module.
  ///   - fifth: Another module.
  ///   - sixth: Another module.
  ///   - seventh: Another module.
  ///   - eighth: Another module. What is more is installed by one of the modules, or by a closure.
  ///   - options: How the injector behaves where there is a choice. They are made for each test, as
  ///     are observers in them.
  ///   - sourceLocation: Where the trait is written.
  ///   - configure: Declares bindings that replace those of the same keys. It is called for each
  ///     test.
  /// - Returns: The trait.
  public static func injector(
    _ first: @autoclosure @escaping @Sendable () throws -> (any Module)?,
    _ second: @autoclosure @escaping @Sendable () throws -> (any Module)? = nil,
    _ third: @autoclosure @escaping @Sendable () throws -> (any Module)? = nil,
    _ fourth: @autoclosure @escaping @Sendable () throws -> (any Module)? = nil,
    _ fifth: @autoclosure @escaping @Sendable () throws -> (any Module)? = nil,
    _ sixth: @autoclosure @escaping @Sendable () throws -> (any Module)? = nil,
    _ seventh: @autoclosure @escaping @Sendable () throws -> (any Module)? = nil,
    _ eighth: @autoclosure @escaping @Sendable () throws -> (any Module)? = nil,
    options: @autoclosure @escaping @Sendable () throws -> Injector.Options = Injector.Options(),
    sourceLocation: SourceLocation = #_sourceLocation,
    overriding configure: @escaping @Sendable (Binder) throws -> Void
  ) -> Self {
    let modules = [first, second, third, fourth, fifth, sixth, seventh, eighth]
    return InjectorTrait(
      [.modules(modules, options), .overridingClosure(configure)], at: sourceLocation)
  }
}
