/// A class that an injector may create with `init()` when nothing is bound for it.
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
