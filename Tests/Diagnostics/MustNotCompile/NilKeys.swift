// No key is nil, which Objective-C may pass by mistake. The numbers are those of the behaviors that
// ConformanceTests re-creates.
import Infusion

class Part {}

func ask(_ injector: Injector, _ type: Part.Type?) throws {
  // OBJ-14: asking for nil.
  // expected-error@+1 {{'nil' is not compatible with expected argument type 'Part.Type'}}
  let part: Part = try injector.resolve(nil)
  // expected-error@+3 {{value of optional type 'Part.Type?' must be unwrapped}}
  // expected-note@+2 {{coalesce using '??'}}
  // expected-note@+1 {{force-unwrap using '!'}}
  _ = try injector.resolve(type)
  _ = part
}

struct PartModule: Module {
  let type: Part.Type?
  func configure(_ binder: Binder) {
    // OBJ-15: binding nil.
    // expected-error@+3 {{value of optional type 'Part.Type?' must be unwrapped}}
    // expected-note@+2 {{coalesce using '??'}}
    // expected-note@+1 {{force-unwrap using '!'}}
    binder.bind(type).to { Part() }
  }
}
