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
/// List it first: a group stops its services in the reverse order, so the injector ends when the
/// last service that uses it has ended. The services of a group start at the same time; one that
/// needs what is being prepared waits for it with `try await injector.prepared(Database.self)`.
///
/// `Sendable`.
public struct InjectorService: Service {
  private let injector: Injector
  private let progress: (@Sendable (PreparationProgress) -> Void)?

  /// Makes the service.
  ///
  /// - Parameters:
  ///   - injector: The injector, which is kept.
  ///   - progress: Hears how far the preparation has come.
  public init(
    _ injector: Injector, progress: (@Sendable (PreparationProgress) -> Void)? = nil
  ) {
    self.injector = injector
    self.progress = progress
  }

  /// Prepares the injector, waits for the end of the group, and shuts the injector down.
  ///
  /// A graceful shutdown during the preparation cancels it. The injector is shut down in any case,
  /// also when the preparation has failed or the task is cancelled.
  ///
  /// - Throws: What has failed, the preparation or the release. When both have, it is the
  ///   preparation's error: it came first.
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

  /// Prepares the injector, unless the group stops meanwhile.
  private func prepare() async throws {
    do {
      try await cancelWhenGracefulShutdown {
        try await injector.prepare(progress: progress)
      }
    } catch let error as InjectionError where error.code == .cancelled {
      // The group stops: that is no failure. A cancelled task is told by its own error.
      try Task.checkCancellation()
    }
  }
}

extension InjectorService: CustomStringConvertible {
  /// What the log of a service group calls it.
  public var description: String { "InjectorService" }
}
