/// A class that lists the properties an injector sets.
///
/// The compiler checks ``Requirements`` and turns them into direct stores. You write them inside the
/// class, so they reach `private(set)` properties, too:
///
/// ```swift
/// class Garage: Injectable {
///   var owner: Person!
///   private(set) var cars: [Car] = []
///   class var requires: Requirements { requiring(\.owner, \.cars) }
/// }
/// ```
///
/// A final class may list plain key paths of type `[PartialKeyPath<Garage>]`, another class of type
/// `[AnyKeyPath]`; the compiler does not check these. Every class of a hierarchy lists only its own
/// properties. The injector merges the lists along the chain, superclass first. The chain starts at
/// the object's run-time class.
///
/// - Important: There is no default implementation, on purpose. If the class that conforms first
///   used a default, Swift would use it for the subclasses, too, and silently ignore their lists.
/// - Important: `static let requires` does not compile in Swift 6, because key paths are not
///   `Sendable`. Use a computed property.
public protocol Injectable: InjectionDeclaring {
  /// The type of the list: `[PartialKeyPath<Class>]`, `[AnyKeyPath]` or ``Requirements``.
  ///
  /// Every class of a hierarchy uses the list type of the root class.
  associatedtype RequiredProperties: RequirementList

  /// The properties to inject, in the order in which they are set.
  ///
  /// The injector reads the list once per class and process.
  static var requires: RequiredProperties { get }
}
