import Synchronization

/// The state of a thread that has used the library: the resolution under way, the pin of the
/// snapshot that the thread reads, and everything that it is about to release.
///
/// The record is found through a thread-local key, never a task-local value: child tasks would
/// share that value, and several of them would work on one resolution at once.
final class ThreadRecord {
  /// Set while the thread takes a reference out of a ``SwappableReference``.
  let isReading = Atomic<Bool>(false)
  /// The address of the snapshot that the outermost call reads, see ``Pin``; 0 when there is none.
  let pin = Atomic<UInt>(0)
  private let pinsWithoutFence = ProcessFence.isUsed

  let resolution = Resolution()

  /// Whether the innermost call is known to run on the main actor.
  ///
  /// A call stays on its actor, but code that it calls may begin another one elsewhere on the same
  /// thread: in the deinitializer of an actor, or in a task that starts at once.
  @exclusivity(unchecked) var isOnMainActor = false

  /// Instances on their way out of an injector, which has retired them; see ``Retirement``.
  ///
  /// No user code runs while the list is changed.
  @exclusivity(unchecked) var retired: ContiguousArray<RetiredInstance> = []
  /// Cancels what a change has withdrawn; run when the change has ended, before the retired instances
  /// are released.
  @exclusivity(unchecked) var cancellations: ContiguousArray<() -> Void> = []
  /// Whether this thread is releasing them.
  @exclusivity(unchecked) var isReleasingRetired = false
  /// Whether the end of a call has to release them; one that an object makes while it is released leaves
  /// that to its caller.
  @inline(__always)
  var isToRelease: Bool { unsafe !retired.isEmpty && !isReleasingRetired }

  /// Whether the thread runs neither a call nor an update that has a view of its own.
  ///
  /// Only the thread itself asks.
  @inline(__always)
  var isIdle: Bool { pin.load(ordering: .relaxed) == 0 && !resolution.hasViews }

  private init() { resolution.belong(to: self) }

  /// The far end of the stack, which is left to the closures and initializers of the last request.
  ///
  /// Found when a call is nested, because the platform may take its time.
  private lazy var reserve: Range<UInt> = {
    let end = CurrentThread.endOfStack ?? 0
    return end..<end + 128 * 1024
  }()

  /// Whether another call can be nested on the stack of this thread.
  ///
  /// Only the thread itself asks. An address outside the stack, which a sanitizer gives to local
  /// variables, says nothing.
  var hasStackLeft: Bool {
    var here: UInt8 = 0
    return unsafe withUnsafePointer(to: &here) { !reserve.contains(UInt(bitPattern: $0)) }
  }

  /// Whether the innermost call runs on the main actor.
  ///
  /// A call that does asks the run-time library once. Elsewhere, and outside calls, each use asks.
  func findsMainActor() -> Bool {
    if unsafe isOnMainActor { return true }
    let isCurrent = MainActor.isCurrent
    unsafe isOnMainActor = isCurrent && resolution.nesting > 0
    return isCurrent
  }

  /// Ends the outermost call.
  ///
  /// - Returns: The snapshot that the call has read, for the caller to release, if another has
  ///   replaced it.
  @inline(__always)
  func endCall() -> Unretained<AnyObject>? {
    unsafe isOnMainActor = false
    return unpin()
  }

  /// Where the record is in the list of all.
  private var position = 0

  /// Objects that this thread is releasing, each because the last object that held it has ended.
  private var released: ContiguousArray<AnyObject> = []
  private var isReleasing = false

  /// Empties the variable, and releases the object after those that are being released.
  func release<Object: AnyObject>(_ object: inout Object?) {
    if let object { released.append(object) }
    object = nil
    guard !isReleasing else { return }
    isReleasing = true
    while released.popLast() != nil {}
    isReleasing = false
  }

  /// The record of the calling thread, made at its first use and released when the thread ends.
  static var current: ThreadRecord {
    if let known = unsafe known(by: key) { return unsafe known.takeUnretainedValue() }
    let record = ThreadRecord()
    all.withLock { records in
      record.position = records.count
      records.append(record)
    }
    unsafe key.word = unsafe Unmanaged.passRetained(record).toOpaque()
    return record
  }

  /// The record of the calling thread, if it has used the library before; it lives as long as the
  /// thread.
  ///
  /// The caller remembers the key, and need not ask whether it has been made.
  @inline(__always)
  static func known(by key: ThreadKey) -> Unmanaged<ThreadRecord>? {
    unsafe key.word.map { unsafe .fromOpaque($0) }
  }

  /// Calls the body with the resolution of the calling thread, which is not retained: the
  /// record keeps it.
  @inline(__always)
  static func withResolution(
    by key: ThreadKey, _ body: (Resolution) throws(InjectionError) -> Void
  ) throws(InjectionError) {
    guard let known = unsafe known(by: key) else { return try body(current.resolution) }
    try unsafe known.withGuaranteed { record throws(InjectionError) in try body(record.resolution) }
  }

  /// The resolution of the calling thread.
  @inline(__always)
  static var currentResolution: Resolution {
    guard let known = unsafe known(by: key) else { return current.resolution }
    return unsafe known._withUnsafeGuaranteedRef { $0.resolution }
  }

  static let key = unsafe ThreadKey { word in
    let ended: UnsafeMutableRawPointer? = unsafe word
    guard let ended = unsafe ended else { return }
    let record = unsafe Unmanaged<ThreadRecord>.fromOpaque(ended).takeRetainedValue()
    all.withLock { records in
      let last = records.removeLast()
      guard last !== record else { return }
      last.position = record.position
      records[last.position] = last
    }
  }
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

/// The word in which a thread names the snapshot that its outermost call reads.
///
/// The word is the address of the snapshot. A thread that replaces a snapshot marks the pins that
/// name it, and leaves a reference with each: a thread that finds its pin marked releases it.
enum Pin {
  /// Set while the thread copies one instance, and touches nothing else: a change waits for it.
  static let brief: UInt = 1
  /// Set when a snapshot that the thread reads has been replaced.
  static let marked: UInt = 2

  static func address(_ word: UInt) -> UInt { word & ~(brief | marked) }
}

extension ThreadRecord {
  /// Pins the snapshot of a reference for a whole call; nil when there is none.
  ///
  /// The thread pins nothing yet. A change between loading and pinning might not see the pin, so
  /// the load is repeated. A reference that a change has left in between is released while nothing
  /// is pinned: a deinitializer may make requests of its own.
  @inline(__always)
  func pin<Object: AnyObject>(
    _ reference: borrowing SwappableReference<Object>
  ) -> Unretained<Object>? {
    while true {
      let wanted = reference.unprotectedAddress
      guard let object = Unretained<Object>(at: wanted) else { return nil }
      announce(wanted)
      if reference.presentAddress == wanted { return object }
      unpinOvertaken()
    }
  }

  /// Pins the snapshot of a reference for a brief read; nil when there is none, or a change comes in
  /// between.
  @inline(__always)
  func pinBriefly<Object: AnyObject>(
    _ reference: borrowing SwappableReference<Object>
  ) -> Unretained<Object>? {
    let wanted = reference.unprotectedAddress
    guard let object = Unretained<Object>(at: wanted) else { return nil }
    announce(wanted | Pin.brief)
    if reference.presentAddress == wanted { return object }
    endBriefRead()
    return nil
  }

  /// Stores a pin, before the caller looks whether the snapshot is still in force.
  ///
  /// Without a fence, the processor may look first: see ``ProcessFence``. The fence below holds back only
  /// the compiler: on x86-64 it is no instruction.
  @inline(__always)
  private func announce(_ word: UInt) {
    if pinsWithoutFence {
      pin.store(word, ordering: .releasing)
      atomicMemoryFence(ordering: .acquiringAndReleasing)
    } else {
      pin.store(word, ordering: .sequentiallyConsistent)
    }
  }

  /// Whether the outermost call reads the snapshot at an address.
  func pins(_ address: UInt) -> Bool { Pin.address(pin.load(ordering: .relaxed)) == address }

  /// Turns a brief read into one for a whole call: a change that replaces the snapshot goes on.
  @inline(__always)
  func lengthenPin() {
    pin.store(pin.load(ordering: .relaxed) & ~Pin.brief, ordering: .releasing)
  }

  /// Ends a brief read.
  @inline(__always)
  func endBriefRead() { pin.store(0, ordering: .releasing) }

  /// Ends the reading of a whole call.
  ///
  /// - Returns: The reference that a change has left, for the caller to release.
  @inline(__always)
  private func unpin() -> Unretained<AnyObject>? {
    let old = pin.exchange(0, ordering: .sequentiallyConsistent)
    return old & Pin.marked == 0 ? nil : Unretained(at: Pin.address(old))
  }

  /// Ends a pin that a change has overtaken, and releases what ends with it before the call begins.
  @inline(never)
  private func unpinOvertaken() {
    resolution.dropping { unpin()?.release() }
  }
}

extension ThreadRecord {
  /// The records of all threads that have used the library and still run.
  ///
  /// Of another thread's record, only the atomic parts are touched, until it ends.
  private static let all = Guarded<ContiguousArray<ThreadRecord>>([])

  /// Lets the threads that read replaced objects keep them; returns when every read that was under
  /// way has ended, or has a reference of its own.
  ///
  /// It waits for a thread that takes a reference out or copies one instance: such a thread is seen
  /// only if it was interrupted. A thread that has pinned one of the objects gets a reference.
  static func keepForReaders<Object: AnyObject>(_ objects: ContiguousArray<Object>) {
    guard !objects.isEmpty else { return }
    if ProcessFence.isUsed, !ProcessFence.run() {
      fatalError("the system call membarrier fails now; INFUSION_FENCE=unused makes do without it")
    }
    for record in all.withLock({ $0 }) {
      while record.isReading.load(ordering: .sequentiallyConsistent) { CurrentThread.yield() }
      for object in objects { record.mark(object) }
    }
  }

  /// Marks the pin of this thread if it names an object, and leaves a reference with it.
  ///
  /// Called by other threads, which keep the object.
  private func mark(_ object: AnyObject) {
    let wanted = Unretained(object).address
    var word = pin.load(ordering: .sequentiallyConsistent)
    while Pin.address(word) == wanted, word & Pin.marked == 0 {
      if word & Pin.brief != 0 {
        CurrentThread.yield()
        word = pin.load(ordering: .sequentiallyConsistent)
        continue
      }
      // The retain comes before the thread can find the mark and release the object.
      let reference = Unretained(keeping: object)
      let (isMarked, present) = pin.compareExchange(
        expected: word, desired: word | Pin.marked, ordering: .sequentiallyConsistent)
      if isMarked { return }
      reference.release()
      word = present
    }
  }
}
