/// A class whose objects an injector may create with `init()` if the class is not bound.
///
/// ```swift
/// final class Clock: DefaultInitializable {}
/// ```
///
/// The injector injects and awakes the object like any other. If the class is ``Scoped``, its scope
/// says how long the object lives; otherwise ``Injector/Options/onDemandScope`` does.
public protocol DefaultInitializable: InjectionDeclaring {
  /// Creates an object whose properties are still to be injected.
  init()
}
