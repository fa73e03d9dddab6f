// Defects of the old libraries that cannot be written down any more. The numbers are those of the
// suites in ConformanceTests.
import Infusion

final class Part: DefaultInitializable {}

struct PartModule: Module {
  func configure(_ binder: Binder) {
    // Defect09: nothing instead of a scope; rescope(_:to: .unscoped) takes one away.
    // expected-error@+1 {{'nil' is not compatible with expected argument type 'Scope'}}
    binder.bind(Part.self).in(nil)
  }
}
