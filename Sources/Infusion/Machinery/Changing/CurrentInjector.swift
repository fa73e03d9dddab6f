/// The injector of the present task.
enum CurrentInjector {
  /// The tasks that a task starts see its injector, and may outlive it: it is kept for them, or not.
  private enum Reference: Sendable {
    case kept(Injector)
    case unkept(WeakInjector)
  }

  private struct WeakInjector: Sendable {
    weak let injector: Injector?
  }

  @TaskLocal private static var local: Reference?

  static var value: Injector? {
    switch local {
    case .kept(let injector): injector
    case .unkept(let reference): reference.injector
    case nil: nil
    }
  }

  static func with<Result, Failure: Error>(
    _ injector: Injector, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // `withValue` knows no typed errors: they are carried out in a result.
    let outcome = $local.withValue(.kept(injector)) { () -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }
    return try outcome.get()
  }

  /// Tasks that the body starts keep the injector, or see it for as long as something else does.
  nonisolated(nonsending) static func with<Result, Failure: Error>(
    _ injector: Injector, isKept: Bool = true,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let reference: Reference =
      isKept ? .kept(injector) : .unkept(WeakInjector(injector: injector))
    let outcome = await $local.withValue(reference) { () async -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
    }
    return try outcome.get()
  }
}
