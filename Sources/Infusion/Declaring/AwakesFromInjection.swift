/// A class that is told when its properties have been set.
///
/// ```swift
/// final class Registry: AwakesFromInjection {
///   private(set) var isOpen = false
///   func awakeFromInjection() { isOpen = true }
/// }
/// ```
///
/// The method is called once per construction and once per
/// ``Injector/injectDependencies(into:fileID:line:)``, after every property of the whole class
/// chain is set and after the dependencies have been awoken themselves. It is never called for an
/// instance that was merely handed out.
///
/// - Important: A non-throwing `awakeFromInjection` cannot be overridden by a throwing one.
public protocol AwakesFromInjection: InjectionDeclaring {
  /// Called when every property is set.
  ///
  /// It runs on the thread that asked for the object, without a lock, and may use the injector.
  ///
  /// - Throws: Any error. The properties stay set, the request fails with
  ///   ``InjectionError/Code/providerFailed``, and neither the object nor anything that refers to
  ///   it through a cycle is kept by the injector.
  func awakeFromInjection() throws
}
