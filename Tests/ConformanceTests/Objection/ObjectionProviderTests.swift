import Infusion
import Testing

extension Objection {
  @Suite("Objection: providers and closures") struct ProviderTests {
    private let motor = Motor()

    /// Checks that the provider's values are kept, and that the dependency it requested is there.
    private func expectSailboat(from module: any Module) throws {
      let injector = try Injector(module)
      let boat = try injector.resolve(Boat.self)
      #expect(boat is Sailboat)
      #expect(boat.motor === motor)
      #expect(boat.anchor != nil)
      #expect(boat.awakeCount == 0)
      #expect(try injector.resolve(Boat.self) !== boat)
    }

    @Test("OBJ-44: a provider makes the object of a class, and its result stays as it is")
    func classProvider() throws {
      try expectSailboat(from: ProviderModule(motor: motor))
    }

    @Test("OBJ-45: a provider makes the object of a protocol")
    func protocolProvider() throws {
      let injector = try Injector(ProviderModule(motor: motor))
      #expect(try injector.resolve((any Rig).self) is SloopRig)
      #expect(try injector.resolve(Sailboat.self).rig is SloopRig)
    }

    @Test("OBJ-46: a closure makes the object of a class, and its result stays as it is")
    func classClosure() throws {
      try expectSailboat(from: ClosureModule(motor: motor))
    }

    @Test("OBJ-47: a closure makes the object of a protocol")
    func protocolClosure() throws {
      let injector = try Injector(ClosureModule(motor: motor))
      #expect(try injector.resolve((any Rig).self) is SloopRig)
      #expect(try injector.resolve(Sailboat.self).rig is SloopRig)
    }

    @Test("OBJ-48: if a closure returns nil, the owner is created and its property is nil")
    func nilFromAClosure() throws {
      let injector = try Injector { $0.bind(Motor?.self).to { nil } }
      let made = try injector.resolve(Boat.self)
      #expect(made.motor == nil)
      #expect(made.anchor != nil)
      let existing = Boat()
      existing.motor = motor
      try injector.injectDependencies(into: existing)
      #expect(existing.motor == nil)
      #expect(existing.awakeCount == 1)
    }
  }
}
