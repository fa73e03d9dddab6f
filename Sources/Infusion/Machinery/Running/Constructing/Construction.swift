/// What a value refers to that is not complete: unfinished frames, and the update that is under way.
struct Received: Equatable {
  @inline(__always) static var nothing: Received { Received(from: .max >> 1) }
  @inline(__always) static var ofUpdate: Received { Received(word: nothing.word | 1) }

  /// Twice the position of the lowest of the frames, plus one if it depends on the update.
  private var word: Int

  /// What refers to the unfinished frame at a position.
  init(from position: Int) { word = position << 1 }

  private init(word: Int) { self.word = word }

  /// The position of the lowest of the frames.
  var low: Int { word >> 1 }
  var isUnfinished: Bool { low != Self.nothing.low }
  var isOfUpdate: Bool { word & 1 != 0 }

  /// The same for a value whose own frame, or the frame that it would have, is at a position.
  @inline(__always)
  func below(_ position: Int) -> Received {
    low < position ? self : Received(word: Self.nothing.word | word & 1)
  }

  @inline(__always)
  mutating func formUnion(_ other: Received) {
    word = min(low, other.low) << 1 | (word | other.word) & 1
  }
}

/// What one thread has under construction, whichever injectors are involved.
///
/// Objects under construction stand on an explicit stack of ``Frame``s, so dependencies of any depth
/// take no native stack. Beside it are the objects that the outermost call has met, the instances
/// that are finished and not yet published, and those of the scope `graph`. Each frame remembers how
/// many objects and instances there were when it began, so a failure can undo what has happened since.
///
/// The rules it keeps: a dependency is complete before its owner, except within a cycle; objects of a
/// cycle are published together, when its root is finished, the object that was begun first; a
/// failure undoes everything that is not published. ``Engine`` decides what happens next.
///
/// Only its own thread uses it. While that thread waits for a site, another one may read frames and
/// members for the report of a deadlock, under the lock of the construction ledger.
@safe class Construction: SiteOwner {
  final let frames = FrameStack()
  final let ledger = CompletionLedger()
  final let members = MemberList()
  @exclusivity(unchecked) final var graphSites = GraphSites()
  final let observers: ObserverCalls
  @exclusivity(unchecked) private final var thread: Unretained<ThreadRecord>?

  /// How many calls of user code are nested in one another.
  final var nesting = 0
  /// Whether finished instances that depend on an update wait until it is in force.
  final private(set) var holdsBack = false { didSet { isLastUnfinished = holdsBack } }
  /// Whether the value of the last request is unfinished, or refers to something unfinished: such a
  /// value may be dropped, so it must not be remembered.
  ///
  /// Between calls, an update decides.
  final var isLastUnfinished = false
  /// What this thread knows of values that are prepared asynchronously.
  final var preparation: PreparationState?

  override init() { observers = ObserverCalls(frames) }

  /// The record of the thread, which keeps this.
  @inline(__always)
  final var record: Unretained<ThreadRecord> {
    guard let thread = unsafe thread else { fatalError("a construction belongs to a thread") }
    return thread
  }

  /// Called once, right after both are made.
  final func belong(to record: ThreadRecord) { unsafe thread = Unretained(record) }

  final override var completesPrepared: Bool { preparation?.deliveries.isEmpty == false }

  final override var waiterReport: InjectionError.Waiter {
    let building = (0..<frames.count).compactMap { position in
      frames[position].site == nil ? nil : frames[position].binding?.object.key
    }
    return InjectionError.Waiter(holds: building + members.keys, wants: wantedKey)
  }

  /// Runs user code that makes one value from all that it asks for, and collects what it receives.
  final func collecting<Result>(
    _ received: inout Received, _ body: () throws -> Result
  ) rethrows -> Result {
    isLastUnfinished = false
    let top = raiseLinks()
    guard top >= 0 else { return try body() }
    let before = frames[top].makerReceived
    frames[top].makerReceived = .nothing
    defer {
      received = frames[top].makerReceived.below(top + 1)
      isLastUnfinished = received != .nothing
      frames[top].makerReceived.formUnion(before)
    }
    return try body()
  }

  /// Runs such code, and only notes whether its value is unfinished, or refers to something unfinished.
  final func collectingUnfinished(_ body: () throws -> Void) rethrows {
    var received = Received.nothing
    try collecting(&received, body)
  }

  /// Runs the part of an update that may fail: what is finished and depends on the update waits for it.
  final func holdingBack(
    _ body: () throws(InjectionError) -> Void
  ) throws(InjectionError) {
    let before = holdsBack
    holdsBack = true
    defer { holdsBack = before }
    try body()
  }

  // MARK: - Knowledge

  enum Knowledge {
    case unknown
    /// Injected and awoken, or handed out as complete.
    case complete
    /// The same, but the object refers to the frame at a position, or to one below, which are
    /// unfinished.
    case finished(above: Int)
    /// Being injected by the frame at a position.
    case underInjection(Int)
  }

  /// What the outermost call knows of an object: a closure that returns a known one has made
  /// nothing new.
  final func knowledge(of object: AnyObject) -> Knowledge {
    let number = ledger.number(of: object)
    // The object of an outermost call has no note of that call. One from before says that the object
    // is complete, and it stays so while it is injected again.
    if frames.count > 0, frames[0].object?.address == Unretained(object).address,
      number.map({ $0 >= frames[0].firstNote }) ?? true
    {
      return .underInjection(0)
    }
    guard let number else { return .unknown }
    let position = frames.lastPosition { frames[$0].firstNote <= number }
    if let position, frames[position].note == number { return .underInjection(position) }
    guard let since = ledger.heldSince(number),
      let above = frames.lastPosition(where: { frames[$0].firstNote <= since })
    else { return .complete }
    return .finished(above: above)
  }
}
