/// Objects in the order in which they were finished.
///
/// A list behind a reference, for the reasons of ``FrameStack``: every object with properties goes
/// through it. Used by its own thread only.
@safe final class ObjectList {
  private static let smallest = 64

  private var start = UnsafeMutablePointer<AnyObject>.allocate(capacity: smallest)
  private var capacity = smallest
  /// Room for the next call, while this one lets go.
  private var spare: UnsafeMutablePointer<AnyObject>?
  private(set) var count = 0

  deinit {
    unsafe start.deinitialize(count: count)
    unsafe start.deallocate()
    unsafe spare?.deallocate()
  }

  subscript(position: Int) -> AnyObject {
    precondition(position >= 0 && position < count)
    return unsafe start[position]
  }

  func append(_ object: AnyObject) {
    if count == capacity { resize(to: capacity * 2) }
    unsafe (start + count).initialize(to: object)
    count += 1
  }

  /// Takes the objects behind the first ones out, in their order.
  func removeAll(beyond first: Int) -> ContiguousArray<AnyObject> {
    guard first < count else { return [] }
    let removed = unsafe ContiguousArray(
      UnsafeBufferPointer(start: start + first, count: count - first))
    unsafe (start + first).deinitialize(count: count - first)
    count = first
    return removed
  }

  /// Lets go of all objects, from the last to the first: what was finished last owns what was
  /// finished before.
  ///
  /// Deinitializers are user code and may come back here: the list is empty before the first one
  /// runs.
  func releaseAll() {
    guard count > 0 else { return }
    let (released, length, size) = unsafe (start, count, capacity)
    unsafe start = unsafe spare ?? .allocate(capacity: Self.smallest)
    unsafe spare = nil
    (count, capacity) = (0, Self.smallest)
    for position in (0..<length).reversed() {
      unsafe (released + position).deinitialize(count: 1)
    }
    if size == Self.smallest, unsafe spare == nil {
      unsafe spare = unsafe released
    } else {
      unsafe released.deallocate()
    }
  }

  private func resize(to size: Int) {
    let moved = UnsafeMutablePointer<AnyObject>.allocate(capacity: size)
    unsafe moved.moveInitialize(from: start, count: count)
    unsafe start.deallocate()
    unsafe start = unsafe moved
    capacity = size
  }
}

/// Releases objects from the last to the first: what was finished last owns what was finished
/// before.
func releaseOwnersFirst(_ objects: inout ContiguousArray<AnyObject>) {
  while objects.popLast() != nil {}
}
