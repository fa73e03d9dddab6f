import Infusion
import Testing

extension Objection {
  @Suite("Objection: scopes") struct ScopeTests {
    @Test("OBJ-54: a module makes an eager singleton of an unscoped class")
    func promoted() throws {
      let logbook = Logbook()
      let injector = try Injector { binder in
        binder.bind(Logbook.self).to(instance: logbook)
        binder.bind(Foghorn.self).asEagerSingleton()
      }
      #expect(logbook.entries == ["foghorn"])
      let foghorn = try injector.resolve(Foghorn.self)
      #expect(try injector.resolve(Foghorn.self) === foghorn)
      #expect(logbook.entries == ["foghorn"])
    }

    @Test("OBJ-55: a module removes the singleton scope that a class declares")
    func demoted() throws {
      let injector = try Injector { $0.bind(Harbor.self).in(.unscoped) }
      let harbor = try injector.resolve(Harbor.self)
      #expect(try injector.resolve(Harbor.self) !== harbor)
      let berth = try injector.resolve(Berth.self)
      #expect(try injector.resolve(Berth.self).harbor !== berth.harbor)
    }

    @Test("OBJ-56: a singleton made by a provider is one object")
    func singletonProvider() throws {
      let injector = try Injector { binder in
        binder.bind(Boat.self).to(provider: SailboatProvider(motor: Motor())).asIs()
          .in(.singleton)
      }
      let boat = try injector.resolve(Boat.self)
      #expect(boat is Sailboat)
      #expect(try injector.resolve(Boat.self) === boat)
    }

    @Test("OBJ-57: an unscoped provider of a protocol makes a new object each time")
    func unscopedProvider() throws {
      let injector = try Injector { binder in
        binder.bind((any Rig).self).to(provider: RigProvider()).in(.unscoped)
      }
      let rig = try injector.resolve((any Rig).self)
      #expect(rig is SloopRig)
      #expect(try injector.resolve((any Rig).self) !== rig)
    }

    @Test("OBJ-58: a singleton made by a closure is one object, and the closure runs once")
    func singletonClosure() throws {
      let logbook = Logbook()
      let injector = try Injector { binder in
        binder.bind((any Rig).self).to { () -> any Rig in
          logbook.note("rig")
          return SloopRig()
        }.in(.singleton)
      }
      #expect(logbook.entries.isEmpty)
      let rig = try injector.resolve((any Rig).self)
      #expect(try injector.resolve((any Rig).self) === rig)
      #expect(logbook.entries == ["rig"])
    }

    @Test("OBJ-59: an unscoped closure makes a new object each time")
    func unscopedClosure() throws {
      let injector = try Injector { $0.bind((any Rig).self).to { SloopRig() }.in(.unscoped) }
      let rig = try injector.resolve((any Rig).self)
      #expect(try injector.resolve((any Rig).self) !== rig)
    }
  }
}
