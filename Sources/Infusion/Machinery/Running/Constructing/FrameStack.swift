/// The frames of a thread, with the memory that they gather in.
///
/// An index finds the frames by what they make, so a cycle is found without a walk.
/// Arguments are rare and have to be kept, so they have a stack of their own. Only its own thread
/// uses it. Exclusive access is not checked: code touches a frame in place, and never while another
/// access is under way.
@safe final class FrameStack {
  private static let smallest = 64

  @exclusivity(unchecked) private var start: UnsafeMutablePointer<Frame>
  @exclusivity(unchecked) private var capacity = smallest
  @exclusivity(unchecked) private var height = 0
  /// The positions of the frames that have an identity.
  @exclusivity(unchecked) private var index = PositionIndex(room: smallest)
  @exclusivity(unchecked) private var memory = FrameMemory()
  private var arguments: [Arguments] = []

  init() { unsafe start = .allocate(capacity: Self.smallest) }

  deinit { unsafe start.deallocate() }

  @inline(__always)
  var count: Int { unsafe height }

  // MARK: - Memory

  /// The state of the memory to return to.
  @inline(__always)
  var mark: FrameMemory.Mark { unsafe memory.mark }

  @inline(__always)
  func allocate(_ layout: ValueLayout) -> UnsafeMutableRawPointer { unsafe memory.allocate(layout) }

  @inline(__always)
  func reset(to mark: FrameMemory.Mark) { unsafe memory.reset(to: mark) }

  // MARK: - Frames

  /// The frame at a position; the pointer is good until the next push.
  @inline(__always)
  func at(_ position: Int) -> UnsafeMutablePointer<Frame> {
    unsafe assert(position >= 0 && position < height)
    return unsafe start + position
  }

  subscript(position: Int) -> Frame {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(at(position)) }
    @inline(__always) unsafeMutableAddress { unsafe at(position) }
  }

  /// Puts a frame on top, whose mark is the present state of the memory.
  @inline(__always)
  func push(_ frame: Frame) {
    if unsafe height == capacity { grow() }
    unsafe (start + height).initialize(to: frame)
    if frame.identity != 0 { unsafe index.insert(height, at: frame.identity) }
    unsafe height += 1
  }

  /// Removes the topmost frame, which is at this position, and gives its memory back.
  ///
  /// The frame can be read until another one is pushed. The caller releases what the frame keeps, once
  /// the stack is in order.
  @inline(__always)
  func pop(_ top: Int) {
    remove(top)
    unsafe memory.reset(to: (start + top).pointee.mark)
  }

  /// Removes the topmost frame; the values that it has gathered stay where they are.
  func popKeepingMemory() -> Frame {
    unsafe remove(height - 1)
    return removedLast
  }

  @inline(__always)
  private func remove(_ top: Int) {
    unsafe assert(top == height - 1)
    unsafe height = top
    let frame = unsafe start + top
    if unsafe frame.pointee.identity != 0 {
      unsafe index.removeLast(top, at: frame.pointee.identity)
    }
    if unsafe frame.pointee.flags.contains(.hasArguments) { arguments.removeLast() }
  }

  /// The frame that was removed last, before another is pushed.
  var removedLast: Frame {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(start + height) }
  }

  /// The topmost frame that makes a value for a cell, or injects an existing object that answers a
  /// request for it.
  ///
  /// A call may have changed the binding since the frame began.
  @inline(__always)
  func position(of cell: Unretained<Cell>) -> Int? {
    let (identity, core) = cell.with { ($0.identity, $0.core) }
    return unsafe index.position(at: identity) { position in
      let frame = unsafe start + position
      return unsafe frame.pointee.identity == identity && frame.pointee.core == core
        && (identity & 1 == 0 || frame.pointee.key == cell.object.key)
        && frame.pointee.answers(cell)
    }
  }

  // MARK: - Arguments

  /// Gives the topmost frame its arguments.
  func set(_ values: Arguments, forwarding isForwarded: Bool) {
    arguments.append(values)
    unsafe self[height - 1].flags.formUnion(
      isForwarded ? [.hasArguments, .forwardsArguments] : .hasArguments)
  }

  /// The arguments of the topmost frame, which has some.
  var argumentsOfTop: Arguments { arguments[arguments.count - 1] }

  // MARK: - Room

  @inline(never)
  private func grow() {
    let larger = unsafe UnsafeMutablePointer<Frame>.allocate(capacity: capacity * 2)
    unsafe larger.moveInitialize(from: start, count: height)
    unsafe start.deallocate()
    unsafe start = unsafe larger
    unsafe capacity *= 2
    unsafe index = unsafe PositionIndex(room: capacity)
    for position in unsafe 0..<height where unsafe start[position].identity != 0 {
      unsafe index.insert(position, at: start[position].identity)
    }
  }

  /// Whether a deep graph has needed more memory than the next requests do.
  @inline(__always)
  var isSpacious: Bool { unsafe hasManyFrames || memory.isSpacious }

  @inline(__always)
  private var hasManyFrames: Bool { unsafe capacity > Self.smallest * 8 }

  /// Frees the memory that a deep graph has needed; the stack is empty.
  @inline(never)
  func shrink() {
    unsafe memory.shrink()
    guard hasManyFrames else { return }
    unsafe start.deallocate()
    unsafe start = .allocate(capacity: Self.smallest)
    unsafe capacity = Self.smallest
    unsafe index = PositionIndex(room: Self.smallest)
  }
}
