// The project builds the branch for Glibc; its check `platforms` only compiles the others.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Android)
  import Android
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#else
  #error("Infusion does not know this platform's C library.")
#endif

/// The calling thread, as the platform knows it.
enum CurrentThread {
  /// Lets another thread run first.
  static func yield() {
    sched_yield()
  }

  /// Where the stack ends that the thread still has; nil if the platform does not say.
  ///
  /// For the main thread, the C library of Linux reads a file, in 0.1 ms.
  static var endOfStack: UInt? {
    #if canImport(Darwin)
      let thread = unsafe pthread_self()
      return unsafe UInt(bitPattern: pthread_get_stackaddr_np(thread))
        - UInt(pthread_get_stacksize_np(thread))
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

/// A word of storage that each thread has for itself.
struct ThreadKey {
  private let key: pthread_key_t

  #if canImport(Darwin)
    typealias Destructor = @convention(c) (UnsafeMutableRawPointer) -> Void
  #else
    typealias Destructor = @convention(c) (UnsafeMutableRawPointer?) -> Void
  #endif

  /// Takes one of the few hundred keys of the process, and never returns it.
  ///
  /// - Parameter destructor: Receives the word of a thread that ends, unless it is nil.
  init(_ destructor: Destructor) {
    var key = pthread_key_t()
    guard unsafe pthread_key_create(&key, destructor) == 0 else {
      fatalError("the process has no thread-local key left")
    }
    self.key = key
  }

  /// The word of the calling thread; nil until it is set.
  @inline(__always)
  var word: UnsafeMutableRawPointer? {
    get { unsafe pthread_getspecific(key) }
    nonmutating set { _ = unsafe pthread_setspecific(key, newValue) }
  }
}

/// The address of a function of the process that no module declares; nil where it cannot be looked
/// up, as in a statically linked program.
func lookUp(_ name: String) -> UnsafeMutableRawPointer? {
  unsafe dlsym(UnsafeMutableRawPointer(bitPattern: everyImage), name)
}

// What `dlsym` takes to search every image: a macro, which Swift does not import.
#if canImport(Darwin)
  private var everyImage: Int { -2 }
#elseif canImport(Android) && _pointerBitWidth(_32)
  private var everyImage: Int { -1 }
#else
  private var everyImage: Int { 0 }
#endif

/// The number of bytes that may be read of memory allocated for an object; nil where the platform
/// does not say, as in a statically linked program.
func allocatedSize(of memory: UnsafeRawPointer) -> Int? {
  #if canImport(Darwin)
    return unsafe malloc_size(memory)
  #else
    // The C library has the function, but Swift's module map does not show it.
    typealias UsableSize = @convention(c) (UnsafeRawPointer) -> Int
    guard let function = unsafe lookUp("malloc_usable_size") else { return nil }
    return unsafe unsafeBitCast(function, to: UsableSize.self)(memory)
  #endif
}

// Functions of the C library that are the same on every platform.

/// Whether a variable of the environment has a value.
func environment(_ variable: String, is value: String) -> Bool {
  guard let found = unsafe getenv(variable) else { return false }
  return unsafe strcmp(found, value) == 0
}

/// Sorts elements in memory, in place.
///
/// Swift's own sorting would make the run-time library search all conformances of the program for the
/// type of its working memory.
func sort(
  _ elements: UnsafeMutableRawBufferPointer, stride: Int,
  by compare: @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> Int32
) {
  guard let start = elements.baseAddress else { return }
  unsafe qsort(start, elements.count / stride, stride, compare)
}

// What `Lock` and `Condition` need of the system.

typealias NativeMutex = pthread_mutex_t
typealias NativeCondition = pthread_cond_t

extension UnsafeMutablePointer<pthread_mutex_t> {
  func create() { unsafe pthread_mutex_init(self, nil) }
  func destroy() { unsafe pthread_mutex_destroy(self) }
  func acquire() { unsafe pthread_mutex_lock(self) }
  func release() { unsafe pthread_mutex_unlock(self) }
}

extension UnsafeMutablePointer<pthread_cond_t> {
  func create() {
    unsafe initialize(to: pthread_cond_t())
    unsafe pthread_cond_init(self, nil)
  }
  func destroy() { unsafe pthread_cond_destroy(self) }
  func signal() { unsafe pthread_cond_signal(self) }
  func wait(releasing mutex: UnsafeMutablePointer<pthread_mutex_t>) {
    unsafe pthread_cond_wait(self, mutex)
  }
}

extension NativeMutex {
  /// The memory of a mutex before `create()`.
  @unsafe static var unused: NativeMutex {
    // Elsewhere it is a union, or holds a pointer.
    #if canImport(Darwin) || canImport(Android)
      NativeMutex()
    #else
      unsafe NativeMutex()
    #endif
  }
}
