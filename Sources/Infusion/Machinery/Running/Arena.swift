/// Memory for gathered values, given out and taken back like a stack.
///
/// Blocks never move, so the address of a value stays valid while others are gathered on top of it.
@safe struct Arena: ~Copyable {
  /// A state of the arena to return to.
  struct Mark {
    fileprivate var block: Int
    fileprivate var used: Int
  }

  private var blocks: [UnsafeMutableRawBufferPointer] = unsafe []
  private var top = Mark(block: 0, used: 0)
  private static let alignment = 16
  private static let page = 4096

  deinit {
    unsafe blocks.forEach { unsafe $0.deallocate() }
  }

  var mark: Mark { top }

  /// - Complexity: O(1), amortized.
  mutating func allocate(_ list: LinkList) -> UnsafeMutableRawPointer {
    let memory = unsafe allocate(list.layout)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 1, count: list.links.count)
    return unsafe memory
  }

  mutating func allocate(_ layout: ValueLayout) -> UnsafeMutableRawPointer {
    let alignment = max(layout.alignment, Self.alignment)
    // Every block is aligned to the page, and no type asks for more.
    while unsafe top.block < blocks.count {
      let start = (top.used + alignment - 1) / alignment * alignment
      if unsafe start + layout.size <= blocks[top.block].count,
        let base = unsafe blocks[top.block].baseAddress
      {
        top.used = start + layout.size
        return unsafe base + start
      }
      top = Mark(block: top.block + 1, used: 0)
    }
    let capacity = unsafe max(layout.size, Self.page, (blocks.last?.count ?? 0) * 2)
    unsafe blocks.append(.allocate(byteCount: capacity, alignment: Self.page))
    return unsafe allocate(layout)
  }

  mutating func reset(to mark: Mark) {
    top = mark
  }
}
