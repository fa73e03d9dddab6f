import Infusion

/// A game from beginning to end.
package struct Adventure {
  private let level: Level
  private let wiring: Wiring

  package init(_ level: Level, _ wiring: Wiring) {
    self.level = level
    self.wiring = wiring
  }

  /// Injects the entities of the level, and plays.
  package func play(turns: Int) throws {
    let injector = try wiring.injector(for: level)
    try inject(with: injector)
    // The chief and the dragon make monsters with factories, which do not keep the injector alive.
    try withExtendedLifetime(injector) {
      try injector.resolve(Game.self).play(turns: turns)
    }
  }

  /// Injects all entities in one call, whatever their classes.
  ///
  /// Each enters the world when it awakes.
  private func inject(with injector: Injector) throws {
    do throws(InjectionError) {
      try injector.injectDependencies(intoEach: level.entities)
    } catch {
      throw EntityError(entity: error.index.map { level.entities[$0].id } ?? "?", reason: error)
    }
  }
}

/// The injection of an entity failed.
struct EntityError: Error, CustomStringConvertible {
  let entity: String
  let reason: InjectionError

  var description: String { "error: '\(entity)' does not get what it needs.\n\(reason)" }
}
