#if canImport(Darwin)
  import Darwin
#endif

/// Whether the present code runs on the main actor.
enum MainActorIsolation {
  private protocol Probe {}
  @MainActor private final class IsolatedClass: @MainActor Probe {}

  /// Asks where the present code runs.
  ///
  /// On Apple's systems the main actor's thread is the main thread, and older run-time libraries
  /// cannot be asked. Elsewhere the run-time library is that of the compiler: a conformance that
  /// belongs to the main actor is found by a cast from `Any` on the main actor only.
  static var isCurrent: Bool {
    #if canImport(Darwin)
      pthread_main_np() != 0
    #else
      (IsolatedClass.self as Any) is any Probe.Type
    #endif
  }
}
