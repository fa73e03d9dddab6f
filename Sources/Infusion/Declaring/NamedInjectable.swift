/// A class that lists properties with the names of their bindings.
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
/// The injector sets these properties after the ones in ``Injectable/requires`` of the same class.
/// The list consists of pairs instead of a dictionary, because two properties may use the same
/// name. A class that may have subclasses uses `AnyKeyPath` as the value type.
///
/// - Important: Use a computed property. In a nonisolated class, `static let requiresNamed` does
///   not compile, because key paths are not `Sendable`.
public protocol NamedInjectable: InjectionDeclaring {
  /// The type of the list: `KeyValuePairs<Name, PartialKeyPath<Class>>` or
  /// `KeyValuePairs<Name, AnyKeyPath>`.
  ///
  /// Swift infers it if you write
  /// `class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> { ["left": \Car.left] }`, spelled
  /// exactly like this.
  associatedtype NamedProperties: NamedRequirementList

  /// The properties to inject, each with the name of its binding, in the order in which they are
  /// set.
  static var requiresNamed: NamedProperties { get }
}
