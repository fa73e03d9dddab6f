/// Whether the present code runs on the main actor, asked of the runtime.
///
/// A conformance that is isolated to the main actor can be found by a dynamic cast from `Any` on
/// the main actor only; a cast of a metatype that is known to be one succeeds everywhere, silently.
enum MainActorIsolation {
  private protocol Probe {}
  @MainActor private final class IsolatedClass: @MainActor Probe {}

  static var isCurrent: Bool { (IsolatedClass.self as Any) is any Probe.Type }

  /// Throws unless a cast has found the conformance.
  static func require(_ found: Bool, _ key: Key) throws(InjectionError) {
    guard found else { throw InjectionError(.mainActorRequired(key.type)) }
  }
}
