// The argument of a marker is a name, and a handle is not its value.
import Infusion

class Part {}

class Marked {
  // expected-error@+1 {{cannot convert value of type 'Int' to expected argument type 'Name'}}
  @Injected(3) var numbered: Part
}

func read(_ lazy: Lazy<Part>, _ provider: Provider<Part>) throws {
  // expected-error@+1 {{cannot convert value of type 'Lazy<Part>' to specified type 'Part'}}
  let part: Part = lazy
  // expected-error@+1 {{cannot convert value of type 'Provider<Part>' to specified type 'Part'}}
  let other: Part = provider
  _ = (part, other)
}
