import Infusion
import Testing

/// The classes that the Blindside tests inject: houses with addresses, and streets that cross.
///
/// Each line of an address is an object, not a string, because the tests compare identities.
enum BlindsideFixtures {
  final class Line {}

  final class Address: InitializerDeclaring {
    let street: Line?
    let city: Line?
    let state: Line?
    let zip: Line?

    init(street: Line?, city: Line?, state: Line?, zip: Line?) {
      self.street = street
      self.city = city
      self.state = state
      self.zip = zip
    }

    static var initializer: Initializer {
      Initializer(
        Address.init(street:city:state:zip:), .named("street"), .named("city"), .named("state"),
        .named("zip"))
    }
  }

  final class Garage {
    var isEmpty = false
  }
  final class Driveway {}
  final class TennisCourt {}
  final class Patio: DefaultInitializable {}

  class House: InitializerDeclaring, Injectable, AwakesFromInjection {
    let address: Address
    var garage: Garage!
    var driveway: Driveway!
    weak var injector: Injector?

    required init(address: Address) { self.address = address }

    class var initializer: Initializer { Initializer(Self.init(address:)) }
    class var requires: Requirements {
      requiring(\.garage) + requiring(\.driveway, named: "theDriveway") + requiring(\.injector)
    }
    func awakeFromInjection() { garage.isEmpty = true }
  }

  final class Mansion: House {
    var tennisCourt: TennisCourt!

    override class var requires: Requirements {
      requiring(\.tennisCourt) + House.requiring(\.driveway, named: "10 car driveway")
    }
  }

  /// Two of its five parameters are arguments of the call; the first argument may be nil.
  final class Intersection: InitializerDeclaring {
    let street: Line
    let crossStreet: Line
    let city: Line?
    let state: Line
    let zip: Line

    init(street: Line, crossStreet: Line, city: Line?, state: Line, zip: Line) {
      self.street = street
      self.crossStreet = crossStreet
      self.city = city
      self.state = state
      self.zip = zip
    }

    static var initializer: Initializer {
      Initializer(
        Intersection.init(street:crossStreet:city:state:zip:), .named("street"), .named("street2"),
        .argument, .named("state"), .argument)
    }
  }

  /// Created by its own function, from an argument and from a value of the injector.
  final class Kiosk: InitializerDeclaring {
    let foo: String
    let bar: String

    private init(foo: String, bar: String) {
      self.foo = foo
      self.bar = bar
    }

    static func make(foo: String, injector: Injector) throws -> Kiosk {
      Kiosk(foo: foo, bar: try injector.resolve(named: "bar"))
    }

    static var initializer: Initializer {
      Initializer(Kiosk.make(foo:injector:), .argument, .resolved)
    }
  }
}

extension BlindsideFixtures {
  /// Binds the address, with an object for each of its lines.
  struct AddressModule: Module {
    let street = Line()
    let city = Line()
    let state = Line()
    let zip = Line()

    func configure(_ binder: Binder) {
      binder.bind(Line.self, named: "street").to(instance: street)
      binder.bind(Line.self, named: "city").to(instance: city)
      binder.bind(Line.self, named: "state").to(instance: state)
      binder.bind(Line.self, named: "zip").to(instance: zip)
    }
  }

  /// Binds everything that a house and a mansion need.
  struct HouseModule: Module {
    let address = Address(street: nil, city: nil, state: nil, zip: nil)
    let garage = Garage()
    let driveway = Driveway()
    let largeDriveway = Driveway()
    let tennisCourt = TennisCourt()

    func configure(_ binder: Binder) {
      binder.bind(Address.self).to(instance: address)
      binder.bind(Garage.self).to(instance: garage)
      binder.bind(Driveway.self, named: "theDriveway").to(instance: driveway)
      binder.bind(Driveway.self, named: "10 car driveway").to(instance: largeDriveway)
      binder.bind(TennisCourt.self).to(instance: tennisCourt)
    }
  }

  /// The error of a request that must fail.
  static func failure(_ request: () throws -> Void) throws -> InjectionError {
    try #require(throws: InjectionError.self) { try request() }
  }
}
