// A subscript takes a location only by its labels: a name without its label is not a location.
import Infusion

class Car {}

func use(_ injector: Injector, _ factory: ObjectFactory) throws {
  // expected-error@+2 {{missing argument label 'fileID:' in subscript}}
  // expected-warning@+1 {{no calls to throwing functions occur within 'try' expression}}
  _ = try injector[Car.self, "spare"]
  // expected-error@+2 {{missing argument labels 'fileID:line:' in subscript}}
  // expected-warning@+1 {{no calls to throwing functions occur within 'try' expression}}
  _ = try injector[Car.self, "Garage/Car.swift", 12]
  // expected-error@+2 {{missing argument label 'fileID:' in subscript}}
  // expected-warning@+1 {{no calls to throwing functions occur within 'try' expression}}
  _ = try injector[Car.self, named: "spare", "Garage/Car.swift"]
  // expected-error@+2 {{missing argument label 'fileID:' in subscript}}
  // expected-warning@+1 {{no calls to throwing functions occur within 'try' expression}}
  _ = try factory[Car.self, "spare"]
}
