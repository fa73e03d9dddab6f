/// The stack of frames, in memory that is not checked for exclusive access at every step.
///
/// A `ContiguousArray` in a class costs a dynamic exclusivity check, a uniqueness check, and often
/// a copy of a frame with a dozen references at each touch: together half the time of an injection.
/// Frames are touched by their own thread only, in place, and never while another touch is under
/// way.
@safe final class FrameStack {
  private var start: UnsafeMutablePointer<Frame>
  private var capacity = 32
  private(set) var count = 0

  init() {
    unsafe start = .allocate(capacity: capacity)
  }

  deinit {
    unsafe start.deinitialize(count: count)
    unsafe start.deallocate()
  }

  var isEmpty: Bool { count == 0 }

  subscript(position: Int) -> Frame {
    @inline(__always) unsafeAddress {
      precondition(position >= 0 && position < count)
      return unsafe UnsafePointer(start + position)
    }
    @inline(__always) unsafeMutableAddress {
      precondition(position >= 0 && position < count)
      return unsafe start + position
    }
  }

  /// The link that a frame is answering.
  func openLink(_ position: Int) -> Link? {
    let list = self[position].links
    let gathered = self[position].gathered
    return gathered < list.links.count ? list.links[gathered] : nil
  }

  func append(_ frame: consuming Frame) {
    if count == capacity { grow() }
    unsafe (start + count).initialize(to: frame)
    count += 1
  }

  /// Removes the topmost frame.
  ///
  /// It is moved out: what it refers to may be released by the caller only when the stack is in
  /// order again, for a deinitializer may ask an injector for something.
  func removeLast() -> Frame {
    precondition(count > 0)
    count -= 1
    return unsafe (start + count).move()
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Frame>.allocate(capacity: capacity * 2)
    unsafe larger.moveInitialize(from: start, count: count)
    unsafe start.deallocate()
    unsafe start = unsafe larger
    capacity *= 2
  }
}
