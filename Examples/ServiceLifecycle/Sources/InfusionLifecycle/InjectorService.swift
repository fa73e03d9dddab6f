public import Infusion
public import ServiceLifecycle

/// Prepares an injector when a service group starts, and shuts it down when the group stops.
///
/// ```swift
/// let group = ServiceGroup(
///   services: [InjectorService(injector), server],
///   gracefulShutdownSignals: [.sigterm], logger: logger)
/// try await group.run()
/// ```
///
/// List it first: a group stops its services in the reverse order, so the injector ends after the
/// last service that uses it. The services of a group start at the same time; a service that needs
/// a prepared object waits for it with `try await injector.prepared(Database.self)`.
///
/// `Sendable`.
public struct InjectorService: Service {
  private let injector: Injector
  private let progress: (@Sendable (PreparationProgress) -> Void)?

  /// Makes the service.
  ///
  /// - Parameters:
  ///   - injector: The injector, which the service retains.
  ///   - progress: Receives the progress of the preparation.
  public init(
    _ injector: Injector, progress: (@Sendable (PreparationProgress) -> Void)? = nil
  ) {
    self.injector = injector
    self.progress = progress
  }

  /// Prepares the injector, waits for the end of the group, and shuts the injector down.
  ///
  /// A graceful shutdown during the preparation cancels it. The injector is always shut down, even
  /// if the preparation fails or the task is cancelled.
  ///
  /// - Throws: The error of the preparation or of the release. If both fail, it is the error of the
  ///   preparation, which came first.
  public func run() async throws {
    do {
      try await prepare()
      try await gracefulShutdown()
    } catch let error as CancellationError {
      try await injector.shutdownGracefully()
      throw error
    } catch {
      try? await injector.shutdownGracefully()
      throw error
    }
    try await injector.shutdownGracefully()
  }

  /// Prepares the injector, unless the group stops during the preparation.
  private func prepare() async throws {
    do {
      try await cancelWhenGracefulShutdown {
        try await injector.prepare(progress: progress)
      }
    } catch let error as InjectionError where error.code == .cancelled {
      // A group that stops is no failure. A cancelled task throws its own error.
      try Task.checkCancellation()
    }
  }
}

extension InjectorService: CustomStringConvertible {
  /// The name of the service in the log of a service group.
  public var description: String { "InjectorService" }
}
