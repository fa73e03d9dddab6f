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

class Several: Injectable {
  var part: Part!
  var other: Part!
  class var requires: Requirements {
    // expected-error@+1 {{value of type 'Several' has no member 'prat'}}
    requiring(\.prat, \.part)
  }
}

class SeveralLater: Several {
  override class var requires: Requirements {
    // expected-error@+1 {{value of type 'SeveralLater' has no member 'prat'}}
    requiring(\.part, \.prat, \.other)
  }
}

class SeveralOptionally: Several {
  override class var requires: Requirements {
    // expected-error@+1 {{value of type 'SeveralOptionally' has no member 'prat'}}
    accepting(\.part, \.other, \.part, \.prat)
  }
}

class ByName: Several {
  override class var requires: Requirements {
    // expected-error@+1 {{value of type 'ByName' has no member 'prat'}}
    requiring(\.prat, named: "name")
  }
}

class OptionallyByName: Several {
  override class var requires: Requirements {
    // expected-error@+1 {{value of type 'OptionallyByName' has no member 'prat'}}
    requiring(\.part) + accepting(\.prat, named: "name")
  }
}

class WithRoot: Several {
  override class var requires: Requirements {
    // expected-error@+1 {{value of type 'WithRoot' has no member 'prat'}}
    requiring(\WithRoot.prat)
  }
}

class WithRoots: Several {
  override class var requires: Requirements {
    // expected-error@+1 {{value of type 'WithRoots' has no member 'prat'}}
    accepting(\WithRoots.prat, \.part)
  }
}

class OfTheOtherClass: Several {
  override class var requires: Requirements {
    // expected-error@+1 {{value of type 'Part' has no member 'prat'}}
    requiring(\.part, \Part.prat)
  }
}

final class Foreign: Injectable {
  // expected-error@+1 {{cannot convert value of type 'Literal'}}
  static var requires: [PartialKeyPath<Foreign>] { [\Literal.part] }
}

extension Binder {
  func addRequirements() {
    // expected-error@+3 {{could not be inferred}}
    // expected-error@+2 {{cannot convert value of type 'KeyPath<Literal, Value>}}
    // expected-error@+1 {{value of type 'Literal' has no member 'prat'}}
    bind(Literal.self).to { Literal() }.injecting(\.prat)
  }
}
