// A hierarchy keeps the spelling of its root class, in which every class can list its properties.
import Infusion

class Part {}

class Checked: Injectable {
  // expected-note@+2 {{attempt to override property here}}
  // expected-note@+1 {{overridden declaration is here}}
  class var requires: Requirements { [] }
}

class NoLongerChecked: Checked {
  // expected-error@+1 {{property 'requires' with type '[AnyKeyPath]' cannot override}}
  override class var requires: [AnyKeyPath] { [] }
}

class Plain: Injectable {
  // expected-note@+1 {{attempt to override property here}}
  class var requires: [AnyKeyPath] { [] }
}

class LaterChecked: Plain {
  // expected-error@+1 {{property 'requires' with type 'Requirements' cannot override}}
  override class var requires: Requirements { [] }
}

class OnlyForItself: Injectable {
  var part: Part!
  // expected-note@+1 {{attempt to override property here}}
  class var requires: [PartialKeyPath<OnlyForItself>] { [\.part] }
}

class Heir: OnlyForItself {
  var own: Part!
  // expected-error@+1 {{property 'requires' with type '[PartialKeyPath<Heir>]' cannot override}}
  override class var requires: [PartialKeyPath<Heir>] { [\.own] }
}

class WithoutOverride: Checked {
  // expected-error@+1 {{overriding declaration requires an 'override' keyword}}
  class var requires: Requirements { [] }
}

class NotForSubclasses: Injectable {
  // expected-note@+1 {{overridden declaration is here}}
  static var requires: Requirements { [] }
}

class LeftOut: NotForSubclasses {
  // expected-error@+1 {{cannot override static property}}
  override class var requires: Requirements { [] }
}

// expected-error@+2 {{type 'NotAList' does not conform to}}
// expected-note@+1 {{add stubs for conformance}}
final class NotAList: Injectable {
  static var requires: [String] { ["part"] }
}
