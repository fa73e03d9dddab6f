/// A class that an injector may create with `init()` when nothing is bound for it.
///
/// ```swift
/// final class Clock: DefaultInitializable {}
/// ```
///
/// The object is injected and awoken like any other. How long it lives is said by ``Scoped`` or,
/// without it, by ``Injector/Options/onDemandScope``.
public protocol DefaultInitializable: InjectionDeclaring {
  /// Creates an object whose properties are still to be injected.
  init()
}
