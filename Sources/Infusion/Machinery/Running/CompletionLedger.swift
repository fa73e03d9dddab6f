/// The objects that an outermost call has injected, is injecting, or has handed out complete.
///
/// A closure that returns one of them has made nothing new. The ledger keeps its objects, so an
/// object that nothing else refers to is certainly new, and no object is taken for another. No
/// closure can still return an object that only the ledger keeps. The ledger releases such objects
/// when it needs room: a call that asks a hundred thousand times keeps little. It releases the rest
/// at the end of the call, one by one and owners first, so no chain is released recursively.
///
/// Objects are numbered in order. A frame remembers the number at which it began: an object whose
/// frame is still on the stack is being injected. A failure forgets the objects noted since, unless
/// they are complete and refer to nothing unfinished.
///
/// Used by its own thread only.
@safe final class CompletionLedger {
  private struct Entry {
    var object: AnyObject
    let number: Int
    /// The binding whose additions the object has received.
    let adder: BindingDeclaration?
  }

  private static let smallest = 64
  /// The largest number of objects that a search compares one by one.
  private static let few = 16

  @exclusivity(unchecked) private var start: UnsafeMutablePointer<Entry>
  @exclusivity(unchecked) private var capacity = smallest
  @exclusivity(unchecked) private var count = 0
  /// The number of the next object.
  @exclusivity(unchecked) private var nextNumber = 0
  /// The positions of the first `indexed` entries by address; a search adds the missing ones.
  @exclusivity(unchecked) private var index = AddressIndex()
  @exclusivity(unchecked) private var indexed = 0
  /// The numbers of finished objects that refer to something unfinished, in the order in which they
  /// were finished: those noted since a frame began come last.
  @exclusivity(unchecked) private var held: ContiguousArray<Int> = []
  /// Objects of failed requests, released last: objects in the ledger may own them.
  @exclusivity(unchecked) private var abandoned: ContiguousArray<AnyObject> = []
  private var abandonedLimit = smallest
  /// Memory for the next call while this one releases its objects.
  @exclusivity(unchecked) private var spare: UnsafeMutablePointer<Entry>?

  init() { unsafe start = .allocate(capacity: Self.smallest) }

  deinit {
    unsafe start.deinitialize(count: count)
    unsafe start.deallocate()
    unsafe spare?.deallocate()
  }

  var isEmpty: Bool { unsafe count == 0 && abandoned.isEmpty }

  /// The number of the next object.
  @inline(__always)
  var next: Int { unsafe nextNumber }

  @inline(__always)
  func note(_ object: AnyObject, addedBy adder: BindingDeclaration? = nil) {
    if unsafe count == capacity { makeRoom() }
    unsafe (start + count).initialize(
      to: Entry(object: object, number: nextNumber, adder: adder))
    unsafe count += 1
    unsafe nextNumber += 1
  }

  /// The number of an object; nil for one that is not in the ledger.
  ///
  /// - Complexity: O(1) on average, amortized.
  func number(of object: AnyObject) -> Int? {
    position(of: object) { _ in true }.map { unsafe start[$0].number }
  }

  /// Whether an object has received what a binding adds.
  func hasReceived(additionsOf binding: BindingDeclaration, _ object: AnyObject) -> Bool {
    position(of: object) { $0.adder === binding } != nil
  }

  /// The position of the first entry of an object that meets a condition.
  @inline(__always)
  private func position(of object: AnyObject, where isWanted: (Entry) -> Bool) -> Int? {
    func isFound(_ position: Int) -> Bool {
      unsafe start[position].object === object && isWanted(start[position])
    }
    if unsafe count <= Self.few { return unsafe (0..<count).first(where: isFound) }
    unsafe index.reserve(count, present: indexed) { address(at: $0) }
    while unsafe indexed < count {
      unsafe index.insert(indexed, at: address(at: indexed))
      unsafe indexed += 1
    }
    return unsafe index.position(of: UInt(bitPattern: ObjectIdentifier(object)), isFound)
  }

  private func address(at position: Int) -> UInt {
    unsafe UInt(bitPattern: ObjectIdentifier(start[position].object))
  }

  /// Notes that the object with this number is finished, but refers to something unfinished.
  func hold(_ number: Int) {
    if number >= 0 { unsafe held.append(number) }
  }

  /// Whether a finished object refers to something unfinished.
  @inline(__always)
  var holdsAny: Bool { unsafe !held.isEmpty }

  /// Notes that the root of a cycle is finished, and with it everything noted since it began.
  @inline(never)
  func settle(since number: Int) {
    while let last = unsafe held.last, last >= number { unsafe held.removeLast() }
  }

  /// Forgets objects with this number or a higher one: the given ones, and those that refer to
  /// something unfinished.
  func forget(since number: Int, _ failed: some Sequence<Int>) {
    var kept = unsafe (0..<count).partitionPoint { unsafe start[$0].number < number }
    let dropped = unsafe Set(failed).union(held.reversed().prefix { $0 >= number })
    settle(since: number)
    guard unsafe kept < count else { return }
    while unsafe indexed > kept {
      unsafe indexed -= 1
      unsafe index.removeLast(indexed, at: address(at: indexed))
    }
    for position in unsafe kept..<count {
      let entry = unsafe (start + position).move()
      if dropped.contains(entry.number) {
        unsafe abandoned.append(entry.object)
      } else {
        unsafe (start + kept).initialize(to: entry)
        kept += 1
      }
    }
    unsafe count = kept
    if unsafe abandoned.count >= abandonedLimit { abandonUnused() }
  }

  /// Releases the objects of failed requests, unless an object in the ledger may own them.
  ///
  /// Deinitializers are user code and may come back here.
  func releaseAbandoned() {
    guard unsafe count == 0, unsafe !abandoned.isEmpty else { return }
    var released = unsafe abandoned
    unsafe abandoned = []
    releaseOwnersFirst(&released)
  }

  /// Releases everything, from the last to the first: later objects own earlier ones.
  ///
  /// Deinitializers are user code and may come back here: the ledger is empty before the first one
  /// runs.
  @inline(__always)
  func releaseAll() { if !isEmpty { releaseEntries() } }

  @inline(never)
  private func releaseEntries() {
    let (released, length, size) = unsafe (start, count, capacity)
    unsafe start = unsafe spare ?? .allocate(capacity: Self.smallest)
    unsafe spare = nil
    unsafe (capacity, count) = (Self.smallest, 0)
    forgetIndex()
    var rest: ContiguousArray<AnyObject> = []
    unsafe swap(&rest, &abandoned)
    for position in (0..<length).reversed() { unsafe (released + position).deinitialize(count: 1) }
    if size == Self.smallest, unsafe spare == nil {
      unsafe spare = unsafe released
    } else {
      unsafe released.deallocate()
    }
    releaseOwnersFirst(&rest)
  }

  // MARK: - Room

  /// Releases the objects that nothing else keeps; grows if that is not enough.
  @inline(never)
  private func makeRoom() {
    var released = 0
    repeat {
      var unused = takeUnused()
      released = unused.count
      // Owners go first: the objects that they own are unused once the owners are gone.
      releaseOwnersFirst(&unused)
    } while unsafe count > capacity / 2 && released > capacity / 8
    guard unsafe count > capacity / 2 else { return }
    // Where everything is used, the next search comes later: it touches every object.
    let size = unsafe capacity * (released == 0 ? 4 : 2)
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: size)
    unsafe larger.moveInitialize(from: start, count: count)
    unsafe start.deallocate()
    unsafe start = unsafe larger
    unsafe capacity = size
  }

  private func takeUnused() -> ContiguousArray<AnyObject> {
    var unused: ContiguousArray<AnyObject> = []
    var kept = 0
    for position in unsafe 0..<count {
      var entry = unsafe (start + position).move()
      if isUnique(&entry.object) {
        unused.append(entry.object)
      } else {
        unsafe (start + kept).initialize(to: entry)
        kept += 1
      }
    }
    unsafe count = kept
    forgetIndex()
    return unused
  }

  private func forgetIndex() {
    guard unsafe indexed > 0 else { return }
    unsafe index = AddressIndex()
    unsafe indexed = 0
  }

  private func abandonUnused() {
    var unused: ContiguousArray<AnyObject> = []
    var kept: ContiguousArray<AnyObject> = []
    while var object = unsafe abandoned.popLast() {
      if isUnique(&object) { unused.append(object) } else { kept.append(object) }
    }
    kept.reverse()
    unsafe abandoned = kept
    abandonedLimit = max(Self.smallest, kept.count * 2)
    unused.reverse()
    releaseOwnersFirst(&unused)
  }
}

/// Positions in a list, found by the addresses of the objects there.
///
/// Entries leave only in the reverse order of their insertion, so no gaps remain.
@safe private struct AddressIndex: ~Copyable {
  /// Positions plus one; zero where there is none.
  private var slots: UnsafeMutablePointer<Int32>?
  private var mask = 0

  deinit { unsafe slots?.deallocate() }

  /// Makes room for a number of entries.
  mutating func reserve(_ count: Int, present: Int, _ address: (Int) -> UInt) {
    guard count * 2 > mask else { return }
    var size = 64
    while size < count * 4 { size *= 2 }
    let larger = UnsafeMutablePointer<Int32>.allocate(capacity: size)
    unsafe larger.initialize(repeating: 0, count: size)
    unsafe slots?.deallocate()
    unsafe slots = unsafe larger
    mask = size - 1
    for position in 0..<present { insert(position, at: address(position)) }
  }

  mutating func insert(_ position: Int, at address: UInt) {
    guard let slots = unsafe slots else { return }
    var slot = first(address)
    while unsafe slots[slot] != 0 { slot = (slot + 1) & mask }
    unsafe slots[slot] = Int32(position + 1)
  }

  mutating func removeLast(_ position: Int, at address: UInt) {
    guard let slots = unsafe slots else { return }
    var slot = first(address)
    while unsafe slots[slot] != Int32(position + 1) { slot = (slot + 1) & mask }
    unsafe slots[slot] = 0
  }

  /// The position that was inserted first for an address, of those that meet a condition.
  func position(of address: UInt, _ isFound: (Int) -> Bool) -> Int? {
    guard let slots = unsafe slots else { return nil }
    var slot = first(address)
    while unsafe slots[slot] != 0 {
      let position = unsafe Int(slots[slot] - 1)
      if isFound(position) { return position }
      slot = (slot + 1) & mask
    }
    return nil
  }

  private func first(_ address: UInt) -> Int { address.spread & mask }
}

/// Releases objects from the last to the first: later objects own earlier ones.
func releaseOwnersFirst(_ objects: inout ContiguousArray<AnyObject>) {
  while objects.popLast() != nil {}
}
