public import Infusion
public import Logging

/// Logs what an injector does, with swift-log.
///
/// ```swift
/// let observer = LoggingObserver(Logger(label: "injection"))
/// let injector = try Injector([AppModule()], options: .init(observers: [observer]))
/// ```
///
/// Each message has the metadata `injection.key`, `injection.scope` and `injection.depth`, what has
/// ended `injection.duration` in seconds, and what has failed `injection.code`.
///
/// Everybody on the way from a failure to the call is told of it. The whole text, with the path and
/// what can be done, is logged for the call, and only the code for the others.
public struct LoggingObserver: InjectionObserver {
  /// At which level each kind of event is logged; nil leaves it out.
  public struct Levels: Sendable {
    /// A value is about to be made.
    public var beginning: Logger.Level?
    /// A value has been made.
    public var creation: Logger.Level? = .debug
    /// The properties of an object have been set.
    public var injection: Logger.Level? = .trace
    /// An instance that exists has been handed out.
    public var reuse: Logger.Level? = .trace
    /// A call has failed.
    public var failure: Logger.Level? = .error
    /// Something on the way to the call has failed.
    public var innerFailure: Logger.Level? = .debug

    /// The levels as they are declared.
    public init() {}
  }

  private let logger: Logger
  private let levels: Levels

  /// Makes an observer.
  ///
  /// - Parameters:
  ///   - logger: The logger; its own level decides what is written in the end.
  ///   - levels: At which level each kind of event is logged.
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

  /// Neither the text nor the metadata are made when the logger would drop them.
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
