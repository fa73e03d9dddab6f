// A binder belongs to the code that receives it, not to another task.
import Infusion

struct LateModule: Module {
  func configure(_ binder: Binder) {
    // expected-error@+2 {{passing closure as a 'sending' parameter risks causing data races}}
    // expected-note@+1 {{closure captures 'binder' which is accessible to code in the current}}
    Task { binder.install(LateModule()) }
  }
}
