/// A class that says under which name some of its properties are asked for.
///
/// ```swift
/// final class Dashboard: NamedInjectable {
///   var left: Headlight!
///   var right: Headlight!
///   static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<Dashboard>> {
///     ["LeftHeadlight": \.left, "RightHeadlight": \.right]
///   }
/// }
/// ```
///
/// The properties are set after those of ``Injectable/requires`` of the same class. The map is made
/// of pairs, not a dictionary: two properties may use one name. A class that may be subclassed uses
/// `AnyKeyPath` as the value type.
///
/// - Important: Use a computed property. `static let requiresNamed` does not compile in Swift 6,
///   because key paths are not `Sendable`.
public protocol NamedInjectable: InjectionDeclaring {
  /// The type of the map: `KeyValuePairs<Name, PartialKeyPath<Class>>` or `KeyValuePairs<Name,
  /// AnyKeyPath>`.
  associatedtype NamedProperties: NamedRequirementList

  /// The properties to inject and the name under which each is asked for, in the order in which
  /// they are set.
  static var requiresNamed: NamedProperties { get }
}
