import Infusion
import Testing

extension Gummi {
  /// Classes that are bound to themselves and to protocols.
  struct ClassMappingTests {
    private let injector: Injector

    init() throws {
      injector = try Injector { binder in
        binder.bind(Wheel.self).to(Wheel.self) { $0 }
        binder.bind(Car.self)
        binder.bind(Garage.self)
        binder.bind((any Engine).self).to(HybridEngine.self) { $0 }
        binder.bind((any Vehicle).self).to(Car.self) { $0 }
        binder.bind((any Building).self).to(Garage.self) { $0 }
      }
    }

    @Test("GUM-31: Bound classes have bindings")
    func gum31() {
      #expect(injector.hasBinding(Wheel.self))
      #expect(injector.hasBinding(Car.self))
      #expect(injector.hasBinding(Garage.self))
      #expect(!injector.hasBinding(HybridEngine.self))
      #expect(injector.hasBinding(Wheel.self, to: Wheel.self))
      #expect(!injector.hasBinding(HybridEngine.self, to: HybridEngine.self))
    }

    @Test("GUM-32: A class bound to itself is created on demand; a protocol is linked to the class")
    func gum32() throws {
      let kinds = Dictionary(injector.graph.nodes.map { ($0.type, $0.kind) }) { first, _ in first }
      #expect(kinds["\(Key(Wheel.self))"] == .onDemand)
      #expect(injector.hasBinding((any Engine).self, to: HybridEngine.self))
      #expect(injector.hasBinding((any Vehicle).self, to: Car.self))
      #expect(!injector.hasBinding((any Vehicle).self, to: Garage.self))
    }

    @Test("GUM-33: Objects are of the requested class")
    func gum33() throws {
      #expect(type(of: try injector.resolve(Wheel.self) as AnyObject) == Wheel.self)
      #expect(type(of: try injector.resolve(Car.self) as AnyObject) == Car.self)
      #expect(type(of: try injector.resolve(Garage.self) as AnyObject) == Garage.self)
    }

    @Test("GUM-34: Each request creates a new object")
    func gum34() throws {
      let garages = try (0..<3).map { _ in try injector.resolve(Garage.self) }
      #expect(Set(garages.map { ObjectIdentifier($0) }).count == 3)
      #expect(Set(garages.flatMap(\.cars).map { ObjectIdentifier($0) }).count == 9)
    }

    @Test("GUM-35: All dependencies are set")
    func gum35() throws {
      let car = try injector.resolve(Car.self)
      #expect(car.canDrive)
      #expect(Set(car.wheels.map { ObjectIdentifier($0) }).count == 4)
      #expect(try injector.resolve(Garage.self).isFull)
    }

    @Test("GUM-36: Dependencies of dependencies are set, even of unbound classes")
    func gum36() throws {
      let garage = try Injector(EngineModule()).resolve(Garage.self)
      #expect(garage.isFull)
      #expect(Set(garage.cars.flatMap(\.wheels).map { ObjectIdentifier($0) }).count == 12)
      #expect(garage.cars.allSatisfy { $0.startCount == 1 })
    }

    @Test("GUM-37: Bound protocols have bindings")
    func gum37() throws {
      #expect(injector.hasBinding((any Engine).self))
      #expect(injector.hasBinding((any Vehicle).self))
      #expect(!injector.hasBinding((any Toy).self))
    }

    @Test("GUM-38: Each request for a protocol creates an object of the class that it is bound to")
    func gum38() throws {
      let engine = try injector.resolve((any Engine).self)
      #expect(engine is HybridEngine)
      #expect(try injector.resolve((any Engine).self) !== engine)
      #expect(try injector.resolve((any Vehicle).self) is Car)
    }

    @Test("GUM-39: An object that a protocol provides has its dependencies")
    func gum39() throws {
      let vehicle = try injector.resolve((any Vehicle).self)
      #expect(vehicle.canDrive)
      #expect((vehicle as? Car)?.startCount == 1)
    }

    @Test("GUM-40: The dependencies of an object that a protocol provides have theirs")
    func gum40() throws {
      let building = try injector.resolve((any Building).self)
      #expect(building.isFull)
      let cars = try #require(building as? Garage).cars
      #expect(cars.count == 3)
      #expect(cars.allSatisfy { $0.engine is HybridEngine })
    }
  }
}
