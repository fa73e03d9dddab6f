import Infusion
import Testing

extension Objection {
  // The compiler rejects OBJ-41 and OBJ-50 (an instance that does not conform, and one that is not
  // a metatype): see Tests/Diagnostics/MustNotCompile.
  @Suite("Objection: modules") struct ModuleTests {
    private let motor = Motor()
    private let rig = SloopRig()
    private let logbook = Logbook()
    private var module: HarborModule { HarborModule(motor: motor, rig: rig, logbook: logbook) }

    @Test("OBJ-38: the injector returns the instance that is bound to a class")
    func instance() throws {
      #expect(try Injector(module).resolve(Motor.self) === motor)
      #expect(motor.awakeCount == 0)
    }

    @Test("OBJ-39: bound instances fill the dependencies of other objects, by class and protocol")
    func instancesAsDependencies() throws {
      let boat = try Injector(module).resolve(Sailboat.self)
      #expect(boat.motor === motor)
      #expect(boat.rig === rig)
    }

    @Test("OBJ-40: the injector returns the instance that is bound to a protocol")
    func instanceOfAProtocol() throws {
      #expect(try Injector(module).resolve((any Rig).self) === rig)
    }

    @Test("OBJ-42: an eager singleton is created with the injector")
    func eagerSingleton() throws {
      let injector = try Injector(module)
      #expect(logbook.entries == ["beacon"])
      #expect(try injector.resolve(Beacon.self) === injector.resolve(Beacon.self))
      #expect(logbook.entries == ["beacon"])
    }

    @Test("OBJ-43: an eager binding that is not a singleton is an error that names the class")
    func eagerWithoutSingleton() throws {
      let error = try #require(throws: InjectionError.self) {
        try Injector { $0.bind(Boat.self).asEagerSingleton().in(.unscoped) }
      }
      #expect(error.code == .eagerNotSingleton)
      #expect(error.key == Key(Boat.self))
      #expect(error.description.contains("'Boat'"))
    }

    @Test("OBJ-49: a protocol's metatype resolves to the class itself")
    func metatype() throws {
      let surveyor = try Injector(module).resolve((any Surveyor.Type).self)
      #expect(surveyor is TidalSurveyor.Type)
      #expect(surveyor.survey() == "two meters at ebb")
    }

    @Test("OBJ-51: a protocol linked to a class resolves to an injected object of that class")
    func classToProtocol() throws {
      let pilot = try #require(try Injector(module).resolve((any Guide).self) as? HarborPilot)
      #expect(pilot.compass != nil)
      #expect(pilot.license == "provisional")
    }

    @Test("OBJ-52: a link to a subclass forwards the argument to its initializer")
    func classToSuperclassWithArgument() throws {
      let pilot = try Injector(module).resolve(Pilot.self, arguments: "12414")
      #expect(pilot is HarborPilot)
      #expect(pilot.compass != nil)
      #expect(pilot.license == "12414")
    }

    @Test("OBJ-53: the bindings of two modules are in force together")
    func twoModules() throws {
      let boat = Ferry()
      let injector = try Injector(
        LaunchModule(boat: boat, logbook: logbook), RigModule(rig: rig))
      #expect(try injector.resolve(Boat.self) === boat)
      #expect(try injector.resolve((any Rig).self) === rig)
      #expect(logbook.entries == ["beacon"])
    }

    @Test("OBJ-60: hasBinding says whether a class is bound")
    func hasClassBinding() throws {
      let injector = try Injector(module)
      #expect(injector.hasBinding(Motor.self))
      #expect(!injector.hasBinding(Boat.self))
      _ = try injector.resolve(Boat.self)
      #expect(!injector.hasBinding(Boat.self))
    }

    @Test("OBJ-61: hasBinding says whether a protocol is bound")
    func hasProtocolBinding() throws {
      let injector = try Injector(module)
      #expect(injector.hasBinding((any Rig).self))
      #expect(!injector.hasBinding((any Signal).self))
    }
  }
}
