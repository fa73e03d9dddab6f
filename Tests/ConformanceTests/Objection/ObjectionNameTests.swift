import Infusion
import Testing

extension Objection {
  /// Objection's own specs of the first three assert nothing; these tests assert what they intend.
  @Suite("Objection: names") struct NameTests {
    @Test("OBJ-19: two names of one class are two objects")
    func namesAreDistinct() throws {
      let injector = try Injector()
      let lightship = try injector.resolve(Lightship.self)
      let port = try #require(lightship.port)
      let starboard = try #require(lightship.starboard)
      #expect(port !== starboard)
      #expect(try injector.resolve(Lantern.self, named: "port") !== port)
    }

    @Test("OBJ-20: named and plain requirements of one class are both injected")
    func namedAndPlain() throws {
      let plain = Lantern()
      let port = Lantern()
      let starboard = Lantern()
      let lightship = try Injector { binder in
        binder.bind(Lantern.self).to(instance: plain)
        binder.bind(Lantern.self, named: "port").to(instance: port)
        binder.bind(Lantern.self, named: "starboard").to(instance: starboard)
      }.resolve(Lightship.self)
      #expect(lightship.masthead === plain)
      #expect(lightship.port === port)
      #expect(lightship.starboard === starboard)
    }

    @Test("OBJ-21: a singleton class is one object for each name")
    func namedSingletons() throws {
      let injector = try Injector()
      let first = try injector.resolve(Cutter.self)
      let second = try injector.resolve(Cutter.self)
      #expect(first !== second)
      #expect(first.port != nil)
      #expect(first.port === second.port)
      #expect(first.starboard != nil)
      #expect(first.starboard === second.starboard)
      #expect(first.port !== first.starboard)
      #expect(try injector.resolve(Searchlight.self, named: "port") === first.port)
      #expect(try injector.resolve(Searchlight.self) !== first.port)
    }

    @Test("OBJ-62: named values from every kind of binding are injected in one call")
    func everyKindOfNamedBinding() throws {
      struct FlareProvider: ProviderProtocol {
        func provide(from injector: Injector) -> any Signal { Flare(range: 11) }
      }
      let starboard = Lantern()
      let injector = try Injector { binder in
        binder.bind(Lantern.self, named: "port").to(StormLantern.self) { $0 }
        binder.bind(Lantern.self, named: "starboard").to(instance: starboard)
        binder.bind((any Signal).self, named: "port").to { Flare(range: 1.092) }
        binder.bind((any Signal).self, named: "starboard").to(provider: FlareProvider())
      }
      let lightship = try injector.resolve(Lightship.self)
      #expect(lightship.port is StormLantern)
      #expect(lightship.starboard === starboard)
      #expect(type(of: try #require(lightship.masthead)) == Lantern.self)
      let trawler = try injector.resolve(Trawler.self)
      #expect(trawler.port.range == 1.092)
      #expect(trawler.starboard.range == 11)
    }

    @Test("OBJ-63: a named singleton is one object under its name, and unknown under another")
    func namedSingletonBinding() throws {
      let injector = try Injector { binder in
        binder.bind(Lantern.self, named: "port").to(StormLantern.self) { $0 }.in(.singleton)
      }
      let port = try injector.resolve(Lantern.self, named: "port")
      #expect(port is StormLantern)
      #expect(try injector.resolve(Lantern.self, named: "port") === port)
      let other = try injector.resolve(Lantern.self, named: "starboard")
      #expect(other !== port)
      #expect(!(other is StormLantern))
    }

    @Test("OBJ-64: hasBinding tells names apart, of classes and of protocols")
    func hasNamedBinding() throws {
      let injector = try Injector { binder in
        binder.bind(Lantern.self, named: "port").to { Lantern() }
        binder.bind((any Signal).self, named: "port").to { Flare(range: 1) }
      }
      #expect(injector.hasBinding(Lantern.self, named: "port"))
      #expect(!injector.hasBinding(Lantern.self, named: "starboard"))
      #expect(!injector.hasBinding(Lantern.self))
      #expect(injector.hasBinding((any Signal).self, named: "port"))
      #expect(!injector.hasBinding((any Signal).self, named: "starboard"))
      #expect(!injector.hasBinding((any Signal).self))
    }
  }
}
