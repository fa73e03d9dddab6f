/// The injector of the process.
///
/// `@unchecked Sendable`: it is read and replaced atomically; the lock lets changes take turns.
final class DefaultInjector: @unchecked Sendable {
  static let shared = DefaultInjector()

  private let lock = Lock()
  private let kept = SwappableReference<Injector>(nil)

  var injector: Injector? { kept.load() }

  /// Replaces the injector and returns the old one, to be released outside the lock.
  func exchange(_ injector: Injector?) -> Injector? {
    lock.withLock { kept.exchange(injector) }
  }

  /// Keeps the injector unless there is one; returns the one that is kept.
  func setIfEmpty(_ injector: Injector) -> Injector {
    lock.withLock {
      if let present = kept.load() { return present }
      kept.exchange(injector)
      return injector
    }
  }
}

/// The injector of the present task.
enum CurrentInjector {
  @TaskLocal private static var local: Injector?

  static var value: Injector? { local }

  static func with<Result, Failure: Error>(
    _ injector: Injector, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // `withValue` knows no typed errors: they are carried out in a result.
    let outcome = $local.withValue(injector) { () -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }
    return try outcome.get()
  }

  nonisolated(nonsending) static func with<Result, Failure: Error>(
    _ injector: Injector,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let outcome = await $local.withValue(injector) { () async -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
    }
    return try outcome.get()
  }
}
