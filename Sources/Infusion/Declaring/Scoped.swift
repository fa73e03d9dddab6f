/// A class with a lifetime of its own.
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
/// A subclass inherits the scope like any class property. It is always a key of its own, so it
/// never shares the instance of its superclass. A class that must not pass its scope on compares
/// `self`:
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
