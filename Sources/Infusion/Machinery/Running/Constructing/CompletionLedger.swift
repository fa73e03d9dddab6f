/// The objects that an outermost call has injected, is injecting, or has handed out complete.
///
/// A closure that returns one of them has made nothing new. The ledger keeps its objects, so an
/// object that nothing else refers to is certainly new, and no object is taken for another. No
/// closure can still return an object that only the ledger keeps. The ledger releases such objects
/// when it needs room: a call that asks a hundred thousand times keeps little. It releases the rest
/// at the end of the call, one by one in the reverse order of their completion: what an object refers
/// to was completed before it, so no chain is released recursively. To release is here to drop a
/// reference: the objects do not receive `releaseFromInjection`.
///
/// Objects are numbered in order. A frame remembers the number at which it began: an object whose
/// frame is still on the stack is being injected. A failure forgets the objects noted since, unless
/// they are complete and refer to nothing unfinished.
///
/// Used by its own thread only.
@safe final class CompletionLedger {
  /// An object has one entry for each binding that has added something to it, and at least one.
  fileprivate struct Entry {
    var object: AnyObject
    let number: Int
    /// The binding whose additions the object has received.
    let adder: BindingDeclaration?
    /// When the object was completed; `max` while it is not.
    var completion: UInt32
    var marks: Marks = []

    /// Whether a search for an object, or for what a binding adds to it, finds this entry.
    @inline(__always)
    func isFound(_ object: AnyObject, _ adder: BindingDeclaration?) -> Bool {
      self.object === object && !marks.contains(.isForgotten)
        && (adder == nil || self.adder === adder)
    }

    /// Where the index has the entry that such a search finds.
    @inline(__always)
    static func key(_ object: AnyObject, _ adder: BindingDeclaration?) -> UInt {
      let address = UInt(bitPattern: ObjectIdentifier(object))
      guard let adder else { return address }
      return address &+ 3 &* UInt(bitPattern: ObjectIdentifier(adder))
    }
  }

  fileprivate struct Marks: OptionSet {
    let rawValue: UInt8

    /// The object is finished, but refers to something unfinished.
    static let isHeld = Marks(rawValue: 1)
    /// The same, and it has received that later than its note says.
    static let isHeldLater = Marks(rawValue: 2)
    /// The request that has noted the object has failed.
    static let isForgotten = Marks(rawValue: 4)
    /// The object depends on the update that is under way.
    static let isOfUpdate = Marks(rawValue: 8)
  }

  /// A finished object that refers to something unfinished.
  fileprivate struct Holding {
    /// The number of the object's first entry.
    let number: Int
    /// The number under which it has received that: another one if it had been complete.
    let since: Int
    /// Whether the object referred to nothing unfinished before.
    let isFirst: Bool
  }

  private static let smallest = 64
  /// The largest number of objects that a search compares one by one.
  private static let few = 16

  @exclusivity(unchecked) private var start: UnsafeMutablePointer<Entry>
  @exclusivity(unchecked) private var capacity = smallest
  @exclusivity(unchecked) private var count = 0
  /// The number of the next object.
  @exclusivity(unchecked) private var nextNumber = 0
  /// The number of the last completion.
  @exclusivity(unchecked) private var lastCompletion: UInt32 = 0
  /// The positions of the first `indexed` entries; a search adds the missing ones.
  @exclusivity(unchecked) private var index = PositionIndex()
  @exclusivity(unchecked) private var indexed = 0
  /// The finished objects that refer to something unfinished: those held since a frame began come last.
  @exclusivity(unchecked) private var held: ContiguousArray<Holding> = []
  /// Memory for the next call while this one releases its objects.
  @exclusivity(unchecked) private var spare: UnsafeMutablePointer<Entry>?

  init() { unsafe start = .allocate(capacity: Self.smallest) }

  deinit {
    unsafe start.deinitialize(count: count)
    unsafe start.deallocate()
    unsafe spare?.deallocate()
  }

  var isEmpty: Bool { unsafe count == 0 }

  /// The number of the next object.
  @inline(__always)
  var next: Int { unsafe nextNumber }

  /// Notes an object that is being injected.
  @inline(__always)
  func note(_ object: AnyObject, addedBy adder: BindingDeclaration?) {
    append(object, adder, completion: .max)
  }

  /// Notes an object that is complete, or is but for what its maker has received.
  func noteComplete(_ object: AnyObject, _ received: Received = .nothing) {
    var marks: Marks = []
    if received.isUnfinished {
      unsafe held.append(Holding(number: nextNumber, since: nextNumber, isFirst: true))
      marks.insert(.isHeld)
    }
    if received.isOfUpdate { marks.insert(.isOfUpdate) }
    append(object, nil, completion: takeCompletion(), marks)
  }

  /// There is room again before the caller goes on, but not before the object is noted: deinitializers
  /// may ask for it.
  @inline(__always)
  private func append(
    _ object: AnyObject, _ adder: BindingDeclaration?, completion: UInt32, _ marks: Marks = []
  ) {
    unsafe (start + count).initialize(
      to: Entry(
        object: object, number: nextNumber, adder: adder, completion: completion, marks: marks))
    unsafe count += 1
    unsafe nextNumber += 1
    if unsafe count == capacity { makeRoom() }
  }

  /// Notes that the object with this number is complete.
  @inline(never)
  func complete(_ number: Int) {
    guard let position = position(of: number) else { return }
    unsafe start[position].completion = takeCompletion()
  }

  @inline(__always)
  private func takeCompletion() -> UInt32 {
    unsafe lastCompletion &+= 1
    return unsafe lastCompletion
  }

  /// The number of an object; nil for one that is not in the ledger.
  ///
  /// - Complexity: O(1) on average, amortized.
  func number(of object: AnyObject) -> Int? {
    position(of: object).map { unsafe start[$0].number }
  }

  /// Whether an object has received what a binding adds.
  ///
  /// - Complexity: O(1) on average, amortized.
  func hasReceived(additionsOf binding: BindingDeclaration, _ object: AnyObject) -> Bool {
    position(of: object, addedBy: binding) != nil
  }

  /// The position of the first entry of an object, or of the first one with an adder.
  @inline(__always)
  private func position(of object: AnyObject, addedBy adder: BindingDeclaration? = nil) -> Int? {
    if unsafe count <= Self.few {
      for position in unsafe 0..<count where unsafe start[position].isFound(object, adder) {
        return position
      }
      return nil
    }
    addToIndex()
    return indexedPosition(of: object, addedBy: adder).map { $0 >> 1 }
  }

  /// The position in the index of what a search finds: twice that of the entry, plus one for a search
  /// for an adder.
  @inline(__always)
  private func indexedPosition(of object: AnyObject, addedBy adder: BindingDeclaration?) -> Int? {
    let kind = adder == nil ? 0 : 1
    return unsafe index.position(at: Entry.key(object, adder)) {
      unsafe $0 & 1 == kind && start[$0 >> 1].isFound(object, adder)
    }
  }

  /// Adds the missing entries to the index, each with the keys that no earlier one has; no search
  /// finds those that are forgotten.
  @inline(__always)
  private func addToIndex() {
    guard unsafe indexed < count else { return }
    if unsafe index.room < 2 * count {
      unsafe index = unsafe PositionIndex(room: 2 * capacity)
      unsafe indexed = 0
    }
    while unsafe indexed < count {
      let (object, adder) = unsafe (start[indexed].object, start[indexed].adder)
      if unsafe !start[indexed].marks.contains(.isForgotten) {
        unsafe insert(2 * indexed, object, nil)
        if let adder { unsafe insert(2 * indexed + 1, object, adder) }
      }
      unsafe indexed += 1
    }
  }

  @inline(__always)
  private func insert(_ position: Int, _ object: AnyObject, _ adder: BindingDeclaration?) {
    guard indexedPosition(of: object, addedBy: adder) == nil else { return }
    unsafe index.insert(position, at: Entry.key(object, adder))
  }

  /// Notes that the object of the entry with this number refers to something unfinished.
  ///
  /// - Parameter number: The number of an entry; negative for none.
  func hold(_ number: Int) {
    guard number >= 0, let position = position(of: number) else { return }
    unsafe hold(start[position].object, since: number)
  }

  /// Marks the first entry of an object, which speaks for it.
  private func hold(_ object: AnyObject, since: Int) {
    guard let first = position(of: object) else { return }
    let number = unsafe start[first].number
    let isFirst = unsafe start[first].marks.insert(.isHeld).inserted
    if isFirst, since > number { _ = unsafe start[first].marks.insert(.isHeldLater) }
    unsafe held.append(Holding(number: number, since: since, isFirst: isFirst))
  }

  /// Notes what the maker of an object has received, which it has only passed on.
  func note(_ received: Received, of object: AnyObject) {
    if received.isUnfinished {
      unsafe hold(object, since: nextNumber)
      // For frames to come, this lies in the past.
      unsafe nextNumber += 1
    }
    if received.isOfUpdate, let first = position(of: object) {
      _ = unsafe start[first].marks.insert(.isOfUpdate)
    }
  }

  /// Whether a finished object refers to something unfinished.
  @inline(__always)
  var holdsAny: Bool { unsafe !held.isEmpty }

  /// The number under which the object with this number has received something unfinished; nil if it
  /// refers to nothing unfinished.
  ///
  /// - Complexity: As that of a search; for an object that had been complete, O(*n*) in the number of
  ///   objects that are held.
  func heldSince(_ number: Int) -> Int? {
    guard holdsAny, let position = position(of: number) else { return nil }
    let marks = unsafe start[position].marks
    if marks.contains(.isHeldLater) { return unsafe held.first { $0.number == number }?.since }
    return marks.contains(.isHeld) ? number : nil
  }

  /// Notes that the object of the entry with this number depends on the update that is under way.
  func noteOfUpdate(_ number: Int) {
    guard let position = position(of: number),
      let first = unsafe self.position(of: start[position].object)
    else { return }
    _ = unsafe start[first].marks.insert(.isOfUpdate)
  }

  /// Whether an object depends on the update that is under way.
  func isOfUpdate(_ object: AnyObject) -> Bool {
    position(of: object).map { unsafe start[$0].marks.contains(.isOfUpdate) } ?? false
  }

  /// - Complexity: O(1) unless objects have been taken out since; then O(log *n*) in their number.
  @inline(__always)
  private func position(of number: Int) -> Int? {
    let position = unsafe count - (nextNumber - number)
    if position >= 0, unsafe start[position].number == number { return position }
    return searchedPosition(of: number)
  }

  @inline(never)
  private func searchedPosition(of number: Int) -> Int? {
    let position = unsafe (0..<count).partitionPoint { unsafe start[$0].number < number }
    return unsafe position < count && start[position].number == number ? position : nil
  }

  /// Notes that the root of a cycle is finished, and with it everything noted since it began.
  @inline(never)
  func settle(since number: Int) {
    while let last = unsafe held.last, last.since >= number {
      unsafe held.removeLast()
      guard last.isFirst, let position = position(of: last.number) else { continue }
      unsafe start[position].marks.subtract([.isHeld, .isHeldLater])
    }
  }

  /// Forgets objects with this number or a higher one: the given ones, and those that refer to
  /// something unfinished.
  ///
  /// An object that was complete before keeps what it has received since.
  func forget(since number: Int, _ failed: some Sequence<Int>) {
    let first = unsafe (0..<count).partitionPoint { unsafe start[$0].number < number }
    let since = unsafe held.reversed().prefix { $0.since >= number }.reversed()
    let dropped = Set(failed).union(since.lazy.flatMap { [$0.number, $0.since] })
    unsafe held.removeLast(since.count)
    unsafe held.append(contentsOf: since.lazy.filter { $0.number < number })
    // The next search adds the others again: one may be the first of its object now.
    unsafe indexed = unsafe min(indexed, first)
    for position in unsafe first..<count where unsafe dropped.contains(start[position].number) {
      _ = unsafe start[position].marks.insert(.isForgotten)
    }
  }

  /// Releases the objects of failed requests, unless there are others, which may own them.
  func releaseForgotten() {
    if unsafe (0..<count).allSatisfy({ unsafe start[$0].marks.contains(.isForgotten) }) {
      releaseAll()
    }
  }

  /// Releases everything.
  @inline(__always)
  func releaseAll() { if !isEmpty { release(takeAll()) } }

  /// What has been taken out of the ledger.
  @safe struct Contents {
    fileprivate let start: UnsafeMutablePointer<Entry>
    fileprivate let count: Int
    fileprivate let capacity: Int
  }

  /// Takes everything out, for the caller to release.
  @inline(never)
  func takeAll() -> Contents {
    let contents = unsafe Contents(start: start, count: count, capacity: capacity)
    unsafe start = unsafe allocate(Self.smallest)
    unsafe (capacity, count) = (Self.smallest, 0)
    forgetIndex()
    return contents
  }

  private func allocate(_ capacity: Int) -> UnsafeMutablePointer<Entry> {
    guard capacity == Self.smallest, let spare = unsafe spare else {
      return .allocate(capacity: capacity)
    }
    unsafe self.spare = nil
    return unsafe spare
  }

  /// Releases what has been taken out, in the reverse order of completion.
  ///
  /// A few objects are released as they come: they cannot recurse deeply. Deinitializers are user code
  /// and may come back here.
  @inline(never)
  func release(_ contents: consuming Contents) {
    if contents.count > Self.smallest { Self.orderByCompletion(contents) }
    for position in (0..<contents.count).reversed() {
      unsafe (contents.start + position).deinitialize(count: 1)
    }
    if contents.capacity == Self.smallest, unsafe spare == nil {
      unsafe spare = unsafe contents.start
    } else {
      unsafe contents.start.deallocate()
    }
  }

  // MARK: - Room

  /// Releases the objects that nothing else keeps; grows if that is not enough.
  @inline(never)
  private func makeRoom() {
    var released = releaseUnused(takeUnused)
    if unsafe count > capacity / 2,
      unsafe (0..<count).contains(where: { unsafe start[$0].adder != nil })
    {
      released = releaseUnused(takeUnusedOfSeveral)
    }
    guard unsafe count > capacity / 2 else { return }
    // Where everything is used, the next search comes later: it touches every object.
    let size = unsafe capacity * (released == 0 ? 4 : 2)
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: size)
    unsafe larger.moveInitialize(from: start, count: count)
    unsafe start.deallocate()
    unsafe start = unsafe larger
    unsafe capacity = size
  }

  /// Releases unused objects until there is room, or few of them are left.
  ///
  /// - Returns: The number of references that the last search has found.
  private func releaseUnused(_ take: () -> Contents) -> Int {
    var released = 0
    repeat {
      let unused = take()
      released = unused.count
      // Owners go first: the objects that they own are unused once the owners are gone.
      release(unused)
    } while unsafe count > capacity / 2 && released > capacity / 8
    return released
  }

  /// Takes out the objects with one entry that nothing else keeps.
  private func takeUnused() -> Contents {
    takeOut { unsafe isUnique(&start[$0].object) }
  }

  /// Takes out the objects that nothing but their entries keeps.
  private func takeUnusedOfSeveral() -> Contents {
    let firsts = unsafe (0..<count).map { unsafe position(of: start[$0].object) ?? $0 }
    let later = firsts.indices.filter { firsts[$0] != $0 }
    // While this looks for other references, the first entries alone keep their objects.
    for position in later { unsafe Unmanaged.passUnretained(start[position].object).release() }
    let isUnused = firsts.indices.map { unsafe firsts[$0] == $0 && isUnique(&start[$0].object) }
    for position in later { _ = unsafe Unmanaged.passUnretained(start[position].object).retain() }
    return takeOut { isUnused[firsts[$0]] }
  }

  private func takeOut(where isTaken: (Int) -> Bool) -> Contents {
    let taken = unsafe allocate(capacity)
    var (kept, other) = (0, 0)
    for position in unsafe 0..<count {
      if isTaken(position) {
        unsafe (taken + other).moveInitialize(from: start + position, count: 1)
        other += 1
      } else {
        unsafe (start + kept).moveInitialize(from: start + position, count: 1)
        kept += 1
      }
    }
    unsafe count = kept
    forgetIndex()
    return unsafe Contents(start: taken, count: other, capacity: capacity)
  }

  private func forgetIndex() {
    guard unsafe index.room > 0 else { return }
    unsafe index = PositionIndex()
    unsafe indexed = 0
  }

  private static func orderByCompletion(_ contents: Contents) {
    var entries = unsafe UnsafeMutableBufferPointer(start: contents.start, count: contents.count)
    let isOrdered = entries.indices.dropFirst().allSatisfy {
      unsafe entries[$0 - 1].completion <= entries[$0].completion
    }
    if !isOrdered { unsafe entries.sort { $0.completion < $1.completion } }
  }
}
