/// The injector of the present task.
enum CurrentInjector {
  /// The tasks that a task starts see its injector, and may outlive it: it is kept for them, or not.
  private struct Reference: Sendable {
    var kept: Injector?
    weak var unkept: Injector?
  }

  @TaskLocal private static var local: Reference?

  static var value: Injector? { local.flatMap { $0.kept ?? $0.unkept } }

  static func with<Result, Failure: Error>(
    _ injector: Injector, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // `withValue` knows no typed errors: they are carried out in a result.
    try $local.withValue(Reference(kept: injector)) { Swift.Result(catching: body) }.get()
  }

  /// Tasks that the body starts keep the injector, or see it for as long as something else does.
  nonisolated(nonsending) static func with<Result, Failure: Error>(
    _ injector: Injector, isKept: Bool = true,
    _ body: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let reference = isKept ? Reference(kept: injector) : Reference(unkept: injector)
    let outcome = await $local.withValue(reference) { () async -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
    }
    return try outcome.get()
  }
}
