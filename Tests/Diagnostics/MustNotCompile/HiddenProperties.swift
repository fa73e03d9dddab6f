// A property is required where it can be set: a private one only in the class that declares it.
import Infusion

class Part {}

class Lot {
  // expected-note@+1 {{'hidden' declared here}}
  private var hidden: Part?
}

class Garage: Lot, Injectable {
  // expected-error@+3 {{could not be inferred}}
  // expected-error@+2 {{cannot convert value of type 'any KeyPath<Garage, Part?>}}
  // expected-error@+1 {{'hidden' is inaccessible due to 'private' protection level}}
  class var requires: Requirements { requiring(\.hidden) }
}

class Fleet {
  private(set) var readable: Part?
}

class Depot: Fleet, Injectable {
  // expected-error@+2 {{cannot convert value of type 'any KeyPath<Depot, Part?>}}
  // expected-error@+1 {{could not be inferred}}
  class var requires: Requirements { requiring(\.readable) }
}
