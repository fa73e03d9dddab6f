package import Infusion
import InfusionLogging
import InfusionMetrics
package import Logging
package import Metrics

extension Injector.Options {
  /// Logs and measures the events of the injector.
  ///
  /// - Parameters:
  ///   - logger: Logs what is created at the level `debug`, and what is reused at `trace`.
  ///   - metrics: Makes the metrics; nil for the factory that the program has chosen.
  package static func observed(
    by logger: Logger, metrics: (any MetricsFactory)? = nil
  ) -> Injector.Options {
    Injector.Options(observers: [LoggingObserver(logger), MetricsObserver(factory: metrics)])
  }
}
