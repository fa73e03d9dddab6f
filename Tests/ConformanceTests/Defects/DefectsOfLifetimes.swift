import Infusion
import Testing

extension Defects {
  @Suite("Defect02: Objection kept a half-built singleton whose injection had failed")
  struct Defect02 {
    final class Fuel {}
    final class Engine: Injectable, DefaultInitializable, AwakesFromInjection, Scoped {
      var fuel: Fuel?
      private(set) var isAwake = false
      static var requires: Requirements { requiring(\.fuel) }
      static var scope: Scope { .singleton }
      func awakeFromInjection() { isAwake = true }
    }
    final class Truck: Injectable, AwakesFromInjection {
      var log: Log?
      var fuel: Fuel?
      private(set) var awakeCount = 0
      static var requires: Requirements { requiring(\.log, \.fuel) }
      func awakeFromInjection() { awakeCount += 1 }
    }
    struct Refusal: Error {}

    @Test("Defect02: A singleton that cannot be injected is an error each time, until it can")
    func failedInjection() throws {
      let injector = try Injector()
      for _ in 0..<3 {
        let error = try #require(throws: InjectionError.self) { try injector.resolve(Engine.self) }
        #expect(error.code == .missingBinding)
      }
      try injector.update { $0.bind(Fuel.self).to { Fuel() } }
      let engine = try injector.resolve(Engine.self)
      #expect(engine.fuel != nil)
      #expect(engine.isAwake)
      #expect(try injector.resolve(Engine.self) === engine)
    }

    @Test("Defect02: An object that cannot be injected keeps all its values")
    func existingObject() throws {
      let (old, new) = (Log(), Log())
      let truck = Truck()
      truck.log = old
      let injector = try Injector { $0.bind(Log.self).to(instance: new) }
      let error = try #require(throws: InjectionError.self) {
        try injector.injectDependencies(into: truck)
      }
      #expect(error.code == .missingBinding)
      #expect(truck.log === old)
      #expect(truck.fuel == nil)
      #expect(truck.awakeCount == 0)
      try injector.update { $0.bind(Fuel.self).to { Fuel() } }
      try injector.injectDependencies(into: truck)
      #expect(truck.log === new)
      #expect(truck.fuel != nil)
      #expect(truck.awakeCount == 1)
    }

    @Test("Defect02: A singleton whose closure threw is created by the next request")
    func failedClosure() throws {
      var runs = 0
      let injector = try Injector { binder in
        binder.bind(Fuel.self).to {
          runs += 1
          if runs == 1 { throw Refusal() }
          return Fuel()
        }.in(.singleton)
      }
      let error = try #require(throws: InjectionError.self) { try injector.resolve(Fuel.self) }
      #expect(error.code == .providerFailed)
      #expect(error.underlying is Refusal)
      let fuel = try injector.resolve(Fuel.self)
      #expect(try injector.resolve(Fuel.self) === fuel)
      #expect(runs == 2)
    }
  }

  @Suite("Defect04: Objection made a new object for every named request of a singleton class")
  struct Defect04 {
    final class Headlight: DefaultInitializable, Scoped {
      static var scope: Scope { .singleton }
    }
    final class Front: NamedInjectable, DefaultInitializable {
      private(set) var left: Headlight?
      private(set) var right: Headlight?
      private(set) var spare: Headlight?
      static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<Front>> {
        ["left": \.left, "right": \.right, "left": \.spare]
      }
    }

    @Test("Defect04: A singleton class has one object for each name, and one without a name")
    func oneForEachName() throws {
      let injector = try Injector()
      let left = try injector.resolve(Headlight.self, named: "left")
      let right = try injector.resolve(Headlight.self, named: "right")
      let unnamed = try injector.resolve(Headlight.self)
      #expect(Set([left, right, unnamed].map { ObjectIdentifier($0) }).count == 3)
      #expect(try injector.resolve(Headlight.self, named: "left") === left)
      #expect(try injector.resolve(Headlight.self, named: "right") === right)
      #expect(try injector.resolve(Headlight.self) === unnamed)
      let front = try injector.resolve(Front.self)
      #expect(front.left === left)
      #expect(front.right === right)
      #expect(front.spare === left)
    }

    @Test(
      "Defect04: A name is exact: a key without a name, or with another one, is a different key"
    )
    func exactName() throws {
      let (bound, spare) = (Headlight(), Headlight())
      let injector = try Injector { binder in
        binder.bind(Headlight.self).to(instance: bound)
        binder.bind(Headlight.self, named: "spare").to(instance: spare)
      }
      let left = try injector.resolve(Headlight.self, named: "left")
      #expect(left !== bound)
      #expect(left !== spare)
      #expect(try injector.resolve(Headlight.self) === bound)
      #expect(try injector.resolve(Headlight.self, named: "spare") === spare)
      #expect(!injector.hasBinding(Headlight.self, named: "left"))
    }
  }

  @Suite("Defect09: Blindside crashed on the removal of a scope, which its documentation allows")
  struct Defect09 {
    final class Part: DefaultInitializable {}

    @Test("Defect09: A binding without a scope is unscoped, and a scope can be removed")
    func unscoped() throws {
      let injector = try Injector { binder in
        binder.bind(Part.self)
        binder.bind(Part.self, named: "shared").in(.singleton)
      }
      #expect(try injector.resolve(Part.self) !== injector.resolve(Part.self))
      let shared = try injector.resolve(Part.self, named: "shared")
      #expect(try injector.resolve(Part.self, named: "shared") === shared)
      try injector.update { $0.rescope(Part.self, named: "shared", to: .unscoped) }
      let first = try injector.resolve(Part.self, named: "shared")
      #expect(first !== shared)
      #expect(try injector.resolve(Part.self, named: "shared") !== first)
    }
  }

  @Suite("Defect10: Blindside shared one instance among all keys bound with one scope object")
  struct Defect10 {
    final class Part {}
    final class Store: InstanceStore, @unchecked Sendable {
      private var instances: [Key: Any] = [:]
      func value(for key: Key) -> Any? { instances[key] }
      func publish(_ value: Any, for key: Key) { instances[key] = value }
    }

    @Test("Defect10: A scope that is used for two keys keeps an object for each")
    func anObjectForEachKey() throws {
      let store = Store()
      for scope in [Scope.singleton, .weak, .graph, Scope("request") { _ in store }] {
        let injector = try Injector { binder in
          binder.bind(Part.self).to { Part() }.in(scope)
          binder.bind(Part.self, named: "spare").to { Part() }.in(scope)
          binder.bind([Part].self).to { injector in
            try [injector.resolve(), injector.resolve(named: "spare"), injector.resolve()]
          }
        }
        let parts = try injector.resolve([Part].self)
        #expect(parts[0] !== parts[1], "\(scope)")
        #expect(parts[0] === parts[2], "\(scope)")
      }
    }
  }

  @Suite("Defect15: Gummi-Injection built an eager singleton for the wrong key")
  struct Defect15 {
    protocol Engine: AnyObject {}
    final class V8: Engine, AwakesFromInjection, DefaultInitializable {
      @Injected var log: Log
      func awakeFromInjection() { log.note("V8") }
    }

    @Test("Defect15: An eager singleton is built once, for the bound key")
    func builtOnce() throws {
      let log = Log()
      let injector = try Injector { binder in
        binder.bind(Log.self).to(instance: log)
        binder.bind((any Engine).self).to(V8.self) { $0 }.asEagerSingleton()
        binder.bind((any Engine).self, named: "closure").to {
          log.note("closure")
          return V8()
        }.asEagerSingleton()
      }
      #expect(log.entries == ["V8", "closure", "V8"])
      let engine = try injector.resolve((any Engine).self)
      let other = try injector.resolve((any Engine).self, named: "closure")
      #expect(engine !== other)
      #expect(try injector.resolve((any Engine).self) === engine)
      #expect(try injector.resolve((any Engine).self, named: "closure") === other)
      #expect(log.entries.count == 3)
    }

    @Test("Defect15: An eager binding that keeps no instance is an error, and nothing is built")
    func notASingleton() throws {
      let log = Log()
      let error = try #require(throws: InjectionError.self) {
        try Injector { binder in
          binder.bind(Log.self).to(instance: log)
          binder.bind((any Engine).self).to(V8.self) { $0 }.asEagerSingleton().in(.unscoped)
        }
      }
      #expect(error.code == .eagerNotSingleton)
      #expect(error.key == Key((any Engine).self))
      #expect(log.entries.isEmpty)
    }
  }

  @Suite("Defect16: Gummi-Injection never released an injector")
  struct Defect16 {
    final class Part: DefaultInitializable {}
    final class Keeper: Injectable, DefaultInitializable, Scoped {
      private(set) var factory: ObjectFactory?
      private(set) var part: Part?
      static var requires: [PartialKeyPath<Keeper>] { [\.factory, \.part] }
      static var scope: Scope { .singleton }
    }
    struct PartModule: Module {
      func configure(_ binder: Binder) {
        binder.bind(Part.self).in(.singleton)
        binder.bind(Part.self, named: "closure").to { try $0.resolve() }.asEagerSingleton()
        binder.bind(Keeper.self, named: "link").to(Keeper.self) { $0 }
      }
    }

    @Test("Defect16: An injector is released with its last reference, and its singletons with it")
    func released() throws {
      weak var parent: Injector?
      weak var child: Injector?
      weak var keeper: Keeper?
      weak var part: Part?
      do {
        let injector = try Injector(PartModule())
        let derived = try injector.makeChild { $0.bind(Keeper.self, named: "own").in(.singleton) }
        keeper = try derived.resolve(Keeper.self, named: "own")
        part = try injector.resolve(Part.self)
        #expect(try injector.resolve(Keeper.self, named: "link").part === part)
        try injector.update { $0.uninstall(PartModule.self) }
        try injector.update { $0.install(PartModule()) }
        part = try injector.resolve(Part.self)
        (parent, child) = (injector, derived)
        #expect(keeper != nil)
        #expect(part != nil)
      }
      #expect(child == nil)
      #expect(parent == nil)
      #expect(keeper == nil)
      #expect(part == nil)
    }
  }
}
