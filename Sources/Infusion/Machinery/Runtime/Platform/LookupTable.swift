import Synchronization

/// An entry of a ``LookupTable``, which knows its key.
///
/// It is a class, not a protocol: to find a conformance, the run-time library would search all
/// conformances of the program, once for each kind of table.
class TableEntry {
  final let key: Key

  init(_ key: Key) {
    self.key = key
  }
}

/// Entries by key, read without a lock.
///
/// Entries are added but never removed, so a reader needs no protection: every entry it finds lives
/// as long as the table. When the table grows, it keeps the outgrown slots until its end; they add
/// up to less than the current ones.
///
/// `@unchecked Sendable`: slots and the address of their array are atomic; entries are added under
/// the owner's lock. The table does not store that lock, because all tables of an injector share one.
@safe struct LookupTable<Entry: TableEntry>: ~Copyable, @unchecked Sendable {
  /// A word of a generation of slots.
  ///
  /// The first one is the mask for positions, the second the address of the outgrown generation,
  /// the third the number of entries, each of the others an entry's address, or zero. The table
  /// retains each entry once.
  private typealias Word = Atomic<UInt>
  private static var firstSlot: Int { 3 }

  /// The address of the current slots; zero as long as there is no entry.
  private let current = Atomic<UInt>(0)

  deinit {
    forEachUnretained { $0.release() }
    var next = unsafe words
    while let words = unsafe next {
      unsafe next = unsafe UnsafeMutablePointer(
        bitPattern: (words + 1).pointee.load(ordering: .relaxed))
      unsafe words.deallocate()
    }
  }

  @inline(__always)
  private var words: UnsafeMutablePointer<Word>? {
    unsafe UnsafeMutablePointer(bitPattern: current.load(ordering: .acquiring))
  }

  @inline(__always)
  private static func mask(of words: UnsafeMutablePointer<Word>) -> UInt {
    unsafe words.pointee.load(ordering: .relaxed)
  }

  /// Calls the body with each entry, in no particular order.
  ///
  /// The caller holds the lock, or is alone.
  func forEach(_ body: (Entry) -> Void) {
    forEachUnretained { $0.with(body) }
  }

  @inline(__always)
  private func forEachUnretained(_ body: (Unretained<Entry>) -> Void) {
    guard let words = unsafe words else { return }
    for index in unsafe 0...Int(Self.mask(of: words)) {
      let address = unsafe words[Self.firstSlot + index].load(ordering: .relaxed)
      if let entry = Unretained<Entry>(at: address) { body(entry) }
    }
  }

  /// - Complexity: O(1) on average.
  func find(_ key: Key) -> Entry? { findUnretained(key)?.object }

  /// Finds the entry, for a caller that knows that the table lives.
  ///
  /// - Complexity: O(1) on average.
  @inline(__always)
  func findUnretained(_ key: Key) -> Unretained<Entry>? {
    guard let words = unsafe words else { return nil }
    return unsafe Self.search(for: key, in: words).entry
  }

  /// Adds an entry, unless the table already has one with its key.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - lock: The lock of the table's owner: the same one each time.
  /// - Returns: The entry in the table.
  func insert(_ entry: Entry, under lock: Lock) -> Entry {
    lock.withLock {
      let words = unsafe wordsWithRoom()
      let (slot, found) = unsafe Self.search(for: entry.key, in: words)
      if let found { return found.object }
      unsafe slot.pointee.store(Unretained(keeping: entry).address, ordering: .releasing)
      let count = unsafe words[2].load(ordering: .relaxed)
      unsafe words[2].store(count + 1, ordering: .relaxed)
      return entry
    }
  }

  /// The current slots, less than half of which are taken when one more is.
  private func wordsWithRoom() -> UnsafeMutablePointer<Word> {
    let present = unsafe words
    let capacity = unsafe present.map { unsafe Int(Self.mask(of: $0)) + 1 } ?? 8
    if let present = unsafe present,
      unsafe Int(present[2].load(ordering: .relaxed) + 1) * 2 < capacity
    {
      return unsafe present
    }
    let count = Self.firstSlot + capacity * 2
    let larger = UnsafeMutablePointer<Word>.allocate(capacity: count)
    unsafe UnsafeMutableRawPointer(larger).initializeMemory(
      as: UInt.self, repeating: 0, count: count)
    unsafe larger[0].store(UInt(capacity * 2 - 1), ordering: .relaxed)
    unsafe larger[1].store(UInt(bitPattern: present), ordering: .relaxed)
    unsafe larger[2].store(present?[2].load(ordering: .relaxed) ?? 0, ordering: .relaxed)
    forEachUnretained { entry in
      let (slot, _) = unsafe entry.with { unsafe Self.search(for: $0.key, in: larger) }
      unsafe slot.pointee.store(entry.address, ordering: .relaxed)
    }
    current.store(UInt(bitPattern: larger), ordering: .releasing)
    return unsafe larger
  }

  /// The slot of a key and its entry, or the free slot where the entry belongs.
  ///
  /// A thread that does not hold the lock uses the entry only: another thread may take the free slot.
  @inline(__always)
  private static func search(
    for key: Key, in words: UnsafeMutablePointer<Word>
  ) -> (slot: UnsafeMutablePointer<Word>, entry: Unretained<Entry>?) {
    let mask = unsafe mask(of: words)
    var index = key.addressHash & mask
    while true {
      let slot = unsafe words + firstSlot + Int(index)
      guard let entry = unsafe Unretained<Entry>(at: slot.pointee.load(ordering: .acquiring))
      else { return unsafe (slot, nil) }
      if entry.with({ $0.key == key }) { return unsafe (slot, entry) }
      index = (index + 1) & mask
    }
  }
}
