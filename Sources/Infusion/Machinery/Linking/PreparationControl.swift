/// What changes and shutdowns of injectors ask of the jobs that prepare singletons.
///
/// An injector refers to it only after its first job, and it has closures instead of methods. So a
/// linker can leave the jobs out of a program that prepares nothing.
///
/// Threads may share it: immutable, and the closures take the lock of ``Preparations``.
final class PreparationControl {
  /// Set by the first job of the process.
  static let shared = OnceReference<PreparationControl>()

  /// Stops preparing what these keepers were to keep; closures that have not begun do not begin.
  let withdraw: (ContiguousArray<Keeper>) -> Void
  /// Waits until no closure of an ended injector runs any more, unless a closure asks.
  let waitForClosures: (InjectorCore) async -> Void
  /// Whether a running closure asks, or a child task of one.
  let isAskedByClosure: () -> Bool

  init(
    withdraw: @escaping (ContiguousArray<Keeper>) -> Void,
    waitForClosures: @escaping (InjectorCore) async -> Void,
    isAskedByClosure: @escaping () -> Bool
  ) {
    self.withdraw = withdraw
    self.waitForClosures = waitForClosures
    self.isAskedByClosure = isAskedByClosure
  }
}
