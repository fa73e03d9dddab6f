/// Creating the injector of a test, whose trait runs on no actor.
extension Injector {
  /// Creates an injector from modules, with eager singletons on the main actor if something in it
  /// belongs there.
  nonisolated(nonsending) package static func make(
    _ modules: [any Module], options: Options, fileID: String, line: UInt
  ) async throws(InjectionError) -> Injector {
    let place = CodeLocation(fileID: fileID, line: line)
    let injector = try Injector(
      withoutSingletons: Blueprint(modules: modules), options: options, at: place)
    do throws(InjectionError) {
      let bindings = injector.visible.declarationsInForce + injector.visible.contributionsInForce
      if bindings.contains(where: \.requiresMainActor) {
        try await injector.createEagerSingletonsOnMainActor(at: place)
      } else {
        try await injector.createEagerSingletonsElsewhere(at: place)
      }
      return injector
    } catch {
      throw InjectionError(collecting: [error] + (await injector.releaseAfterFailure()))
    }
  }

  @MainActor private func createEagerSingletonsOnMainActor(
    at place: CodeLocation
  ) throws(InjectionError) {
    try createEagerSingletons(at: place)
  }

  @concurrent private func createEagerSingletonsElsewhere(
    at place: CodeLocation
  ) async throws(InjectionError) {
    try createEagerSingletons(at: place)
  }

  /// No caller receives the injector whose singletons were created.
  private func releaseAfterFailure() async -> [InjectionError] {
    do throws(InjectionError) {
      try await shutdownGracefully()
      return []
    } catch {
      return [error]
    }
  }
}
