/// Memory for gathered values, given out and taken back like a stack.
///
/// Blocks never move, so the address of a value stays valid while others are gathered on top of it.
/// Used by its own thread only.
@safe struct FrameMemory: ~Copyable {
  /// A state of the memory to return to.
  @safe struct Mark {
    /// The start of the memory that was free at the time.
    let start: UnsafeMutableRawPointer
    fileprivate let block: Int
  }

  private static let alignment = 16
  private static let page = 4096
  private static let smallest = 16 * 1024

  private var free: UnsafeMutableRawPointer
  private var limit: UnsafeMutableRawPointer
  private var blocks: [UnsafeMutableRawBufferPointer]
  private var block = 0

  init() {
    let first = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.smallest, alignment: Self.page)
    guard let start = first.baseAddress else { fatalError("a block has memory") }
    unsafe blocks = unsafe [first]
    unsafe free = unsafe start
    unsafe limit = unsafe start + first.count
  }

  deinit { unsafe blocks.forEach { unsafe $0.deallocate() } }

  var mark: Mark {
    @inline(__always) get { unsafe Mark(start: free, block: block) }
  }

  @inline(__always)
  mutating func reset(to mark: Mark) {
    if mark.block != block { returnToBlock(of: mark) }
    unsafe free = unsafe mark.start
  }

  /// - Complexity: O(1), amortized.
  @inline(__always)
  mutating func allocate(_ layout: ValueLayout) -> UnsafeMutableRawPointer {
    let start = unsafe free
    let end = unsafe start + (layout.size + Self.alignment - 1) & -Self.alignment
    guard unsafe end <= limit, layout.alignment <= Self.alignment else {
      return unsafe allocateElsewhere(layout)
    }
    unsafe free = unsafe end
    return unsafe start
  }

  /// Whether a deep graph has needed more than one block.
  @inline(__always)
  var isSpacious: Bool { unsafe blocks.count > 1 }

  /// Frees the blocks that a deep graph has needed.
  mutating func shrink() {
    guard isSpacious, block == 0 else { return }
    unsafe blocks[1...].forEach { unsafe $0.deallocate() }
    unsafe blocks.removeSubrange(1...)
  }

  @inline(never)
  private mutating func allocateElsewhere(_ layout: ValueLayout) -> UnsafeMutableRawPointer {
    let alignment = max(layout.alignment, Self.alignment)
    // Every block is aligned to the page, and no type asks for more.
    while true {
      let used = unsafe UInt(bitPattern: free)
      let start = (used + UInt(alignment) - 1) / UInt(alignment) * UInt(alignment)
      let size = UInt((layout.size + Self.alignment - 1) & -Self.alignment)
      if unsafe start + size <= UInt(bitPattern: limit) {
        let memory = unsafe free + Int(start - used)
        unsafe free = unsafe memory + Int(size)
        return unsafe memory
      }
      enterNextBlock(atLeast: layout.size + alignment)
    }
  }

  private mutating func enterNextBlock(atLeast size: Int) {
    block += 1
    if unsafe block == blocks.count {
      let capacity = unsafe max(size, blocks[block - 1].count * 2)
      unsafe blocks.append(.allocate(byteCount: capacity, alignment: Self.page))
    }
    enter()
  }

  private mutating func enter() {
    guard let start = unsafe blocks[block].baseAddress else { fatalError("a block has memory") }
    unsafe free = unsafe start
    unsafe limit = unsafe start + blocks[block].count
  }

  @inline(never)
  private mutating func returnToBlock(of mark: Mark) {
    block = mark.block
    enter()
  }
}
