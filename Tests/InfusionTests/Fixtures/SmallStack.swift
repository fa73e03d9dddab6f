#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Runs a closure on a new thread with a stack of 512 KB, and waits for it.
func onSmallStack<Result>(_ body: () throws -> Result) throws -> Result {
  try onStack(of: 512 * 1024, body)
}

/// Runs a closure on a new thread with a stack of some bytes, and waits for it.
func onStack<Result>(of size: Int, _ body: () throws -> Result) throws -> Result {
  try withoutActuallyEscaping(body) { body in
    let work = ThreadWork(body)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    guard pthread_attr_setstacksize(&attributes, size) == 0 else { throw ThreadFailure() }
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let context = Unmanaged.passRetained(work as AnyThreadWork).toOpaque()
    let status = pthread_create(
      &thread, &attributes,
      { context in
        #if canImport(Darwin)
          let pointer: UnsafeMutableRawPointer? = context
        #else
          let pointer = context
        #endif
        if let pointer {
          Unmanaged<AnyThreadWork>.fromOpaque(pointer).takeRetainedValue().run()
        }
        return nil
      }, context)
    #if canImport(Darwin)
      guard status == 0, let thread else { throw ThreadFailure() }
    #else
      guard status == 0 else { throw ThreadFailure() }
    #endif
    pthread_join(thread, nil)
    guard let result = work.result else { throw ThreadFailure() }
    return try result.get()
  }
}

struct ThreadFailure: Error {}

private class AnyThreadWork {
  func run() {}
}

private final class ThreadWork<Success>: AnyThreadWork {
  private var body: (() throws -> Success)?
  var result: Result<Success, any Error>?

  init(_ body: @escaping () throws -> Success) {
    self.body = body
  }

  override func run() {
    guard let body = body.take() else { return }
    result = Result { try body() }
  }
}
