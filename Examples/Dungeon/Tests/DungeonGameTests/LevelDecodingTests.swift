import Foundation
import Testing

@testable import DungeonGame

struct LevelDecodingTests {
  @Test func theKindDecidesTheClass() throws {
    let level = try Level.corridor()
    #expect(level.entities.map { "\(type(of: $0))" } == ["Hero", "Goblin", "Dragon", "Potion"])
  }

  @Test func everyClassOfTheChainReadsItsOwnFields() throws {
    let dragon = try #require(try Level.corridor().entities[2] as? Dragon)
    #expect((dragon.id, dragon.name, dragon.room) == ("smaug", "Smaug", "east"))
    #expect((dragon.hitPoints, dragon.strength) == (30, 8))
    #expect(dragon.eggs == 2)
  }

  @Test func aDecodedEntityHasNoInjectedValues() throws {
    let dragon = try #require(try Level.corridor().entities[2] as? Dragon)
    #expect(dragon.world == nil)
    #expect(dragon.attack == nil)
    #expect(dragon.band == nil)
  }

  @Test func theFieldsOfAllClassesOfTheChainAreKnown() {
    #expect(Dragon.fields == ["kind", "id", "name", "room", "hitPoints", "strength", "eggs"])
  }

  @Test(arguments: [1, 2, 3, 50, 1000])
  func aGeneratedLevelHasNoMistake(count: Int) throws {
    let data = LevelGenerator(seed: UInt64(count)).level(count: count)
    let level = try LevelFile(name: "generated", data: data).level()
    #expect(level.entities.count == count)
  }
}
