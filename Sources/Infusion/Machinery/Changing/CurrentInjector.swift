/// The injector of the present task.
enum CurrentInjector {
  /// The tasks that a task starts see its injector, and may outlive it: it is kept for them, or not.
  private struct Reference: Sendable {
    var kept: Injector?
    weak var unkept: Injector?
  }

  @TaskLocal private static var local: Reference?

  /// Nil when the task has none.
  ///
  /// - Throws: `injectorReleased` when the injector of the task is gone.
  static var value: Injector? {
    get throws(InjectionError) {
      guard let local else { return nil }
      guard let injector = local.kept ?? local.unkept else {
        throw InjectionError(.currentInjectorReleased)
      }
      return injector
    }
  }

  private static func reference(to injector: Injector, isKept: Bool) -> Reference {
    isKept ? Reference(kept: injector) : Reference(unkept: injector)
  }

  /// Runs the body with an injector.
  ///
  /// Tasks that the body starts keep the injector, or see it for as long as something else does.
  static func with<Result, Failure: Error>(
    _ injector: Injector, isKept: Bool = true, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // `withValue` knows no typed errors: they are carried out in a result.
    try $local.withValue(reference(to: injector, isKept: isKept)) {
      Swift.Result(catching: body)
    }.get()
  }

  /// The same for a body that awaits.
  nonisolated(nonsending) static func with<Result, Failure: Error>(
    _ injector: Injector, isKept: Bool = true,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let reference = reference(to: injector, isKept: isKept)
    let outcome = await $local.withValue(reference) { () async -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
    }
    return try outcome.get()
  }
}

/// The injector of the process.
///
/// `@unchecked Sendable`: it is read and replaced atomically; the lock lets one change run after another.
final class DefaultInjector: @unchecked Sendable {
  static let shared = DefaultInjector()

  private let lock = Lock()
  private let kept = SwappableReference<Injector>()

  var injector: Injector? { kept.load() }

  /// Replaces the injector and returns the old one, to be released outside the lock.
  func exchange(_ injector: Injector?) -> Injector? {
    lock.withLock {
      let last = kept.exchange(injector)
      if let last { ThreadRecord.keepForReaders([last]) }
      return last
    }
  }

  /// Keeps the injector unless there is one; returns the one that is kept.
  func setIfEmpty(_ injector: Injector) -> Injector {
    lock.withLock {
      if let present = kept.load() { return present }
      _ = kept.exchange(injector)
      return injector
    }
  }
}
