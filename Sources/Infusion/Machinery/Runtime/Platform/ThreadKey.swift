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
  #error("Infusion does not know this platform's thread-local storage.")
#endif

/// A word of storage that each thread has for itself.
struct ThreadKey {
  #if canImport(WinSDK)
    private let key: DWORD
  #else
    private let key: pthread_key_t
  #endif

  #if canImport(Darwin)
    typealias Destructor = @convention(c) (UnsafeMutableRawPointer) -> Void
  #else
    typealias Destructor = @convention(c) (UnsafeMutableRawPointer?) -> Void
  #endif

  /// Takes a key of the process, which has some hundreds, for ever.
  ///
  /// - Parameter destructor: Receives the word of a thread that ends, unless it is nil.
  init(_ destructor: Destructor) {
    #if canImport(WinSDK)
      key = unsafe FlsAlloc(destructor)
      let isTaken = key != FLS_OUT_OF_INDEXES
    #else
      var key = pthread_key_t()
      let isTaken = unsafe pthread_key_create(&key, destructor) == 0
      self.key = key
    #endif
    guard isTaken else { fatalError("the process has no thread-local key left") }
  }

  /// The word of the calling thread; nil until it is set.
  @inline(__always)
  var word: UnsafeMutableRawPointer? {
    get {
      #if canImport(WinSDK)
        unsafe FlsGetValue(key)
      #else
        unsafe pthread_getspecific(key)
      #endif
    }
    nonmutating set {
      #if canImport(WinSDK)
        _ = unsafe FlsSetValue(key, newValue)
      #else
        _ = unsafe pthread_setspecific(key, newValue)
      #endif
    }
  }
}
