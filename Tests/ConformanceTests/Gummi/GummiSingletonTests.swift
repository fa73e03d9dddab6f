import Infusion
import Testing

extension Gummi {
  struct SingletonTests {
    final class SingletonFoo: Injectable, DefaultInitializable, Scoped {
      private(set) var bar: SingletonBar?
      static var requires: [PartialKeyPath<SingletonFoo>] { [\.bar] }
      static var scope: Scope { .singleton }
    }
    final class SingletonBar: Injectable, DefaultInitializable, Scoped {
      private(set) weak var foo: SingletonFoo?
      static var requires: [PartialKeyPath<SingletonBar>] { [\.foo] }
      static var scope: Scope { .singleton }
    }

    /// Counts its objects in an array of the injector.
    final class Birth: Injectable, DefaultInitializable, AwakesFromInjection {
      final class Register {
        private(set) var births: [Birth] = []
        fileprivate func note(_ birth: Birth) { births.append(birth) }
      }
      private var register: Register?
      static var requires: [PartialKeyPath<Birth>] { [\.register] }
      func awakeFromInjection() { register?.note(self) }
    }

    private let injector: Injector

    init() throws {
      injector = try Injector { binder in
        binder.bind(Garage.self).in(.singleton)
        binder.bind((any Engine).self).to(HybridEngine.self) { $0 }.in(.singleton)
        binder.bind((any Building).self).to(Garage.self) { $0 }.in(.singleton)
      }
    }

    @Test("GUM-41: Bound singletons have bindings before they exist")
    func gum41() {
      #expect(injector.hasBinding(Garage.self))
      #expect(injector.hasBinding((any Engine).self))
      let scopes = injector.graph.nodes.filter { $0.kind == .link }.map(\.scope)
      #expect(scopes == ["singleton", "singleton"])
    }

    @Test("GUM-42: A singleton is of the bound class")
    func gum42() throws {
      #expect(try injector.resolve((any Engine).self) is HybridEngine)
      #expect(type(of: try injector.resolve(Garage.self) as AnyObject) == Garage.self)
    }

    @Test("GUM-43: A singleton is one object per injector, for its protocol and its class")
    func gum43() throws {
      let engine = try injector.resolve((any Engine).self)
      let garage = try injector.resolve(Garage.self)
      #expect(try injector.resolve((any Engine).self) === engine)
      #expect(try injector.resolve(Garage.self) === garage)
      #expect(try injector.resolve((any Building).self) === garage)
      let other = try SingletonTests().injector
      #expect(try other.resolve((any Engine).self) !== engine)
      #expect(try other.resolve(Garage.self) !== garage)
    }

    @Test("GUM-44: A singleton receives its dependencies, and is injected as one")
    func gum44() throws {
      let garage = try injector.resolve(Garage.self)
      let engine = try injector.resolve((any Engine).self)
      #expect(garage.isFull)
      #expect(garage.cars.allSatisfy { $0.engine === engine })
    }

    @Test("GUM-45: The dependencies of a singleton have theirs, and are created once")
    func gum45() throws {
      let building = try #require(try injector.resolve((any Building).self) as? Garage)
      #expect(building.isFull)
      let cars = building.cars.map { ObjectIdentifier($0) }
      #expect(try injector.resolve(Garage.self).cars.map { ObjectIdentifier($0) } == cars)
      #expect(building.cars.allSatisfy { $0.startCount == 1 })
    }

    @Test(
      "GUM-46: Singletons that need each other receive each other, whichever is requested first")
    func gum46() throws {
      let foo = try Injector().resolve(SingletonFoo.self)
      #expect(foo.bar?.foo === foo)
      let injector = try Injector()
      let bar = try injector.resolve(SingletonBar.self)
      #expect(bar.foo?.bar === bar)
      #expect(try injector.resolve(SingletonFoo.self).bar === bar)
    }

    @Test("GUM-53: An eager singleton exists once the injector exists or the update returns")
    func gum53() throws {
      let register = Birth.Register()
      let injector = try Injector { binder in
        binder.bind(Birth.Register.self).to(instance: register)
        binder.bind(Birth.self, named: "lazy").in(.singleton)
        binder.bind(Birth.self).to(Birth.self) { $0 }.asEagerSingleton()
      }
      #expect(register.births.count == 1)
      try injector.update { $0.bind(Birth.self, named: "live").asEagerSingleton() }
      #expect(register.births.count == 2)
    }

    @Test("GUM-54: Each request provides the eager singleton that was created in advance")
    func gum54() throws {
      let register = Birth.Register()
      let injector = try Injector { binder in
        binder.bind(Birth.Register.self).to(instance: register)
        binder.bind(Birth.self).asEagerSingleton()
      }
      let birth = try injector.resolve(Birth.self)
      #expect(try injector.resolve(Birth.self) === birth)
      #expect(register.births.map { ObjectIdentifier($0) } == [ObjectIdentifier(birth)])
    }
  }
}
