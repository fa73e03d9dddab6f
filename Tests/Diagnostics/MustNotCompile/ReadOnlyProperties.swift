// A property that cannot be set cannot be required.
import Infusion

class Part {}

class Constant: Injectable {
  let part = Part()
  // expected-error@+1 {{'requiring(_:named:)' is unavailable: an injected property must be a 'var'}}
  class var requires: Requirements { requiring(\.part) }
}

class Computed: Injectable {
  var part: Part { Part() }
  // expected-error@+1 {{'requiring(_:named:)' is unavailable: an injected property must be a 'var'}}
  class var requires: Requirements { requiring(\.part) }
}

class Optionally: Injectable {
  let part: Part? = nil
  // expected-error@+1 {{'accepting(_:named:)' is unavailable: an injected property must be a 'var'}}
  class var requires: Requirements { accepting(\.part) }
}

class ByName: Injectable {
  let part = Part()
  // expected-error@+1 {{'requiring(_:named:)' is unavailable: an injected property must be a 'var'}}
  class var requires: Requirements { requiring(\.part, named: "name") }
}

class Mixed: Injectable {
  var first: Part?
  let second = Part()
  // expected-error@+1 {{is unavailable: every injected property must be a 'var'}}
  class var requires: Requirements { requiring(\.first, \.second) }
}

class MixedOptionally: Injectable {
  var first: Part?
  let second: Part? = nil
  // expected-error@+1 {{is unavailable: every injected property must be a 'var'}}
  class var requires: Requirements { accepting(\.first, \.second) }
}

extension Binder {
  func addRequirements() {
    // expected-error@+2 {{could not be inferred}}
    // expected-error@+1 {{cannot convert value of type 'any KeyPath<Constant, Part>}}
    bind(Constant.self).to { Constant() }.injecting(\.part)
    // expected-error@+2 {{cannot convert value of type 'any KeyPath<Computed, Part>}}
    // expected-error@+1 {{could not be inferred}}
    extend(Computed.self).injecting(\.part)
  }
}
