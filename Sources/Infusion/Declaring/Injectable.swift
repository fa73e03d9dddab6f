/// A class that lists the properties an injector sets.
///
/// The compiler checks ``Requirements``, and turns them into direct stores in an optimized build.
/// You write them inside the class, so they reach `private(set)` properties, too:
///
/// ```swift
/// class Garage: Injectable {
///   var owner: Person!
///   private(set) var cars: [Car] = []
///   class var requires: Requirements { requiring(\.owner, \.cars) }
/// }
/// ```
///
/// Instead, a final class may list plain key paths of type `[PartialKeyPath<Garage>]`, and any
/// class may list key paths of type `[AnyKeyPath]`. The compiler does not check that these
/// properties can be set. Every class of a hierarchy lists only its own properties. The injector
/// merges the lists of the object's run-time class and all its superclasses, superclass first.
///
/// - Important: There is no default implementation, on purpose. If the class that conforms first
///   used a default, Swift would use it for the subclasses, too, and silently ignore their lists.
/// - Important: Use a computed property. In a nonisolated class, `static let requires` does not
///   compile, because key paths are not `Sendable`.
public protocol Injectable: InjectionDeclaring {
  /// The type of the list: `[PartialKeyPath<Class>]`, `[AnyKeyPath]` or ``Requirements``.
  ///
  /// Every class of a hierarchy uses the list type of the root class. Swift infers it if you write
  /// `class var requires: Requirements { requiring(\.engine) }`, spelled exactly like this.
  associatedtype RequiredProperties: RequirementList

  /// The properties to inject, in the order in which they are set.
  ///
  /// The injector reads the list when it first meets the class, and again when it first meets each
  /// of its subclasses. Several threads may read it at once, so return the same list each time.
  static var requires: RequiredProperties { get }
}
