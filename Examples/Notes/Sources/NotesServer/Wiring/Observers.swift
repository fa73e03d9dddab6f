package import Infusion
import InfusionLogging
import InfusionMetrics
package import Logging
package import Metrics

extension Injector.Options {
  /// Logs and measures what the injector does.
  ///
  /// - Parameters:
  ///   - logger: Takes what is made; at the level `debug`, or `trace` for what exists already.
  ///   - metrics: What makes the metrics; nil for what the program has chosen.
  package static func observed(
    by logger: Logger, metrics: (any MetricsFactory)? = nil
  ) -> Injector.Options {
    Injector.Options(observers: [LoggingObserver(logger), MetricsObserver(factory: metrics)])
  }
}
