/// Positions in a list, found by keys; the list says which of those at a key is wanted.
///
/// Positions leave only in the reverse order of their insertion, so no gaps remain.
@safe struct PositionIndex: ~Copyable {
  /// Positions plus one; zero where there is none.
  private var slots: UnsafeMutablePointer<Int32>?
  private var mask = -1
  private var count = 0

  init() {}

  /// An empty index with room for about half as many positions.
  init(size: Int) {
    var rounded = 64
    while rounded < size { rounded *= 2 }
    unsafe slots = .allocate(capacity: rounded)
    unsafe slots?.initialize(repeating: 0, count: rounded)
    mask = rounded - 1
  }

  deinit { unsafe slots?.deallocate() }

  var size: Int { mask + 1 }

  /// Whether a search will still be short after some insertions.
  func hasRoom(for more: Int) -> Bool { (count + more) * 2 <= size }

  /// Inserts a position, unless there is one at the key that meets a condition.
  @inline(__always)
  mutating func insert(_ position: Int, at key: UInt, unless isPresent: (Int) -> Bool) {
    guard let slots = unsafe slots else { return }
    let slot = find(key, isPresent)
    guard unsafe slots[slot] == 0 else { return }
    unsafe slots[slot] = Int32(position + 1)
    count += 1
  }

  /// Removes the position that was inserted last, if it is at the key.
  mutating func removeLast(_ position: Int, at key: UInt) {
    guard let slots = unsafe slots else { return }
    let slot = find(key) { $0 == position }
    guard unsafe slots[slot] != 0 else { return }
    unsafe slots[slot] = 0
    count -= 1
  }

  /// The position that was inserted first at a key, of those that meet a condition.
  @inline(__always)
  func position(at key: UInt, where isFound: (Int) -> Bool) -> Int? {
    guard let slots = unsafe slots else { return nil }
    let end = unsafe slots[find(key, isFound)]
    return end == 0 ? nil : Int(end) - 1
  }

  /// The slot of the first position at a key that meets a condition; an empty slot if there is none.
  @inline(__always)
  private func find(_ key: UInt, _ isFound: (Int) -> Bool) -> Int {
    guard let slots = unsafe slots else { return 0 }
    var slot = key.spread & mask
    while unsafe slots[slot] != 0, unsafe !isFound(Int(slots[slot]) - 1) {
      slot = (slot + 1) & mask
    }
    return slot
  }
}
