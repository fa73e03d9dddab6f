/// Creating the injector of a test, whose trait runs on no actor.
extension Injector {
  /// Creates an injector from modules, with eager singletons on the actor that something in it
  /// belongs to.
  nonisolated(nonsending) package static func make(
    _ modules: [any Module], options: Options, fileID: String, line: UInt
  ) async throws(InjectionError) -> Injector {
    let location = CodeLocation(fileID: fileID, line: line)
    let injector = try Injector(
      withoutSingletons: Blueprint(modules: modules), options: options, at: location)
    do throws(InjectionError) {
      let actor = injector.actorOfEagerSingletons
      try await injector.createEagerSingletons(at: location, on: actor)
      return injector
    } catch {
      // No caller receives the injector whose singletons were created.
      var errors = [error]
      do throws(InjectionError) {
        try await injector.shutdownGracefully()
      } catch {
        errors.append(error)
      }
      throw InjectionError(collecting: errors)
    }
  }

  /// The main actor, if something in the injector belongs there, or the actor of an eager singleton's
  /// class.
  private var actorOfEagerSingletons: (any Actor)? {
    let snapshot = visible
    if snapshot.refusalOfMainActor != nil { return MainActor.shared }
    return snapshot.configuration.eagerDeclarations.lazy
      .compactMap { snapshot.endOfLinks(from: $0).isolation?.owner.actor }.first
  }

  /// Creates them on an actor; without one, on a thread of the global executor.
  private func createEagerSingletons(
    at location: CodeLocation, on actor: isolated (any Actor)?
  ) async throws(InjectionError) {
    try createEagerSingletons(at: location)
  }
}
