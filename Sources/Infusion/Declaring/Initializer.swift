/// An initializer for the injector, with the origin of each of its parameters.
///
/// Without a list of parameters all of them are resolved:
///
/// ```swift
/// final class Cache: InitializerDeclaring {
///   let store: Store
///   init(store: Store) { self.store = store }
///   static var initializer: Initializer { Initializer(Cache.init(store:)) }
/// }
/// ```
///
/// Any function that returns the type serves, a static factory method too. The arguments of a call
/// fill the ``Parameter/argument`` slots in order; what is left overrides the defaults, in order.
///
/// Not `Sendable`.
public struct Initializer {
  /// Where one parameter of an initializer comes from.
  ///
  /// Not `Sendable`: a default may be of any type.
  public struct Parameter {
    enum Origin {
      case resolved(Name?)
      case constant(Any)
      case argument
    }

    let origin: Origin

    /// The injector resolves the parameter's type.
    public static var resolved: Parameter { Parameter(origin: .resolved(nil)) }

    /// The injector resolves the parameter's type under a name.
    ///
    /// - Parameter name: The name of the binding.
    /// - Returns: A parameter that is resolved by its type and the name.
    public static func named(_ name: Name) -> Parameter { Parameter(origin: .resolved(name)) }

    /// The value is used unless an argument of the call overrides it.
    ///
    /// - Parameter value: The value; its type is checked when the initializer is first used.
    /// - Returns: A parameter with a default.
    public static func `default`(_ value: Any) -> Parameter { Parameter(origin: .constant(value)) }

    /// The caller gives the value, with `resolve(_:arguments:)`.
    ///
    /// A trailing argument of an Optional type may be omitted.
    public static var argument: Parameter { Parameter(origin: .argument) }
  }

  let makeRecipe: () -> Recipe
  let parameters: [Parameter]
  let type: Any.Type

  /// Declares an initializer.
  ///
  /// - Parameters:
  ///   - initializer: The initializer, with its labels where it is overloaded:
  ///     `Car.init(make:model:)`.
  ///   - parameters: One origin per parameter, or none at all if every parameter is resolved.
  public init<Instance, each Input>(
    _ initializer: @escaping (repeat each Input) throws -> Instance, _ parameters: Parameter...
  ) {
    self.parameters = parameters
    type = Instance.self
    makeRecipe = { InitializerRecipe(initializer, parameters: parameters) }
  }
}
