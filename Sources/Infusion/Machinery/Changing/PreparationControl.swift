/// What changes and shutdowns of injectors ask of the jobs that prepare singletons.
///
/// An injector refers to it only after its first job, and it has closures instead of methods. So a
/// linker can leave the jobs out of a program that prepares nothing.
///
/// `@unchecked Sendable`: immutable, and the closures take the lock of ``Preparations``.
final class PreparationControl: @unchecked Sendable {
  /// Stops preparing what these keepers of an injector keep, or all of its keepers; closures that
  /// have not begun do not begin.
  let withdraw: (InjectorCore, ContiguousArray<Keeper>?) -> Void
  /// Waits until no closure of an ended injector runs any more, unless a closure asks.
  let waitForClosures: (InjectorCore) async -> Void

  init(
    withdraw: @escaping (InjectorCore, ContiguousArray<Keeper>?) -> Void,
    waitForClosures: @escaping (InjectorCore) async -> Void
  ) {
    self.withdraw = withdraw
    self.waitForClosures = waitForClosures
  }
}
