// A property that does not exist, or belongs to another class, cannot be listed.
import Infusion

class Part {}

final class Final: Injectable {
  var part: Part!
  // expected-error@+1 {{value of type 'Final' has no member 'prat'}}
  static var requires: [PartialKeyPath<Final>] { [\.prat] }
}

class Open: Injectable {
  var part: Part!
  // expected-error@+1 {{value of type 'Open' has no member 'prat'}}
  class var requires: Requirements { requiring(\.prat) }
}

class Derived: Open {
  // expected-error@+1 {{value of type 'Derived' has no member 'prat'}}
  override class var requires: Requirements { accepting(\.prat) }
}

class Literal: Injectable {
  var part: Part!
  // expected-error@+1 {{value of type 'Literal' has no member 'prat'}}
  class var requires: [AnyKeyPath] { [\Literal.prat] }
}

final class Named: Injectable, NamedInjectable {
  var part: Part!
  static var requires: [PartialKeyPath<Named>] { [] }
  // expected-error@+1 {{value of type 'Named' has no member 'prat'}}
  static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<Named>> { ["name": \.prat] }
}

class Foreign: Injectable {
  // expected-error@+2 {{cannot convert value of type 'ReferenceWritableKeyPath<Literal, Optional<Part>>' to expected argument type 'ReferenceWritableKeyPath<Foreign, Part?>'}}
  // expected-note@+1 {{arguments to generic parameter 'Root'}}
  class var requires: Requirements { requiring(\Literal.part) }
}

final class ForeignFinal: Injectable {
  // expected-error@+1 {{cannot convert value of type 'Literal'}}
  static var requires: [PartialKeyPath<ForeignFinal>] { [\Literal.part] }
}

extension Binder {
  func addRequirements() {
    // expected-error@+3 {{could not be inferred}}
    // expected-error@+2 {{cannot convert value of type 'KeyPath<Literal, Value>}}
    // expected-error@+1 {{value of type 'Literal' has no member 'prat'}}
    bind(Literal.self).to { Literal() }.injecting(\.prat)
  }
}
