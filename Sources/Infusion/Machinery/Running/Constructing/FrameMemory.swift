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
  private let first: UnsafeMutableRawBufferPointer
  /// The blocks that a deep graph has needed besides the first.
  private var others: [UnsafeMutableRawBufferPointer]
  /// The position of the present block; that of the first is 0.
  private var block = 0

  init() {
    unsafe first = .allocate(byteCount: Self.smallest, alignment: Self.page)
    unsafe others = unsafe []
    guard let start = unsafe first.baseAddress else { fatalError("a block has memory") }
    unsafe free = unsafe start
    unsafe limit = unsafe start + first.count
  }

  deinit {
    unsafe first.deallocate()
    unsafe others.forEach { unsafe $0.deallocate() }
  }

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
  var isSpacious: Bool { unsafe !others.isEmpty }

  /// Frees the blocks that a deep graph has needed.
  mutating func shrink() {
    guard isSpacious, block == 0 else { return }
    unsafe others.forEach { unsafe $0.deallocate() }
    unsafe others.removeAll()
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
    let capacity = unsafe max(size, present.count * 2)
    if unsafe block == others.count {
      unsafe others.append(.allocate(byteCount: capacity, alignment: Self.page))
    }
    block += 1
    enter()
  }

  private var present: UnsafeMutableRawBufferPointer {
    unsafe block == 0 ? first : others[block - 1]
  }

  private mutating func enter() {
    guard let start = unsafe present.baseAddress else { fatalError("a block has memory") }
    unsafe free = unsafe start
    unsafe limit = unsafe start + present.count
  }

  @inline(never)
  private mutating func returnToBlock(of mark: Mark) {
    block = mark.block
    enter()
  }
}
