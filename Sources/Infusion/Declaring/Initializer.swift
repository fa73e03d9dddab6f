/// A type that declares which initializer an injector calls to create its instances.
///
/// ```swift
/// final class Coupe: InitializerDeclaring {
///   let make: String
///   let model: String
///   init(make: String, model: String) {
///     self.make = make
///     self.model = model
///   }
///   static var initializer: Initializer {
///     Initializer(Coupe.init(make:model:), .argument, .default("Passat"))
///   }
/// }
/// ```
///
/// - Important: A subclass has to override the declaration. Otherwise, a request for the subclass
///   throws an error; it never returns an object of the superclass.
public protocol InitializerDeclaring {
  /// The initializer, and where the value of each of its parameters comes from.
  static var initializer: Initializer { get }
}

/// An initializer that the injector calls, and the source of each parameter's value.
///
/// Without a list of parameters, the injector resolves all of them:
///
/// ```swift
/// final class Cache: InitializerDeclaring {
///   let store: Store
///   init(store: Store) { self.store = store }
///   static var initializer: Initializer { Initializer(Cache.init(store:)) }
/// }
/// ```
///
/// Instead of an initializer, you can use any function that returns the type, such as a static
/// factory method. The arguments of a call fill the parameters that are marked
/// ``Parameter/argument``, in order. Further arguments override the defaults, in order.
///
/// Not `Sendable`.
public struct Initializer {
  /// The source of the value of one parameter.
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

    /// A value that an argument from the call may override.
    ///
    /// - Parameter value: The value; nil if the parameter may be nil. The injector checks its type at the
    ///   first use.
    /// - Returns: A parameter with a default.
    public static func `default`(_ value: Any?) -> Parameter {
      Parameter(origin: .constant(value ?? Any?.none as Any))
    }

    /// The caller passes the value, with `resolve(_:arguments:)`.
    ///
    /// A trailing argument of an Optional type may be omitted.
    public static var argument: Parameter { Parameter(origin: .argument) }
  }

  let recipe: Recipe

  /// Declares an initializer.
  ///
  /// - Parameters:
  ///   - initializer: The initializer, with its labels if it is overloaded:
  ///     `Car.init(make:model:)`.
  ///   - parameters: One element for each parameter, or none if the injector resolves every
  ///     parameter.
  public init<Instance, each Input>(
    _ initializer: @escaping (repeat each Input) throws -> Instance, _ parameters: Parameter...
  ) {
    self.init(Function(function: initializer), parameters, requiresMainActor: false)
  }

  /// Declares an initializer that belongs to the main actor.
  ///
  /// - Parameters:
  ///   - initializer: The initializer, which runs on the main actor only.
  ///   - parameters: One element for each parameter, or none if the injector resolves every
  ///     parameter.
  public init<Instance, each Input>(
    _ initializer: @escaping @MainActor (repeat each Input) throws -> Instance,
    _ parameters: Parameter...
  ) {
    self.init(KeptFunction(function: initializer).unchecked, parameters, requiresMainActor: true)
  }

  private init<Instance, each Input>(
    _ function: Function<Instance, repeat each Input>, _ parameters: [Parameter],
    requiresMainActor: Bool
  ) {
    recipe = unsafe InitializerRecipe(
      of: Instance.self, repeat (each Input).self, parameters: parameters, kind: .onDemand,
      requiresMainActor: requiresMainActor
    ) { inputs, memory in
      var inputs = inputs
      unsafe memory.initializeMemory(
        as: Instance.self, to: try function.call(repeat inputs.take((each Input).self)))
    }
  }
}
