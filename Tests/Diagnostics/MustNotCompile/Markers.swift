// The argument of a marker is a name, and a handle is not its value.
import Infusion

class Part {}

class Marked {
  // expected-error@+1 {{cannot convert value of type 'Int' to expected argument type 'Name'}}
  @Injected(3) var numbered: Part
  // expected-error@+2 {{cannot convert value of type 'KeyPath<Root, Value>' to expected argument type 'Name'}}
  // expected-error@+1 {{cannot infer key path type from context}}
  @Injected(\.part) var part: Part
  // expected-error@+1 {{extraneous argument label 'named:' in call}}
  @Injected(named: "left") var left: Part
  // expected-error@+1 {{no exact matches in call to initializer}}
  @Injected var spare: Part = Part()
  // expected-error@+1 {{property 'owner' with a wrapper cannot also be weak}}
  @Injected weak var owner: Part?
  // expected-error@+1 {{property 'later' with a wrapper cannot also be lazy}}
  @Injected lazy var later: Part? = nil
}

func read(_ lazy: Lazy<Part>, _ provider: Provider<Part>) throws {
  // expected-error@+1 {{cannot convert value of type 'Lazy<Part>' to specified type 'Part'}}
  let part: Part = lazy
  // expected-error@+1 {{cannot convert value of type 'Provider<Part>' to specified type 'Part'}}
  let other: Part = provider
  _ = (part, other)
}
