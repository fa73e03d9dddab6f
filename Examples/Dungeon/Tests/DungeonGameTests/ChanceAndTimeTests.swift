import Infusion
import InfusionTesting
import Testing

@testable import DungeonGame

@Suite(.injector(try GameModule(level: .corridor()), overriding: QuietModule()))
struct ChanceAndTimeTests {
  /// How many of the hero's 30 hit points remain after one blow of the goblin, whose strength is 2.
  private func hitPointsAfterABlow() throws -> Int {
    let injector = try Injector.current
    let level = try level(.hero, .goblin)
    let goblin = try #require(try injector.inject(level, Goblin.self).first)
    let hero = try #require(level.entities.first as? Hero)
    try goblin.strike(hero)
    return hero.hitPoints
  }

  // The first roll is the omen: 0 is bad, 5 is good. The second, plus 1, is the roll of the claws.

  @Test(
    .overriding {
      $0.bind((any RandomSource).self).to(instance: LoadedDice(2, 1))
      $0.bind((any Clock).self).to(instance: StoppedClock(hour: 12))
    })
  func aBlowIsStrengthAndChance() throws {
    #expect(try hitPointsAfterABlow() == 30 - 3)
  }

  @Test(
    .overriding {
      $0.bind((any RandomSource).self).to(instance: LoadedDice(5, 1))
      $0.bind((any Clock).self).to(instance: StoppedClock(hour: 12))
    })
  func aGoodOmenAddsTwo() throws {
    #expect(try hitPointsAfterABlow() == 30 - 5)
  }

  @Test(
    .overriding {
      $0.bind((any RandomSource).self).to(instance: LoadedDice(2, 1))
      $0.bind((any Clock).self).to(instance: StoppedClock(hour: 23))
    })
  func monstersAreStrongerAtNight() throws {
    #expect(try hitPointsAfterABlow() == 30 - 4)
  }

  @Test(
    .overriding {
      $0.bind((any RandomSource).self).to(instance: LoadedDice(0, 1))
      $0.bind((any Clock).self).to(instance: StoppedClock(hour: 12))
    }, .overriding(with: BlessingModule()))
  func aBlowThatMeetsTakesAtLeastOne() throws {
    #expect(try hitPointsAfterABlow() == 30 - 1)
  }

  @Test func allCreaturesShareOneOmenUntilTheNextTurn() throws {
    let injector = try Injector.current
    let lines = LoadedDice(0, 5)
    try injector.update { $0.bind((any RandomSource).self).to(instance: lines) }
    let turn = try injector.resolve(Turn.self)
    turn.begin()
    #expect(try injector.resolve(Omen.self).meaning == .bad)
    #expect(try injector.resolve(Omen.self).meaning == .bad)
    turn.begin()
    #expect(try injector.resolve(Omen.self).meaning == .good)
  }

  @Test func theSeedDecidesAllNumbers() {
    func numbers(_ seed: UInt64) -> [Int] {
      let random = SeededRandom(seed: seed)
      return (0..<8).map { _ in random.roll(below: 1000) }
    }
    // The published sequence of SplitMix64 begins with 0xE220A8397B1DCDAF.
    #expect(numbers(0) == [883, 431, 26, 970, 106, 327, 173, 771])
    #expect(numbers(7) == numbers(7))
    #expect(numbers(7) != numbers(8))
  }

  @Test func everyNumberOfTheRangeIsAboutEquallyFrequent() {
    let random = SeededRandom(seed: 1)
    var counts = [Int](repeating: 0, count: 6)
    for _ in 0..<60_000 { counts[random.roll(below: 6)] += 1 }
    #expect(counts.allSatisfy { (9_500...10_500).contains($0) })
  }

  @Test(arguments: [(0, "00:00"), (605, "10:05"), (1430, "23:50")])
  func timeIsWrittenAsClocksShowIt(minutes: Int, text: String) {
    final class Watch: Clock {
      let minutes: Int
      init(_ minutes: Int) { self.minutes = minutes }
      func advance() {}
    }
    #expect(Watch(minutes).text == text)
  }

  @Test func theClockGoesPastMidnight() {
    let clock = TurnClock()
    for _ in 0..<19 { clock.advance() }
    #expect(clock.text == "00:00")
    #expect(clock.isNight)
  }
}
