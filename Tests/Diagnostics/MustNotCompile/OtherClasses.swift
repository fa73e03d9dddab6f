// A class lists its own properties, and those of a superclass through the superclass.
import Infusion

class Part {}

class Boat {
  var part: Part!
  let constant = Part()
}

class Car: Injectable {
  var part: Part!
  var other: Part!
  class var requires: Requirements { requiring(\.part, \.other) }
}

class One: Car {
  // expected-error@+1 {{is unavailable: this key path starts at another class: write requiring(}}
  override class var requires: Requirements { requiring(\Boat.part) }
}

class OneOptionally: Car {
  // expected-error@+1 {{is unavailable: this key path starts at another class: write accepting(}}
  override class var requires: Requirements { accepting(\Boat.part) }
}

class ByName: Car {
  // expected-error@+1 {{is unavailable: this key path starts at another class: write requiring(}}
  override class var requires: Requirements { requiring(\Boat.part, named: "name") }
}

class OptionallyByName: Car {
  // expected-error@+1 {{is unavailable: this key path starts at another class: write accepting(}}
  override class var requires: Requirements { accepting(\Boat.part, named: "name") }
}

class First: Car {
  // expected-error@+1 {{is unavailable: this key path starts at another class: write requiring(}}
  override class var requires: Requirements { requiring(\Boat.part, \.part, \.other) }
}

class FirstOptionally: Car {
  // expected-error@+1 {{is unavailable: this key path starts at another class: write accepting(}}
  override class var requires: Requirements { accepting(\Boat.part, \.other) }
}

class Second: Car {
  // expected-error@+1 {{is unavailable: this key path starts at another class: write requiring(}}
  override class var requires: Requirements { requiring(\.part, \Boat.part) }
}

class SecondOptionally: Car {
  // expected-error@+1 {{is unavailable: this key path starts at another class: write accepting(}}
  override class var requires: Requirements { accepting(\.part, \Boat.part, \.other) }
}

class All: Car {
  // expected-error@+1 {{is unavailable: this key path starts at another class: write requiring(}}
  override class var requires: Requirements { requiring(\Boat.part, \Boat.constant, \Boat.part) }
}

class AllOptionally: Car {
  // expected-error@+1 {{is unavailable: this key path starts at another class: write accepting(}}
  override class var requires: Requirements { accepting(\Boat.part, \Boat.part) }
}

class Rooted: Car {
  // expected-error@+1 {{is unavailable: this key path starts at another class: write requiring(}}
  override class var requires: Requirements { requiring(\Rooted.part, \Rooted.other, \Boat.part) }
}

class Constant: Car {
  // expected-error@+1 {{is unavailable: this key path starts at another class: write requiring(}}
  override class var requires: Requirements { requiring(\Boat.constant) }
}

class Joined: Car {
  // expected-error@+1 {{is unavailable: this key path starts at another class: write requiring(}}
  override class var requires: Requirements { requiring(\Boat.part) + accepting(\.other) }
}

class Inherited: Car {
  var own: Part!
  // expected-error@+1 {{is unavailable: this key path starts at another class: write requiring(}}
  override class var requires: Requirements { requiring(\.own, \Car.part) }
}

class Elsewhere: Car {
  // expected-error@+1 {{is unavailable: this key path starts at another class: write accepting(}}
  override class var requires: Requirements { Car.accepting(\Boat.part) }
}

class Generic<Value>: Injectable {
  var value: Value!
  // expected-error@+1 {{is unavailable: this key path starts at another class: write requiring(}}
  class var requires: Requirements { requiring(\.value, \Boat.part) }
}

class Third: Car {
  // expected-error@+1 {{is unavailable: this key path starts at another class: write requiring(}}
  override class var requires: Requirements { requiring(\.part, \.other, \Boat.part) }
}

class ThirdOptionally: Car {
  // expected-error@+1 {{is unavailable: this key path starts at another class: write accepting(}}
  override class var requires: Requirements { accepting(\.part, \.other, \Boat.part, \.part) }
}

class Fourth: Car {
  // expected-error@+1 {{is unavailable: this key path starts at another class: write requiring(}}
  override class var requires: Requirements { requiring(\.part, \.other, \.part, \Boat.part) }
}

class FourthOptionally: Car {
  // expected-error@+1 {{is unavailable: this key path starts at another class: write accepting(}}
  override class var requires: Requirements { accepting(\.part, \.other, \.part, \Boat.part) }
}

// Behind the fourth key path it is the compiler that tells the classes apart.
class Last: Car {
  override class var requires: Requirements {
    // expected-error@+2 {{cannot convert value of type 'ReferenceWritableKeyPath<Boat, Optional<Part>>' to expected argument type 'ReferenceWritableKeyPath<Last, Part?>'}}
    // expected-note@+1 {{arguments to generic parameter 'Root'}}
    requiring(\.part, \.other, \.part, \.other, \Boat.part)
  }
}
