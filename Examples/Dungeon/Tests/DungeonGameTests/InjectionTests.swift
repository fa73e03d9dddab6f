import Infusion
import InfusionTesting
import Testing

@testable import DungeonGame

@Suite(.injector(try GameModule(level: .corridor()), overriding: QuietModule()))
struct InjectionTests {
  let injector: Injector
  let level: Level

  init() throws {
    injector = try Injector.current
    level = try Level.corridor()
  }

  @Test func everyClassOfTheChainReceivesWhatItLists() throws {
    let dragon = try #require(try injector.inject(level, Dragon.self).first)
    #expect(try dragon.world === injector.resolve(World.self))
    #expect(try dragon.chronicle === injector.resolve(Chronicle.self))
    #expect(try dragon.dice === injector.resolve((any RandomSource).self))
    #expect(dragon.omen != nil)
    #expect(dragon.band != nil)
  }

  @Test func aDragonBreathesFireWhereOthersHaveClaws() throws {
    let monsters = try injector.inject(level, Monster.self)
    #expect(
      monsters.map { "\(type(of: $0)) \(type(of: $0.attack!))" } == [
        "Goblin Claws", "Dragon FireBreath",
      ])
  }

  @Test func eachDragonHasAFireOfItsOwnAndGoblinsShareTheirClaws() throws {
    let attacks = try (1...2).map { number in
      try injector.create { Dragon(id: "d\(number)", name: "", room: "east") }.attack
    }
    #expect(attacks[0] !== attacks[1])
    let claws = try (1...2).map { number in
      try injector.create { Goblin(id: "g\(number)", name: "", room: "east") }.attack
    }
    #expect(claws[0] === claws[1])
  }

  @Test func theRulesOfAllModulesArriveInTheirOrder() throws {
    let hero = try #require(try injector.inject(level, Hero.self).first)
    #expect(hero.rules.map { "\(type(of: $0))" } == ["NightRule", "OmenRule", "VengeanceRule"])
  }

  @Test func aHeroNeedsNoBlessing() throws {
    let hero = try #require(try injector.inject(level, Hero.self).first)
    #expect(hero.blessing == nil)
    #expect(hero.protection == 0)
  }

  @Test(.overriding(with: BlessingModule()))
  func aHeroAcceptsABlessing() throws {
    let hero = try #require(try injector.inject(level, Hero.self).first)
    #expect(hero.blessing != nil)
    #expect(hero.protection == 2)
  }

  @Test func entitiesEnterTheWorldWhenTheyAwake() throws {
    try injector.injectDependencies(intoEach: level.entities)
    let world = try injector.resolve(World.self)
    #expect(world.entities.map(\.id) == ["ada", "snik", "smaug", "red"])
    #expect(world.creatures(in: "west").map(\.id) == ["ada", "snik"])
    #expect(world.items(in: "west").map(\.id) == ["red"])
  }

  @Test func monstersThatAreInjectedInOneCallFormABand() throws {
    let monsters = try injector.inject(level, Monster.self)
    #expect(monsters[0].band === monsters[1].band)
    #expect(monsters[0].band.memberCount == 2)
    let late = try injector.create { Skeleton(id: "late", name: "", room: "east") }
    #expect(late.band !== monsters[0].band)
  }

  @Test func anEntityWithTheIdOfAnotherCannotAwake() throws {
    try injector.injectDependencies(intoEach: level.entities)
    let error = #expect(throws: InjectionError.self) {
      try injector.create { Skeleton(id: "smaug", name: "", room: "east") }
    }
    #expect(error?.code == .providerFailed)
    #expect(error?.underlying as? WorldError == .taken("smaug"))
  }

  @Test func theWholeGameIsReleasedWithItsInjector() throws {
    weak var world: World?
    weak var dragon: Dragon?
    do {
      let level = try Level.corridor()
      let injector = try Injector(GameModule(level: level).overriding(with: QuietModule()))
      dragon = try injector.inject(level, Dragon.self).first
      world = dragon?.world
      try injector.resolve(Game.self).play(turns: 100)
      #expect(world != nil)
    }
    #expect(world == nil)
    #expect(dragon == nil)
  }
}
