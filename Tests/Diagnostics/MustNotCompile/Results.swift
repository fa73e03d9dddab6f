// A call returns the requested type.
import Infusion

class Car {}
class Boat {}

func use(_ injector: Injector, _ factory: ObjectFactory) throws {
  // expected-error@+1 {{cannot convert value of type 'Car' to specified type 'Boat'}}
  let resolved: Boat = try injector.resolve(Car.self)
  // expected-error@+1 {{cannot convert value of type 'Car' to closure result type 'Boat'}}
  let created: Boat = try injector.create { Car() }
  // expected-error@+1 {{cannot convert value of type 'Car' to specified type 'Boat'}}
  let made: Boat = try factory.resolve(Car.self)
  // expected-error@+1 {{cannot convert value of type 'Car' to specified type 'Boat'}}
  let current: Boat = try inject(Car.self)
  _ = (resolved, created, made, current)
}
