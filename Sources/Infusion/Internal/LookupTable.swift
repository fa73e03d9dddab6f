import Synchronization

/// What a ``LookupTable`` holds: something that knows its key.
protocol TableEntry: AnyObject {
  var key: Key { get }
}

/// Entries by key, read without a lock.
///
/// Entries are added and never removed, so a reader needs no protection: whatever it finds lives as
/// long as the table. When the table grows, the outgrown slots are kept until the table goes; they
/// add up to less than the present ones.
///
/// `@unchecked Sendable`: slots and their array are atomic; adding happens under the lock.
final class LookupTable<Entry: TableEntry>: @unchecked Sendable {
  private typealias Slot = Atomic<UInt>

  /// An array of slots, each empty (zero) or a retained entry's address.
  @safe private final class Slots {
    let mask: Int
    let start: UnsafeMutablePointer<Slot>

    init(capacity: Int) {
      mask = capacity - 1
      unsafe start = .allocate(capacity: capacity)
      for index in 0..<capacity {
        unsafe (start + index).initialize(to: Slot(0))
      }
    }

    deinit {
      unsafe start.deinitialize(count: mask + 1)
      unsafe start.deallocate()
    }
  }

  private let lock = Lock()
  private let current: Atomic<UInt>
  private var generations: [Slots]
  private var entries: [Entry] = []

  init() {
    let slots = Slots(capacity: 16)
    generations = [slots]
    current = unsafe Atomic(UInt(bitPattern: Unmanaged.passUnretained(slots).toOpaque()))
  }

  /// All entries, in the order in which they were added.
  var all: [Entry] { lock.withLock { entries } }

  /// - Complexity: O(1) on average.
  func find(_ key: Key) -> Entry? {
    guard
      let address = unsafe UnsafeRawPointer(bitPattern: current.load(ordering: .acquiring))
    else { return nil }
    return unsafe find(key, in: Unmanaged<Slots>.fromOpaque(address).takeUnretainedValue())
  }

  /// Adds an entry unless its key is there already; returns the one that is in the table.
  func insert(_ entry: Entry) -> Entry {
    lock.withLock {
      if let found = find(entry.key) { return found }
      entries.append(entry)
      guard let slots = generations.last else { fatalError("a table has slots") }
      if entries.count * 2 > slots.mask {
        grow(beyond: slots)
      } else {
        place(entry, in: slots)
      }
      return entry
    }
  }

  private func grow(beyond slots: Slots) {
    let larger = Slots(capacity: (slots.mask + 1) * 2)
    for entry in entries { place(entry, in: larger) }
    generations.append(larger)
    unsafe current.store(
      UInt(bitPattern: Unmanaged.passUnretained(larger).toOpaque()), ordering: .releasing)
  }

  private func place(_ entry: Entry, in slots: Slots) {
    var index = Self.hash(entry.key) & slots.mask
    while unsafe slots.start[index].load(ordering: .relaxed) != 0 {
      index = (index + 1) & slots.mask
    }
    // The array `entries` keeps the entry alive.
    unsafe slots.start[index].store(
      UInt(bitPattern: Unmanaged.passUnretained(entry).toOpaque()), ordering: .releasing)
  }

  private func find(_ key: Key, in slots: Slots) -> Entry? {
    var index = Self.hash(key) & slots.mask
    while let address = unsafe UnsafeRawPointer(
      bitPattern: slots.start[index].load(ordering: .acquiring))
    {
      let entry = unsafe Unmanaged<Entry>.fromOpaque(address).takeUnretainedValue()
      if entry.key == key { return entry }
      index = (index + 1) & slots.mask
    }
    return nil
  }

  /// Types are told apart by their address; a name adds its own hash.
  private static func hash(_ key: Key) -> Int {
    let bits = UInt(bitPattern: ObjectIdentifier(key.type))
    var hash = Int(truncatingIfNeeded: (bits >> 4) &* 0x9E37_79B9_7F4A_7C15)
    if let name = key.name { hash ^= name.hashValue }
    return hash ^ (hash >> 32)
  }
}
