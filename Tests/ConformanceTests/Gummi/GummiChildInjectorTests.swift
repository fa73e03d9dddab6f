import Infusion
import Testing

extension Gummi {
  struct ChildInjectorTests {
    @Test("GUM-1: An injector without modules has no parent and provides itself")
    func gum1() throws {
      let injector = try Injector()
      #expect(injector.parent == nil)
      #expect(try injector.resolve(Injector.self) === injector)
    }

    @Test("GUM-2: A child is another injector, and knows its parent")
    func gum2() throws {
      let parent = try Injector()
      let child: Injector = try parent.makeChild()
      #expect(child !== parent)
      #expect(child.parent === parent)
      #expect(try child.resolve(Injector.self) === child)
      #expect(try parent.resolve(Injector.self) === parent)
    }

    @Test(
      "GUM-3: A child provides the instance that its parent binds, and so does the parent")
    func gum3() throws {
      let wheel = Wheel()
      let parent = try Injector { $0.bind(Wheel.self).to(instance: wheel) }
      let child = try parent.makeChild()
      #expect(try child.resolve(Wheel.self) === wheel)
      #expect(try parent.resolve(Wheel.self) === wheel)
    }

    @Test("GUM-4: A binding of the child hides the parent's, but not in the parent")
    func gum4() throws {
      let (wheel, spare) = (Wheel(), Wheel())
      let parent = try Injector { $0.bind(Wheel.self).to(instance: wheel) }
      let child = try parent.makeChild { $0.bind(Wheel.self).to(instance: spare) }
      #expect(try child.resolve(Wheel.self) === spare)
      #expect(try parent.resolve(Wheel.self) === wheel)
      try child.update { $0.unbind(Wheel.self) }
      #expect(try child.resolve(Wheel.self) === wheel)
    }

    @Test("GUM-5: An unbound class receives dependencies from the injector that is asked for it")
    func gum5() throws {
      let (wheel, spare) = (Wheel(), Wheel())
      let parent = try Injector { binder in
        binder.install(EngineModule())
        binder.bind(Wheel.self).to(instance: wheel)
      }
      let child = try parent.makeChild { $0.bind(Wheel.self).to(instance: spare) }
      let (own, inherited) = try (child.resolve(Car.self), parent.resolve(Car.self))
      #expect(own.wheels.count == 4)
      #expect(own.wheels.allSatisfy { $0 === spare })
      #expect(inherited.wheels.count == 4)
      #expect(inherited.wheels.allSatisfy { $0 === wheel })
    }

    @Test("GUM-6: A child without its own binding injects the value of its parent")
    func gum6() throws {
      let (wheel, engine) = (Wheel(), HybridEngine())
      let parent = try Injector { binder in
        binder.bind(Wheel.self).to(instance: wheel)
        binder.bind((any Engine).self).to(instance: engine)
      }
      let car = try parent.makeChild().makeChild().resolve(Car.self)
      #expect(car.wheels.count == 4)
      #expect(car.wheels.allSatisfy { $0 === wheel })
      #expect(car.engine === engine)
    }
  }
}
