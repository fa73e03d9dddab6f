import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the library keeps for each thread that has used it: the resolution under way and the
/// reading flag.
///
/// Found through a thread-local key, never a task-local value: child tasks would share that, and
/// several of them would then work on one resolution at once.
final class ThreadRecord {
  /// Set while the thread takes a reference out of a ``SwappableReference``.
  let isReading = Atomic<Bool>(false)

  /// The epoch of the request under way, as ``ReadEpoch`` writes it; 0 when there is none.
  fileprivate let epoch = Atomic<Int>(0)
  /// The family of the injector that the request began at.
  fileprivate let family = Atomic<Int>(0)
  /// Other families that the request has turned to; 0 where there is none.
  fileprivate let firstOther = Atomic<Int>(0)
  fileprivate let secondOther = Atomic<Int>(0)
  /// Those for which there was no place, sorted; looked at where the epoch says that there are
  /// some.
  fileprivate let moreOthers = Guarded<[Int]>([])

  let resolution = Resolution()

  /// Whether no request is under way, and requests are not sent to another core than the one they
  /// are meant for.
  ///
  /// Asked by the thread itself.
  @inline(__always)
  var isIdle: Bool { epoch.load(ordering: .relaxed) == 0 && !resolution.isSubstituting }

  /// The far end of the stack, which is left to the closures and initializers of the last request.
  private let reserve: Range<UInt>

  private init() {
    let size: UInt = 128 * 1024
    #if canImport(Darwin)
      let thread = pthread_self()
      let end =
        UInt(bitPattern: pthread_get_stackaddr_np(thread)) - UInt(pthread_get_stacksize_np(thread))
      reserve = end..<end + size
    #else
      // The C library has the function, and Swift's module map of it does not show it.
      typealias GetAttributes =
        @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32
      var attributes = pthread_attr_t()
      var start: UnsafeMutableRawPointer?
      var length = 0
      if let function = unsafe dlsym(nil, "pthread_getattr_np"),
        unsafe unsafeBitCast(function, to: GetAttributes.self)(pthread_self(), &attributes) == 0
      {
        unsafe pthread_attr_getstack(&attributes, &start, &length)
        unsafe pthread_attr_destroy(&attributes)
      }
      let end = UInt(bitPattern: start)
      reserve = end..<end + size
    #endif
  }

  /// Whether another call can be nested on the stack of this thread.
  ///
  /// Asked by the thread itself. An address outside the stack, as a sanitizer gives to local
  /// variables, tells nothing.
  var hasStackLeft: Bool {
    var here: UInt8 = 0
    return unsafe withUnsafePointer(to: &here) { !reserve.contains(UInt(bitPattern: $0)) }
  }

  /// Injectors that are let go by this thread, each by the end of one of its children.
  private var released: ContiguousArray<Injector> = []
  private var isReleasing = false

  /// Empties the variable and lets the injector go, when those that are being let go are gone.
  func release(_ injector: inout Injector?) {
    if let injector { released.append(injector) }
    injector = nil
    guard !isReleasing else { return }
    isReleasing = true
    while released.popLast() != nil {}
    isReleasing = false
  }

  /// The record of the calling thread, made at its first use and released when the thread ends.
  static var current: ThreadRecord {
    if let known = unsafe pthread_getspecific(key) {
      return unsafe Unmanaged<ThreadRecord>.fromOpaque(known).takeUnretainedValue()
    }
    let record = ThreadRecord()
    record.resolution.belong(to: record)
    ThreadRegistry.shared.add(record)
    unsafe pthread_setspecific(key, Unmanaged.passRetained(record).toOpaque())
    return record
  }

  /// The record of the calling thread, if it has used the library before; it lives as long as the
  /// thread.
  ///
  /// The caller remembers the key, and need not ask whether it has been made.
  @inline(__always)
  static func known(by key: Key) -> Unmanaged<ThreadRecord>? {
    unsafe pthread_getspecific(key).map { unsafe .fromOpaque($0) }
  }

  /// Calls the body with the resolution of the calling thread, which is not retained: the
  /// record keeps it.
  @inline(__always)
  static func withResolution(
    by key: Key, _ body: (Resolution) throws(InjectionError) -> Void
  ) throws(InjectionError) {
    guard let known = unsafe known(by: key) else { return try body(current.resolution) }
    try unsafe known.withGuaranteed { record throws(InjectionError) in try body(record.resolution) }
  }

  /// The resolution of the calling thread.
  @inline(__always)
  static var currentResolution: Resolution {
    guard let known = unsafe pthread_getspecific(key) else { return current.resolution }
    return unsafe Unmanaged<ThreadRecord>.fromOpaque(known)._withUnsafeGuaranteedRef {
      $0.resolution
    }
  }

  /// A thread-local key.
  typealias Key = pthread_key_t

  static let key: Key = {
    var key = Key()
    let result = unsafe pthread_key_create(&key) { pointer in
      #if canImport(Darwin)
        let record = Unmanaged<ThreadRecord>.fromOpaque(pointer)
      #else
        guard let pointer = unsafe pointer else { return }
        let record = unsafe Unmanaged<ThreadRecord>.fromOpaque(pointer)
      #endif
      unsafe ThreadRegistry.shared.remove(record.takeUnretainedValue())
      unsafe record.release()
    }
    guard result == 0 else { fatalError("the process has no thread-local key left") }
    return key
  }()
}

extension Unmanaged<ThreadRecord> {
  /// Calls the body with the record, which is not retained: its thread keeps it.
  @inline(__always)
  func withGuaranteed(
    _ body: (ThreadRecord) throws(InjectionError) -> Void
  ) throws(InjectionError) {
    let failure = unsafe _withUnsafeGuaranteedRef { record -> InjectionError? in
      do throws(InjectionError) {
        try body(record)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }
}

/// Telling the ``History`` which bindings a request sees.
extension ThreadRecord {
  /// Publishes the present epoch, and what the request is about.
  ///
  /// A change that comes between looking at the clock and publishing might not see the request: the
  /// look is repeated.
  ///
  /// - Returns: The epoch.
  func beginRequest(of family: Int) -> Int {
    self.family.store(family, ordering: .relaxed)
    var number = History.present
    while true {
      epoch.store(ReadEpoch(number).word, ordering: .sequentiallyConsistent)
      let now = History.present
      if now == number { return number }
      number = now
    }
  }

  /// Called before the request uses more of a family than that had at its epoch: it turns to an
  /// injector of another one, or its own thread changes an injector.
  func keepEverything(of family: Int) {
    if family == self.family.load(ordering: .relaxed) {
      epoch.bitwiseOr(ReadEpoch.everything, ordering: .sequentiallyConsistent)
    } else if !isOther(family), !take(firstOther, for: family), !take(secondOther, for: family) {
      moreOthers.withLock { $0.sortedInsert(family) }
      epoch.bitwiseOr(ReadEpoch.moreFamilies, ordering: .sequentiallyConsistent)
    }
  }

  private func take(_ place: borrowing Atomic<Int>, for family: Int) -> Bool {
    guard place.load(ordering: .relaxed) == 0 else { return false }
    place.store(family, ordering: .sequentiallyConsistent)
    return true
  }

  private func isOther(_ family: Int) -> Bool {
    firstOther.load(ordering: .sequentiallyConsistent) == family
      || secondOther.load(ordering: .sequentiallyConsistent) == family
      || (epoch.load(ordering: .sequentiallyConsistent) & ReadEpoch.moreFamilies != 0
        && moreOthers.withLock { $0.sortedContains(family) })
  }

  /// - Returns: Whether something was kept for the request, and can be let go now.
  func endRequest() -> Bool {
    if firstOther.load(ordering: .relaxed) != 0 {
      firstOther.store(0, ordering: .relaxed)
      secondOther.store(0, ordering: .relaxed)
    }
    let word = epoch.exchange(0, ordering: .sequentiallyConsistent)
    if word & ReadEpoch.moreFamilies != 0 { moreOthers.withLock { $0 = [] } }
    return word & ReadEpoch.awaited != 0
  }

  /// The epoch of the request under way, if it concerns a family; its end will be noticed.
  fileprivate func await(before number: Int, of family: Int) -> ReadEpoch? {
    var word = epoch.load(ordering: .sequentiallyConsistent)
    while word != 0, ReadEpoch(word: word).number < number {
      let isOther = isOther(family)
      guard isOther || self.family.load(ordering: .relaxed) == family else { return nil }
      let awaited = word | ReadEpoch.awaited
      let (exchanged, original) = epoch.compareExchange(
        expected: word, desired: awaited, ordering: .sequentiallyConsistent)
      if exchanged { return ReadEpoch(word: awaited | (isOther ? ReadEpoch.everything : 0)) }
      word = original
    }
    return nil
  }
}

/// The epoch whose bindings a request sees.
struct ReadEpoch {
  fileprivate let word: Int

  /// Set when a thread waits for the end of the request.
  fileprivate static let awaited = 1
  /// Set when the request may use more than its family had at its epoch.
  fileprivate static let everything = 2
  /// Set when the request has turned to more families than a record has room for.
  fileprivate static let moreFamilies = 4

  fileprivate init(word: Int) {
    self.word = word
  }

  init(_ number: Int) {
    word = number << 3
  }

  var number: Int { word >> 3 }

  /// Whether the request may use what was in force from one number through another.
  func needs(since: Int, until last: Int) -> Bool {
    number <= last && (since <= number || word & Self.everything != 0)
  }
}

/// All threads that have used the library and still run.
///
/// `@unchecked Sendable`: the list is guarded by the lock; of a foreign record only what is atomic
/// is read, and the families that have a lock of their own.
final class ThreadRegistry: @unchecked Sendable {
  static let shared = ThreadRegistry()

  private let lock = Lock()
  private var records: [ThreadRecord] = []

  fileprivate func add(_ record: ThreadRecord) {
    lock.withLock { records.append(record) }
  }

  fileprivate func remove(_ record: ThreadRecord) {
    lock.withLock { records.removeAll { $0 === record } }
  }

  /// The epochs of requests that began before a change, and concern a family.
  func awaitedEpochs(before number: Int, of family: Int) -> [ReadEpoch] {
    lock.withLock { records.compactMap { $0.await(before: number, of: family) } }
  }

  /// Returns when every read that was under way at the time of the call has ended.
  ///
  /// A read is a load and a retain; a thread is seen in one only when it was interrupted there.
  func waitForReaders() {
    let present = lock.withLock { records }
    for record in present {
      while record.isReading.load(ordering: .sequentiallyConsistent) { sched_yield() }
    }
  }
}
