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
  private static let smallest = 16 * 1024

  private var free: UnsafeMutableRawPointer
  private var limit: UnsafeMutableRawPointer
  /// The first block, and those that a deep graph has needed besides.
  private var blocks: [UnsafeMutableRawBufferPointer]
  /// The position of the present block.
  private var block = 0

  init() {
    let first = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.smallest, alignment: Self.alignment)
    unsafe blocks = [first]
    guard let start = first.baseAddress else { fatalError("a block has memory") }
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
    let end = unsafe start + Self.rounded(layout.size)
    guard unsafe end <= limit, layout.alignment <= Self.alignment else {
      return unsafe allocateElsewhere(layout)
    }
    unsafe free = unsafe end
    return unsafe start
  }

  /// Whether a deep graph has needed more than one block.
  @inline(__always)
  var isSpacious: Bool { unsafe blocks.count > 1 }

  /// Frees the blocks that a deep graph has needed; none is in use.
  mutating func shrink() {
    while isSpacious { unsafe blocks.removeLast().deallocate() }
  }

  @inline(__always)
  private static func rounded(_ size: Int) -> Int { (size + alignment - 1) & -alignment }

  @inline(never)
  private mutating func allocateElsewhere(_ layout: ValueLayout) -> UnsafeMutableRawPointer {
    // A value of a larger alignment takes room to be moved up.
    let extra = layout.alignment > Self.alignment ? layout.alignment : 0
    let size = Self.rounded(layout.size + extra)
    while unsafe free + size > limit { enterNextBlock(atLeast: size) }
    let start = unsafe free.alignedUp(toMultipleOf: layout.alignment)
    unsafe free = unsafe free + size
    return unsafe start
  }

  private mutating func enterNextBlock(atLeast size: Int) {
    let capacity = unsafe max(size, blocks[block].count * 2)
    block += 1
    if unsafe block == blocks.count {
      unsafe blocks.append(.allocate(byteCount: capacity, alignment: Self.alignment))
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
