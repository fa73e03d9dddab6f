public import CoreMetrics
public import Infusion
import Metrics
import Synchronization

/// Counts and times the events of an injector, with swift-metrics.
///
/// ```swift
/// let injector = try Injector([AppModule()], options: .init(observers: [MetricsObserver()]))
/// ```
///
/// | metric | kind | what it measures |
/// |---|---|---|
/// | `injection_creations` | timer | a value was made, dependencies included |
/// | `injection_injections` | timer | an object was injected, dependencies included |
/// | `injection_reuses` | counter | an instance that exists was handed out |
/// | `injection_failures` | counter | a value was not made, or an object not injected |
///
/// All of them have the dimensions `type` and `scope`; failures also have `code`. The name of a key
/// is omitted, because there may be any number of names.
public final class MetricsObserver: InjectionObserver {
  private let prefix: String
  private let factory: any MetricsFactory
  private let known = Mutex<[Series: Meters]>([:])

  /// Makes an observer.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of the names of the metrics.
  ///   - factory: Makes the metrics; by default, the factory that the program has chosen.
  public init(prefix: String = "injection", factory: (any MetricsFactory)? = nil) {
    self.prefix = prefix
    self.factory = factory ?? MetricsSystem.factory
  }

  public func didCreate(_ event: InjectionEvent) {
    if let duration = event.duration { meters(for: event).creations.record(duration: duration) }
  }

  public func didInject(_ event: InjectionEvent) {
    if let duration = event.duration { meters(for: event).injections.record(duration: duration) }
  }

  public func didReuse(_ event: InjectionEvent) {
    meters(for: event).reuses.increment()
  }

  public func didFail(_ event: InjectionEvent, _ error: InjectionError) {
    // Failures are rare, so their counter is not kept.
    let dimensions = Self.dimensions(of: event) + [("code", "\(error.code)")]
    Counter(label: "\(prefix)_failures", dimensions: dimensions, factory: factory).increment()
  }

  /// The metrics of a type in one scope.
  private struct Meters {
    let creations: Timer
    let injections: Timer
    let reuses: Counter
  }

  private struct Series: Hashable {
    let type: ObjectIdentifier
    let scope: Scope
  }

  private func meters(for event: InjectionEvent) -> Meters {
    known.withLock { known in
      let series = Series(type: ObjectIdentifier(event.key.type), scope: event.scope)
      if let meters = known[series] { return meters }
      let dimensions = Self.dimensions(of: event)
      let meters = Meters(
        creations: Timer(
          label: "\(prefix)_creations", dimensions: dimensions, factory: factory),
        injections: Timer(
          label: "\(prefix)_injections", dimensions: dimensions, factory: factory),
        reuses: Counter(label: "\(prefix)_reuses", dimensions: dimensions, factory: factory))
      known[series] = meters
      return meters
    }
  }

  private static func dimensions(of event: InjectionEvent) -> [(String, String)] {
    [("type", "\(Key(event.key.type))"), ("scope", "\(event.scope)")]
  }
}
