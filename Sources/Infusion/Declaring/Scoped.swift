/// A class that declares how long its instances live.
///
/// The scope applies when an injector creates an object of the class on demand, or through a link
/// without a scope of its own.
///
/// ```swift
/// class Registry: DefaultInitializable, Scoped {
///   required init() {}
///   class var scope: Scope { .singleton }
/// }
/// ```
///
/// A subclass inherits the scope like any class property. The subclass is a separate key, so it
/// never shares an instance with its superclass. To keep subclasses from inheriting its scope, a
/// class compares `self`:
///
/// ```swift
/// class Chair: DefaultInitializable, Scoped {
///   required init() {}
///   class var scope: Scope { self == Chair.self ? .singleton : .unscoped }
/// }
/// ```
public protocol Scoped {
  /// How long an instance is kept.
  static var scope: Scope { get }
}
