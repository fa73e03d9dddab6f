/// A value that several threads read and change.
///
/// `@unchecked Sendable`: the value is read and changed under the lock.
package final class Guarded<Value>: @unchecked Sendable {
  private let lock = Lock()
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}
