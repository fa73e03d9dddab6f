import Infusion
import InfusionTesting
import Testing

@testable import DungeonGame

@Suite(.injector(try GameModule(level: .corridor()), overriding: QuietModule()))
struct SpawningTests {
  @Test func aChiefCallsTheKindThatTheLevelNames() throws {
    let injector = try Injector.current
    try injector.injectDependencies(intoEach: level(.hero, .chief).entities)
    let world = try injector.resolve(World.self)
    let chief = try #require(world.entities.last as? GoblinChief)
    try chief.takeTurn()
    try chief.takeTurn()
    let guards = world.entities.compactMap { $0 as? Skeleton }
    #expect(guards.map(\.id) == ["skeleton-1", "skeleton-2"])
    #expect(guards.map(\.name) == ["Skeleton 1", "Skeleton 2"])
    #expect(guards.allSatisfy { $0.room == "west" && $0.attack is Claws })
    #expect(chief.guards == 0)
  }

  @Test func eggsHatchInOneCallAndFormABandOfTheirOwn() throws {
    let injector = try Injector.current
    let level = try level(.hero, .dragon)
    let dragon = try #require(try injector.inject(level, Dragon.self).first)
    let hero = try #require(level.entities.first as? Hero)
    while !dragon.isBadlyHurt { try hero.strike(dragon) }
    try dragon.takeTurn()
    let whelps = dragon.world.entities.compactMap { $0 as? Whelp }
    #expect(whelps.map(\.id) == ["whelp-1", "whelp-2"])
    #expect(whelps[0].band === whelps[1].band)
    #expect(whelps[0].band !== dragon.band)
    #expect(dragon.eggs == 0)
  }

  @Test func aMonsterIsMadeWithIdNameAndRoom() throws {
    let factory = try inject(ObjectFactory.self)
    let whelp = try factory.resolve(
      Monster.self, named: "whelp", arguments: "w", "Winnie", "east")
    #expect(type(of: whelp) == Whelp.self)
    #expect((whelp.id, whelp.name, whelp.room) == ("w", "Winnie", "east"))
    #expect(whelp.hitPoints == Whelp.typicalHitPoints)
  }

  @Test func aMonsterCannotBeMadeInARoomThatDoesNotExist() throws {
    let factory = try inject(ObjectFactory.self)
    let error = #expect(throws: InjectionError.self) {
      try factory.resolve(Monster.self, named: "whelp", arguments: "w", "Winnie", "attic")
    }
    #expect(error?.underlying as? WorldError == .noSuchRoom("attic", "w"))
  }

  @Test func anUnboundKindIsAnErrorThatNamesIt() throws {
    let factory = try inject(ObjectFactory.self)
    let error = #expect(throws: InjectionError.self) {
      try factory.resolve(Monster.self, named: "wolf", arguments: "w", "Winnie", "east")
    }
    #expect(error?.code == .missingBinding)
    #expect(error?.key == Infusion.Key(Monster.self, named: "wolf"))
  }
}
