// The compiler says how to complete a list or a link.
import Infusion

protocol Engine: AnyObject {}
final class V8: Engine {}
class Part {}

class Nine: Injectable {
  var part: Part!
  // expected-error@+2 {{'requiring' is unavailable: one list has at most eight properties: join lists with '+'}}
  class var requires: Requirements {
    requiring(\.part, \.part, \.part, \.part, \.part, \.part, \.part, \.part, \.part)
  }
}

class ManyOptionally: Injectable {
  var part: Part?
  class var requires: Requirements {
    // expected-error@+1 {{'accepting' is unavailable: one list has at most eight properties: join lists with '+'}}
    accepting(\.part, \.part, \.part, \.part, \.part, \.part, \.part, \.part, \.part, \.part)
  }
}

class Named: Injectable {
  var left: Part!
  var right: Part!
  // expected-error@+1 {{is unavailable: a name belongs to one property: write requiring(}}
  class var requires: Requirements { requiring(\.left, \.right, named: "part") }
}

class Listed: Injectable {
  var part: Part!
  // expected-note@+1 {{attempt to override property here}}
  class var requires: Requirements { requiring(\.part) }
}

class PlainlyListed: Listed {
  var other: Part!
  // expected-error@+1 {{property 'requires' with type '[AnyKeyPath]' cannot override a property with type 'Requirements'}}
  override class var requires: [AnyKeyPath] { [\PlainlyListed.other] }
}

class RootlessList: Listed {
  var other: Part!
  // expected-error@+1 {{cannot infer key path type from context; consider explicitly specifying a root type}}
  override class var requires: Requirements { [\.other] }
}

struct EngineModule: Module {
  func configure(_ binder: Binder) {
    // expected-error@+1 {{'to(_:named:)' is unavailable: write .to { Impl() }; or .to(Impl.self)}}
    binder.bind((any Engine).self).to(V8.self)
    // expected-error@+1 {{'to(_:named:)' is unavailable: write .to { Impl() }; or .to(Impl.self)}}
    binder.onMainActor.bind((any Engine).self).to(V8.self)
    // expected-error@+1 {{'to(_:named:)' is unavailable: write .to { Impl() }; or .to(Impl.self)}}
    binder.contribute((any Engine).self).to(V8.self).in(.singleton)
    // expected-error@+1 {{'to(_:named:)' is unavailable: write .to { Impl() }; or .to(Impl.self)}}
    binder.bind((any Engine).self).to(V8.self, named: "big")
    // expected-error@+1 {{'to(_:named:)' is unavailable: write .to { Impl() }; or .to(Impl.self)}}
    binder.onMainActor.bind((any Engine).self).to(V8.self, named: "big")
  }
}

func makeInjector() throws -> Injector {
  try Injector { binder in
    // expected-error@+1 {{'to(_:named:)' is unavailable: write .to { Impl() }; or .to(Impl.self)}}
    binder.bind((any Engine).self).to(V8.self)
  }
}
