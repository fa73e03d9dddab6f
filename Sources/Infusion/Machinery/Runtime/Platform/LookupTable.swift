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
/// the owner's lock. The table does not store that lock, because an injector has three tables.
@safe struct LookupTable<Entry: TableEntry>: ~Copyable, @unchecked Sendable {
  /// A word of a generation of slots.
  ///
  /// The first one is the mask for positions, the second the address of the outgrown generation,
  /// each of the others an entry's address, or zero. The array `entries` keeps the entries.
  fileprivate typealias Word = Atomic<UInt>
  fileprivate static var firstSlot: Int { 2 }

  /// The address of the current slots; zero as long as there is no entry.
  private let current = Atomic<UInt>(0)
  private let contents = OnceReference<LookupTableContents<Entry>>()

  private static func makeGeneration(
    capacity: Int, after outgrown: UnsafeMutablePointer<Word>?
  ) -> UnsafeMutablePointer<Word> {
    let words = UnsafeMutablePointer<Word>.allocate(capacity: firstSlot + capacity)
    unsafe words.initialize(to: Word(UInt(capacity - 1)))
    unsafe (words + 1).initialize(to: Word(UInt(bitPattern: outgrown)))
    for index in firstSlot..<firstSlot + capacity {
      unsafe (words + index).initialize(to: Word(0))
    }
    return unsafe words
  }

  @inline(__always)
  fileprivate static func mask(of words: UnsafeMutablePointer<Word>) -> UInt {
    unsafe words.pointee.load(ordering: .relaxed)
  }

  /// All entries, in the order in which they were added.
  ///
  /// The caller holds the lock, or is alone.
  var all: [Entry] { contents.load()?.entries ?? [] }

  /// - Complexity: O(1) on average.
  func find(_ key: Key) -> Entry? { unsafe findUnretained(key)?.takeUnretainedValue() }

  /// Finds the entry, for a caller that knows that the table lives.
  ///
  /// - Complexity: O(1) on average.
  @inline(__always)
  func findUnretained(_ key: Key) -> Unmanaged<Entry>? {
    guard
      let words = unsafe UnsafeMutablePointer<Word>(
        bitPattern: current.load(ordering: .acquiring))
    else { return nil }
    let mask = unsafe Self.mask(of: words)
    var index = key.addressHash & mask
    while let address = unsafe UnsafeRawPointer(
      bitPattern: (words + Self.firstSlot + Int(index)).pointee.load(ordering: .acquiring))
    {
      let entry = unsafe Unmanaged<Entry>.fromOpaque(address)
      if unsafe entry._withUnsafeGuaranteedRef({ $0.key == key }) { return unsafe entry }
      index = (index + 1) & mask
    }
    return nil
  }

  /// Adds an entry, unless the table already has one with its key.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - lock: The lock of the table's owner: the same one each time.
  /// - Returns: The entry in the table.
  func insert(_ entry: Entry, under lock: Lock) -> Entry {
    lock.withLock {
      if let found = find(entry.key) { return found }
      let contents = contents.load() ?? contents.storeIfEmpty(LookupTableContents())
      contents.entries.append(entry)
      let capacity = unsafe contents.words.map { unsafe Int(Self.mask(of: $0)) + 1 } ?? 0
      if let words = unsafe contents.words, contents.entries.count * 2 < capacity {
        unsafe place(entry, in: words)
      } else {
        grow(contents, to: max(16, capacity * 2))
      }
      return entry
    }
  }

  private func grow(_ contents: LookupTableContents<Entry>, to capacity: Int) {
    contents.entries.reserveCapacity(capacity / 2)
    let larger = unsafe Self.makeGeneration(capacity: capacity, after: contents.words)
    for entry in contents.entries { unsafe place(entry, in: larger) }
    unsafe contents.words = unsafe larger
    current.store(UInt(bitPattern: larger), ordering: .releasing)
  }

  private func place(_ entry: Entry, in words: UnsafeMutablePointer<Word>) {
    let mask = unsafe Self.mask(of: words)
    var index = entry.key.addressHash & mask
    while unsafe (words + Self.firstSlot + Int(index)).pointee.load(ordering: .relaxed) != 0 {
      index = (index + 1) & mask
    }
    unsafe (words + Self.firstSlot + Int(index)).pointee.store(
      UInt(bitPattern: Unmanaged.passUnretained(entry).toOpaque()), ordering: .releasing)
  }
}

/// The contents of a ``LookupTable`` that its owner's lock guards.
///
/// The class is neither nested nor private: the compiler (6.3.1) breaks on such a class in a type
/// that cannot be copied.
@safe final class LookupTableContents<Entry: TableEntry> {
  var entries: [Entry] = []
  /// The current generation of slots.
  var words: UnsafeMutablePointer<Atomic<UInt>>?

  deinit {
    var next = unsafe words
    while let words = unsafe next {
      unsafe next = unsafe UnsafeMutablePointer(
        bitPattern: (words + 1).pointee.load(ordering: .relaxed))
      let count = unsafe Int(LookupTable<Entry>.mask(of: words)) + 1 + LookupTable<Entry>.firstSlot
      unsafe words.deinitialize(count: count)
      unsafe words.deallocate()
    }
  }
}
