/// A class that lists the properties an injector sets.
///
/// The compiler checks ``Requirements``, and turns them into direct stores in an optimized build.
/// You write the list inside the class, so it may contain `private(set)` properties:
///
/// ```swift
/// class Garage: Injectable {
///   var owner: Person!
///   private(set) var cars: [Car] = []
///   class var requires: Requirements { requiring(\.owner, \.cars) }
/// }
/// ```
///
/// Every class of a hierarchy lists only its own properties. The injector merges the lists of the
/// object's run-time class and all its superclasses, superclass first. A list may also be an array
/// of plain key paths: `[PartialKeyPath<Garage>]` in a final class, `[AnyKeyPath]` in any class.
/// The compiler does not check that these properties can be set.
///
/// - Important: There is intentionally no default implementation. If the class that conforms first
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
  /// The injector reads the list at the first use of the class, and again at the first use of each
  /// subclass. Several threads may read it at the same time, so return the same list each time.
  static var requires: RequiredProperties { get }
}

/// The protocol that ``Injectable``, ``NamedInjectable``, ``DefaultInitializable`` and
/// ``AwakesFromInjection`` refine.
///
/// It has no requirements. Every class that conforms to one of these protocols has the method
/// ``inject(fileID:line:)``. Name it only in a conditional conformance, next to one of these
/// protocols.
public protocol InjectionDeclaring: AnyObject {}
