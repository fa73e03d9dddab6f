import Foundation
import Infusion
import InfusionTesting
import Testing

@testable import DungeonGame

@Suite struct ManyEntitiesTests {
  @Test func tenThousandEntitiesAreInjectedByTheirClassAndAwokenOnce() throws {
    let data = LevelGenerator(seed: 5).level(count: 10_000)
    let level = try LevelFile(name: "generated", data: data).level()
    let recorder = InjectionRecorder()
    let injector = try Injector(
      [GameModule(level: level)], options: Injector.Options(observers: [recorder]))
    try injector.injectDependencies(intoEach: level.entities)

    // Each once, by its run-time class.
    let injected = recorder.entries.filter { $0.kind == .injected && $0.depth == 0 }
    #expect(injected.map(\.key) == level.entities.map { Infusion.Key(type(of: $0)) })
    #expect(Set(injected.map(\.key)).count == EntityKind.allCases.count)

    // An entity that awakes enters the world, which throws for a second one with the same id.
    let world = try injector.resolve(World.self)
    #expect(world.entities.count == 10_000)
    #expect(zip(world.entities, level.entities).allSatisfy { $0 === $1 })

    // Each has what its own class requires.
    for entity in level.entities {
      guard entity.world === world, isComplete(entity) else {
        Issue.record("\(entity.id) is not complete")
        continue
      }
    }
    recorder.expectCreatedOnce(World.self)
    recorder.expectCreatedOnce(Band.self)
    let dragons = level.entities.count { $0 is Dragon }
    #expect(recorder.creationCount(of: (any Attack).self, named: .fire) == dragons)
  }

  private func isComplete(_ entity: Entity) -> Bool {
    guard let creature = entity as? Creature else { return true }
    let attack: (any Attack.Type) =
      switch creature {
      case is Hero: Blade.self
      case is Dragon: FireBreath.self
      default: Claws.self
      }
    let band = (creature as? Monster)?.band
    return type(of: creature.attack!) == attack && creature.rules.count == 3
      && (band != nil) == (creature is Monster)
  }

  @Test func measuringComparesDecodingAndInjectingWithDecodingAlone() throws {
    let text = try Measurement(entities: 20, rounds: 3).text()
    #expect(text.hasPrefix("20 entities, median of 3 rounds:"))
    #expect(text.contains(/ratio +\d+\.\d{3}$/))
  }
}
