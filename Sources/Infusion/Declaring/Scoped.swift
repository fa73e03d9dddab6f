/// A class that declares how long its instances live.
///
/// The scope applies when an injector creates an object of the class without a binding, on demand
/// or through a link.
///
/// ```swift
/// class Registry: DefaultInitializable, Scoped {
///   required init() {}
///   class var scope: Scope { .singleton }
/// }
/// ```
///
/// A subclass inherits the scope like any class property, but has its own key, so it never shares
/// an instance with its superclass. If the scope is for the class only, compare `self`:
///
/// ```swift
/// class Chair: DefaultInitializable, Scoped {
///   required init() {}
///   class var scope: Scope { self == Chair.self ? .singleton : .unscoped }
/// }
/// ```
public protocol Scoped {
  /// The scope of objects of the class that have no binding.
  static var scope: Scope { get }
}
