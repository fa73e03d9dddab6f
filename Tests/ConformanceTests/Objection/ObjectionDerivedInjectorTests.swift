import Infusion
import Testing

extension Objection {
  @Suite("Objection: derived injectors") struct DerivedInjectorTests {
    private let rig = SloopRig()
    private let boat = Sailboat()
    private let logbook = Logbook()
    private let original: Injector

    init() throws {
      original = try Injector(RigModule(rig: rig))
    }

    @Test("OBJ-1: adding modules makes a new injector, and does not change the original")
    func adding() throws {
      #expect(try original.resolve((any Rig).self) === rig)
      #expect(type(of: try original.resolve(Boat.self)) == Boat.self)

      let derived = try original.adding(
        ProviderModule(motor: Motor()), LaunchModule(boat: boat, logbook: logbook))
      #expect(derived !== original)
      let provided = try derived.resolve((any Rig).self)
      #expect(provided is SloopRig)
      #expect(provided !== rig)
      #expect(try derived.resolve(Boat.self) === boat)
      #expect(logbook.entries == ["beacon"])

      #expect(try original.resolve((any Rig).self) === rig)
      #expect(type(of: try original.resolve(Boat.self)) == Boat.self)
      #expect(!original.hasBinding(Beacon.self))
    }

    // For an unbound protocol, resolveIfBound returns nil, like the original; resolve throws.
    @Test("OBJ-2: removing module types makes a new injector without their bindings")
    func removing() throws {
      let full = try original.adding(ProviderModule(motor: Motor()))
      let derived = try full.removing(RigModule.self, ProviderModule.self)
      #expect(try derived.resolveIfBound((any Rig).self) == nil)
      let error = try #require(throws: InjectionError.self) {
        try derived.resolve((any Rig).self)
      }
      #expect(error.code == .missingBinding)
      #expect(type(of: try derived.resolve(Boat.self)) == Boat.self)
      #expect(try full.resolve(Boat.self) is Sailboat)
    }
  }
}
