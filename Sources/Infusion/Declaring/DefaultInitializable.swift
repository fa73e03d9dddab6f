/// A class that an injector may create with `init()` when nothing is bound for it.
///
/// ```swift
/// final class Clock: DefaultInitializable {}
/// ```
///
/// The injector injects and awakes the object like any other. ``Scoped`` says how long it lives, or
/// else ``Injector/Options/onDemandScope``.
public protocol DefaultInitializable: InjectionDeclaring {
  /// Creates an object whose properties are still to be injected.
  init()
}
