import Infusion
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A value behind a lock.
final class Locked<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: Value) {
    self.value = value
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  @discardableResult
  func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  var current: Value { with { $0 } }
}

/// A number that many threads change.
final class Counter: Sendable {
  private let number = Atomic<Int>(0)

  @discardableResult
  func increment(by amount: Int = 1) -> Int {
    number.add(amount, ordering: .acquiringAndReleasing).newValue
  }

  var value: Int { number.load(ordering: .acquiring) }
}

/// A switch that is thrown once.
final class Flag: Sendable {
  private let state = Atomic<Bool>(false)

  func raise() { state.store(true, ordering: .releasing) }

  var isRaised: Bool { state.load(ordering: .acquiring) }
}

/// An error that closures of the tests throw, identified by a number.
struct Refusal: Error { let number: Int }

/// The code of the error that a body throws; nil when it throws none of the library.
func code(_ body: () throws -> some Any) -> InjectionError.Code? {
  do {
    _ = try body()
    return nil
  } catch {
    return (error as? InjectionError)?.code
  }
}
