import Infusion
import Testing

extension Gummi {
  /// Bound instances, bound closures, and removed bindings.
  struct InstanceAndBlockTests {
    @Test(
      "GUM-47: Only the instance itself is bound: not its class, no equal instance, no other key")
    func gum47() throws {
      let wheel = Wheel()
      let injector = try Injector { $0.bind(Wheel.self).to(instance: wheel) }
      #expect(injector.hasBinding(Wheel.self, to: wheel))
      #expect(!injector.hasBinding(Wheel.self, to: Wheel.self))
      #expect(!injector.hasBinding(Wheel.self, to: Wheel()))
      #expect(!injector.hasBinding(Wheel.self, named: "spare", to: wheel))
      #expect(!injector.hasBinding(Car.self, to: wheel))
      #expect(!injector.hasBinding((any Engine).self, to: wheel))
    }

    @Test("GUM-48: Each request provides the bound instance")
    func gum48() throws {
      let engine = HybridEngine()
      let injector = try Injector { $0.bind((any Engine).self).to(instance: engine) }
      #expect(try injector.resolve((any Engine).self) === engine)
      #expect(try injector.resolve((any Engine).self) === engine)
      #expect(try injector.resolve(Car.self).engine === engine)
    }

    @Test("GUM-49: The instance is provided unchanged: it is not injected and not awoken")
    func gum49() throws {
      let car = Car()
      let injector = try Injector { binder in
        binder.install(EngineModule())
        binder.bind(Car.self).to(instance: car)
      }
      #expect(try injector.resolve(Car.self) === car)
      #expect(try injector.resolve(Garage.self).cars.allSatisfy { $0 === car })
      #expect(car.wheels.isEmpty)
      #expect(car.engine == nil)
      #expect(car.startCount == 0)
    }

    @Test(
      "GUM-50: A closure receives the injector and the arguments, even a class to resolve")
    func gum50() throws {
      let injector = try Injector { binder in
        binder.bind((any Engine).self).to { (injector, engine: HybridEngine.Type, name: String) in
          #expect(name == "hybrid")
          return try injector.resolve(engine)
        }
        binder.bind(HybridEngine.self).in(.singleton)
      }
      let engine = try injector.resolve(
        (any Engine).self, arguments: HybridEngine.self, "hybrid")
      #expect(try engine === injector.resolve(HybridEngine.self))
      let child = try injector.makeChild { $0.bind(HybridEngine.self).in(.singleton) }
      let own = try child.resolve((any Engine).self, arguments: HybridEngine.self, "hybrid")
      #expect(try own === child.resolve(HybridEngine.self))
      #expect(own !== engine)
    }

    @Test("GUM-51: An object that a closure makes with a plain initializer is injected once")
    func gum51() throws {
      let injector = try Injector { binder in
        binder.install(EngineModule())
        binder.bind(Car.self).to { Car() }
        binder.bind(Car.self, named: "as it is").to { Car() }.asIs()
      }
      let car = try injector.resolve(Car.self)
      #expect(car.canDrive)
      #expect(car.startCount == 1)
      #expect(try injector.resolve(Car.self) !== car)
      #expect(try injector.resolve(Car.self, named: "as it is").wheels.isEmpty)
    }

    @Test(
      "GUM-52: The closure of a singleton runs once; each request provides its injected object")
    func gum52() throws {
      var runs = 0
      let injector = try Injector { binder in
        binder.install(EngineModule())
        binder.bind((any Vehicle).self).to {
          runs += 1
          return Car()
        }.in(.singleton)
      }
      let vehicle = try injector.resolve((any Vehicle).self)
      #expect(vehicle.canDrive)
      #expect(try injector.resolve((any Vehicle).self) === vehicle)
      #expect((vehicle as? Car)?.startCount == 1)
      #expect(runs == 1)
    }

    @Test("GUM-55: A binding can be removed, as if the key had never been bound")
    func gum55() throws {
      let wheel = Wheel()
      let injector = try Injector { binder in
        binder.bind(Wheel.self).to(instance: wheel)
        binder.bind((any Engine).self).to(HybridEngine.self) { $0 }
      }
      try injector.update { binder in
        binder.unbind(Wheel.self)
        binder.unbind((any Engine).self)
      }
      #expect(!injector.hasBinding(Wheel.self, to: wheel))
      #expect(!injector.hasBinding(Wheel.self))
      #expect(!injector.hasBinding((any Engine).self))
      #expect(try injector.resolve(Wheel.self) !== wheel)
      let error = try #require(throws: InjectionError.self) {
        try injector.resolve((any Engine).self)
      }
      #expect(error.code == .missingBinding)
    }
  }
}
