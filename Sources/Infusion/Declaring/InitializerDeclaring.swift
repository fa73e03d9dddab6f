/// A type that names the initializer with which an injector creates it.
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
/// - Important: A subclass that inherits the declaration needs one of its own. Otherwise, a request
///   for the subclass throws an error; it never returns an object of the superclass.
public protocol InitializerDeclaring {
  /// The initializer, and where the value of each of its parameters comes from.
  static var initializer: Initializer { get }
}
