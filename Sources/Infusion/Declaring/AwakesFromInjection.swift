/// A class with a method that runs when its properties are set.
///
/// ```swift
/// final class Registry: AwakesFromInjection {
///   private(set) var isOpen = false
///   func awakeFromInjection() { isOpen = true }
/// }
/// ```
///
/// The injector calls the method once for each object that it creates, and once for each call of
/// ``Injector/injectDependencies(into:fileID:line:)-(Object,_,_)``. At that point, every property
/// of the class and its superclasses is set, and the dependencies have awoken, except in a cycle.
/// The injector never calls the method for an instance that it only hands out.
///
/// If the method of an object that is being prepared asks for a value that is not prepared yet, the
/// preparation makes that value, and calls the method again. It does the same if another object of
/// the cycle asks, or a synchronous closure that the cycle needs. To have the value first, list it as
/// a property.
///
/// - Important: A non-throwing `awakeFromInjection` cannot be overridden by a throwing one.
public protocol AwakesFromInjection: InjectionDeclaring {
  /// Called once every property is set.
  ///
  /// It runs on the thread that asked for the object. No lock is held, so it may use the injector.
  ///
  /// - Throws: Any error. The properties stay set, and the request fails with
  ///   ``InjectionError/Code/providerFailed``, or with the ``InjectionError`` that was thrown. The
  ///   injector keeps neither the object nor anything that refers to it through a cycle.
  func awakeFromInjection() throws
}
