/// A class that declares how long its instances live.
///
/// The scope applies when an injector creates the class on demand, or through a link without a
/// scope of its own.
///
/// ```swift
/// class Registry: DefaultInitializable, Scoped {
///   required init() {}
///   class var scope: Scope { .singleton }
/// }
/// ```
///
/// A subclass inherits the scope like any class property. The subclass is always a key of its own,
/// so it never shares the instance of its superclass. To keep subclasses from inheriting its scope,
/// a class compares `self`:
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
