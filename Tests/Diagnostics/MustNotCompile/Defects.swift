// Defects of the old libraries that no longer compile. The numbers are those of the suites in
// ConformanceTests.
import Infusion

final class Part: DefaultInitializable {}

struct PartModule: Module {
  func configure(_ binder: Binder) {
    // Defect09: nil instead of a scope; rescope(_:to: .unscoped) removes a scope.
    // expected-error@+1 {{'nil' is not compatible with expected argument type 'Scope'}}
    binder.bind(Part.self).in(nil)
  }
}
