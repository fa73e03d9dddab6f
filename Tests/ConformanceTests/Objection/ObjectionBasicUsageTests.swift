import Infusion
import Testing

extension Objection {
  @Suite("Objection: basic usage") struct BasicUsageTests {
    // Other tests set the injector of the process, too, so this test runs in its own process.
    @Test("OBJ-3: a bound class is resolved by the default injector")
    func defaultInjectorResolves() async {
      await #expect(processExitsWith: .success) {
        #expect(!Injector.isConfigured)
        let injector = try Injector { $0.bind(Boat.self) }
        Injector.setDefault(injector)
        #expect(try Injector.default === injector)
        let boat = try Injector.default.resolve(Boat.self)
        #expect(type(of: boat) == Boat.self)
        #expect(boat.motor != nil)
        Injector.setDefault(nil)
        let error = try #require(throws: InjectionError.self) { try Injector.default }
        #expect(error.code == .noDefaultInjector)
      }
    }

    @Test("OBJ-4: an unbound class is resolved with its dependency")
    func unboundClass() throws {
      let injector = try Injector()
      #expect(!injector.hasBinding(Dinghy.self))
      let dinghy = try injector.resolve(Dinghy.self)
      #expect(try #require(dinghy.motor).awakeCount == 1)
    }

    @Test("OBJ-5: all dependencies of a class are set, by their types")
    func dependencies() throws {
      let motor = Motor()
      let anchor = Anchor()
      let boat = try Injector { binder in
        binder.bind(Motor.self).to(instance: motor)
        binder.bind(Anchor.self).to(instance: anchor)
      }.resolve(Boat.self)
      #expect(boat.motor === motor)
      #expect(boat.anchor === anchor)
    }

    @Test("OBJ-6: a dependency in a list of untyped key paths is set")
    func otherSpelling() throws {
      let motor = Motor()
      let injector = try Injector { $0.bind(Motor.self).to(instance: motor) }
      #expect(try injector.resolve(Raft.self).motor === motor)
    }

    @Test("OBJ-7: injectDependencies fills an object made by hand")
    func existingObject() throws {
      let motor = Motor()
      let boat = Boat()
      #expect(boat.motor == nil)
      #expect(boat.anchor == nil)
      try Injector { $0.bind(Motor.self).to(instance: motor) }.injectDependencies(into: boat)
      #expect(boat.motor === motor)
      #expect(boat.anchor != nil)
    }

    @Test("OBJ-8: each injectDependencies awakes the object and what is created for it")
    func existingObjectAwakes() throws {
      let injector = try Injector()
      let boat = Boat()
      try injector.injectDependencies(into: boat)
      let first = try #require(boat.motor)
      #expect(boat.awakeCount == 1)
      #expect(first.awakeCount == 1)
      try injector.injectDependencies(into: boat)
      #expect(boat.awakeCount == 2)
      #expect(boat.motor !== first)
      #expect(boat.motor.awakeCount == 1)
      #expect(first.awakeCount == 1)
    }

    @Test("OBJ-9: two requests for an unscoped class give two objects")
    func newEachTime() throws {
      let injector = try Injector()
      let first = try injector.resolve(Boat.self)
      let second = try injector.resolve(Boat.self)
      #expect(first !== second)
      #expect(first.motor !== second.motor)
    }

    @Test("OBJ-10: the subscript resolves and injects")
    func subscripting() throws {
      let boat = try Injector()[Boat.self]
      #expect(type(of: boat) == Boat.self)
      #expect(boat.motor != nil)
      #expect(boat.anchor != nil)
    }

    @Test("OBJ-11: a class that declares itself a singleton is one object per injector")
    func singleton() throws {
      let injector = try Injector()
      let harbor = try injector.resolve(Harbor.self)
      #expect(try injector.resolve(Harbor.self) === harbor)
    }

    @Test("OBJ-12: a singleton that is first created as a dependency is still a singleton")
    func singletonAsDependency() throws {
      let injector = try Injector()
      let first = try injector.resolve(Berth.self)
      let second = try injector.resolve(Berth.self)
      #expect(first !== second)
      #expect(first.harbor != nil)
      #expect(first.harbor === second.harbor)
      #expect(try injector.resolve(Harbor.self) === first.harbor)
    }

    @Test("OBJ-13: two injectors have their own singletons")
    func singletonsOfTwoInjectors() throws {
      let first = try Injector().resolve(Harbor.self)
      let second = try Injector().resolve(Harbor.self)
      #expect(first !== second)
    }

    @Test("OBJ-16: awakeFromInjection is called once for an object that is resolved directly")
    func hook() throws {
      let injector = try Injector()
      #expect(try injector.resolve(Motor.self).awakeCount == 1)
      #expect(try injector.resolve(Boat.self).awakeCount == 1)
    }

    @Test("OBJ-17: an injected factory belongs to the injector that injected it")
    func factory() throws {
      let injectors = [try Injector(), try Injector()]
      let harbors = try injectors.map { injector in
        let shipyard = try injector.resolve(Shipyard.self)
        let harbor = try shipyard.factory.resolve(Harbor.self)
        #expect(try injector.resolve(Harbor.self) === harbor)
        return harbor
      }
      #expect(harbors[0] !== harbors[1])
    }

    @Test("OBJ-18: arguments given to a factory reach the initializer")
    func factoryArguments() throws {
      let injector = try Injector()
      let factory = try #require(try injector.resolve(Shipyard.self).factory)
      let racer = try factory.resolve(Racer.self, arguments: "Comet", 400, 2026)
      #expect(racer.model == "Comet")
      #expect(racer.horsepower == 400)
      #expect(racer.year == 2026)
      #expect(racer.motor != nil)
    }
  }
}
