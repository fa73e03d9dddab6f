// A class can require a property only where it can set it: a private one only where it is declared.
import Infusion

class Part {}

class Lot {
  // expected-note@+1 {{'hidden' declared here}}
  private var hidden: Part?
}

class Garage: Lot, Injectable {
  // expected-error@+1 {{'hidden' is inaccessible due to 'private' protection level}}
  class var requires: Requirements { requiring(\.hidden) }
}

class Fleet {
  private(set) var readable: Part?
}

class Depot: Fleet, Injectable {
  // expected-error@+1 {{a superclass lists its own property if the setter is private}}
  class var requires: Requirements { requiring(\.readable) }
}
