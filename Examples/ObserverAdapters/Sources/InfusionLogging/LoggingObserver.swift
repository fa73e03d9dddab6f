public import Infusion
public import Logging

/// Logs the events of an injector, with swift-log.
///
/// ```swift
/// let observer = LoggingObserver(Logger(label: "injection"))
/// let injector = try Injector([AppModule()], options: .init(observers: [observer]))
/// ```
///
/// Each message has the metadata `injection.key`, `injection.scope` and `injection.depth`; the end
/// of an operation also has `injection.duration` in seconds, and a failure `injection.code`.
///
/// A failure is reported for every request on the path to the call. The whole text, with the path
/// and possible fixes, is logged for the call, and only the code for the other requests.
public struct LoggingObserver: InjectionObserver {
  /// The level for each kind of event; nil omits the event.
  public struct Levels: Sendable {
    /// A value is about to be made.
    public var beginning: Logger.Level?
    /// A value has been made.
    public var creation: Logger.Level? = .debug
    /// The properties of an object have been set.
    public var injection: Logger.Level? = .trace
    /// An existing instance has been handed out.
    public var reuse: Logger.Level? = .trace
    /// A call failed.
    public var failure: Logger.Level? = .error
    /// A request on the path to the call failed.
    public var innerFailure: Logger.Level? = .debug

    /// Makes the default levels.
    public init() {}
  }

  private let logger: Logger
  private let levels: Levels

  /// Makes an observer.
  ///
  /// - Parameters:
  ///   - logger: The logger; its own level decides what is finally written.
  ///   - levels: The level for each kind of event.
  public init(_ logger: Logger, levels: Levels = Levels()) {
    self.logger = logger
    self.levels = levels
  }

  public func willCreate(_ event: InjectionEvent) {
    log(event, at: levels.beginning, "making \(event.key)")
  }

  public func didCreate(_ event: InjectionEvent) {
    log(event, at: levels.creation, "made \(event.key)")
  }

  public func didInject(_ event: InjectionEvent) {
    log(event, at: levels.injection, "injected \(event.key)")
  }

  public func didReuse(_ event: InjectionEvent) {
    log(event, at: levels.reuse, "reused \(event.key)")
  }

  public func didFail(_ event: InjectionEvent, _ error: InjectionError) {
    let isCall = event.depth == 0
    log(
      event, at: isCall ? levels.failure : levels.innerFailure,
      isCall ? "\(error)" : "\(event.key) failed: \(error.code)", error.code)
  }

  /// Makes text and metadata only if the logger does not drop them.
  private func log(
    _ event: InjectionEvent, at level: Logger.Level?, _ message: @autoclosure () -> Logger.Message,
    _ code: InjectionError.Code? = nil
  ) {
    guard let level else { return }
    logger.log(level: level, message(), metadata: metadata(of: event, code))
  }

  private func metadata(
    of event: InjectionEvent, _ code: InjectionError.Code?
  ) -> Logger.Metadata {
    var metadata: Logger.Metadata = [
      "injection.key": "\(event.key)",
      "injection.scope": "\(event.scope)",
      "injection.depth": "\(event.depth)",
    ]
    if let duration = event.duration {
      metadata["injection.duration"] = "\(duration / .seconds(1))"
    }
    if let code { metadata["injection.code"] = "\(code)" }
    return metadata
  }
}
