import Infusion
import Testing

extension Objection {
  class Sailor: Injectable, NamedInjectable, DefaultInitializable {
    var compass: Compass!
    var lamp: Lantern!
    required init() {}
    class var requires: Requirements { requiring(\.compass) }
    class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> { ["cabin": \Sailor.lamp] }
  }
  final class Captain: Sailor {
    var anchor: Anchor!
    var bridgeLamp: Lantern!
    override class var requires: Requirements { requiring(\.anchor) }
    override class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> {
      ["bridge": \Captain.bridgeLamp]
    }
  }

  class Passenger {
    var cabin = 12
  }
  final class Stowaway: Passenger, Injectable, NamedInjectable, DefaultInitializable {
    var compass: Compass!
    var lamp: Lantern!
    static var requires: Requirements { requiring(\.compass) }
    static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<Stowaway>> { ["hold": \.lamp] }
    override required init() {}
  }

  class Tide: Injectable, DefaultInitializable, Scoped {
    static var scope: Scope { .singleton }
    var moon: Moon!
    required init() {}
    class var requires: Requirements { requiring(\.moon) }
  }
  class Moon: Injectable, DefaultInitializable, Scoped {
    static var scope: Scope { .singleton }
    var tide: Tide!
    required init() {}
    class var requires: Requirements { requiring(\.tide) }
  }

  @Suite("Objection: inheritance and cycles") struct InheritanceTests {
    @Test("OBJ-22: two singletons refer to each other", arguments: [true, false])
    func cycle(beginsWithTide: Bool) throws {
      let injector = try Injector()
      // Either may be requested first.
      if !beginsWithTide { _ = try injector.resolve(Moon.self) }
      let tide = try injector.resolve(Tide.self)
      let moon = try injector.resolve(Moon.self)
      #expect(tide === moon.tide)
      #expect(moon === tide.moon)
    }

    @Test("OBJ-23: a subclass receives its own and inherited requirements, plain and named")
    func mergedRequirements() throws {
      let cabin = Lantern()
      let bridge = Lantern()
      let captain = try Injector { binder in
        binder.bind(Lantern.self, named: "cabin").to(instance: cabin)
        binder.bind(Lantern.self, named: "bridge").to(instance: bridge)
      }.resolve(Captain.self)
      #expect(captain.compass != nil)
      #expect(captain.anchor != nil)
      #expect(captain.lamp === cabin)
      #expect(captain.bridgeLamp === bridge)
    }

    @Test("OBJ-24: a class whose superclass declares nothing receives its own, plain and named")
    func silentSuperclass() throws {
      let hold = Lantern()
      let stowaway = try Injector { binder in
        binder.bind(Lantern.self, named: "hold").to(instance: hold)
      }.resolve(Stowaway.self)
      #expect(stowaway.compass != nil)
      #expect(stowaway.lamp === hold)
      #expect(stowaway.cabin == 12)
    }
  }
}
