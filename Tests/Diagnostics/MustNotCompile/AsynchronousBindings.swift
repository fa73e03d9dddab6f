// An asynchronous closure runs in its own task: it cannot share what is not Sendable, and returns a
// value of the bound type.
import Infusion

// expected-note@+1 {{class 'Store' does not conform to the 'Sendable' protocol}}
final class Store {}

struct AppModule: Module {
  func configure(_ binder: Binder) {
    let store = Store()
    // expected-error@+1 {{capture of 'store' with non-Sendable type 'Store' in a '@Sendable' closure}}
    binder.bind(Store.self).toAsync { store }
    // expected-error@+1 {{cannot convert value of type 'String' to closure result type 'Store'}}
    binder.bind(Store.self, named: "text").toAsync(uses: String.self) { text in text }
  }
}
