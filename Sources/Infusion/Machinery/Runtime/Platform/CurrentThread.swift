// The project builds the branch for Glibc; its check `platforms` only compiles the others.
#if canImport(Darwin)
  import Darwin
#elseif canImport(WinSDK)
  import WinSDK
#elseif canImport(Android)
  import Android
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#else
  #error("Infusion does not know this platform's threads.")
#endif

/// The calling thread, as the platform knows it.
enum CurrentThread {
  /// Lets another thread run first.
  static func yield() {
    #if canImport(WinSDK)
      SwitchToThread()
    #else
      sched_yield()
    #endif
  }

  /// Where the stack ends that the thread still has; nil if the platform does not say.
  ///
  /// For the main thread, the C library of Linux reads a file, in 0.1 ms.
  static var endOfStack: UInt? {
    #if canImport(Darwin)
      let thread = unsafe pthread_self()
      return unsafe UInt(bitPattern: pthread_get_stackaddr_np(thread))
        - UInt(pthread_get_stacksize_np(thread))
    #elseif canImport(WinSDK)
      var (low, high): (ULONG_PTR, ULONG_PTR) = (0, 0)
      unsafe GetCurrentThreadStackLimits(&low, &high)
      return UInt(low)
    #else
      // The C library has the function, but Swift's module map does not show it.
      typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutableRawPointer) -> Int32
      var attributes = pthread_attr_t()
      guard let function = unsafe lookUp("pthread_getattr_np"),
        unsafe unsafeBitCast(function, to: GetAttributes.self)(pthread_self(), &attributes) == 0
      else { return nil }
      defer { unsafe pthread_attr_destroy(&attributes) }
      var start: UnsafeMutableRawPointer?
      var length = 0
      unsafe pthread_attr_getstack(&attributes, &start, &length)
      return UInt(bitPattern: start)
    #endif
  }

  #if canImport(Darwin)
    static var isMain: Bool { pthread_main_np() != 0 }
  #endif
}
