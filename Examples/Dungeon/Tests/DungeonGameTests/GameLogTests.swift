import Foundation
import Testing

@testable import DungeonGame

struct GameLogTests {
  private func log(seed: UInt64, isBlessed: Bool = false, turns: Int = 100) throws -> [String] {
    let lines = Lines()
    var wiring = Wiring()
    wiring.seed = seed
    wiring.isBlessed = isBlessed
    wiring.write = lines.append
    try Adventure(LevelFile.oldMine().level(), wiring).play(turns: turns)
    return lines.all
  }

  @Test func theLogOfASeedEqualsTheRecordedOne() throws {
    let url = try #require(
      Bundle.module.url(forResource: "Golden/old-mine-seed-7", withExtension: "txt"))
    let expected = try String(contentsOf: url, encoding: .utf8)
    #expect(try log(seed: 7).map { $0 + "\n" }.joined() == expected)
  }

  @Test func theSameSeedGivesTheSameLog() throws {
    #expect(try log(seed: 3) == log(seed: 3))
  }

  @Test func otherSeedsGiveOtherLogs() throws {
    let logs = try (1...20).map { try log(seed: $0) }
    #expect(Set(logs).count == 20)
  }

  @Test func aBlessingMakesADifference() throws {
    #expect(try log(seed: 7) != log(seed: 7, isBlessed: true))
  }

  @Test func aGameEndsAfterTheGivenNumberOfTurns() throws {
    let lines = try log(seed: 7, turns: 3)
    #expect(lines.count { $0.hasPrefix("Turn ") } == 3)
    #expect(lines.last == "The hero is still on the way.")
  }

  @Test(arguments: 1...50)
  func everyGameOfTheOldMineIsDecided(seed: UInt64) throws {
    let end = try #require(try log(seed: seed, turns: 1000).last)
    #expect(end.hasPrefix("Ada has won, with ") || end == "The dungeon has won.")
  }
}
