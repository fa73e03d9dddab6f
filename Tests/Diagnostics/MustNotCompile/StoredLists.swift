// Key paths are not Sendable, so a list is computed, not stored.
import Infusion

class Part {}

final class Final: Injectable {
  var part: Part!
  // expected-error@+3 {{static property 'requires' is not concurrency-safe}}
  // expected-note@+2 {{add '@MainActor'}}
  // expected-note@+1 {{disable concurrency-safety checks}}
  static let requires: [PartialKeyPath<Final>] = [\.part]
}

class Open: Injectable {
  var part: Part!
  // expected-error@+3 {{static property 'requires' is not concurrency-safe}}
  // expected-note@+2 {{add '@MainActor'}}
  // expected-note@+1 {{disable concurrency-safety checks}}
  static let requires: [AnyKeyPath] = [\Open.part]
}

final class Named: NamedInjectable {
  var part: Part!
  // expected-error@+3 {{static property 'requiresNamed' is not concurrency-safe}}
  // expected-note@+2 {{add '@MainActor'}}
  // expected-note@+1 {{disable concurrency-safety checks}}
  static let requiresNamed: KeyValuePairs<Name, PartialKeyPath<Named>> = ["name": \.part]
}
