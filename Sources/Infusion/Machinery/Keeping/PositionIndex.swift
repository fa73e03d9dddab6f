/// Positions in a list, found by keys; the list says which of those at a key is wanted.
///
/// Positions leave only in the reverse order of their insertion, so what is in a bucket is linked from
/// the last insertion to the first. An index without room must not be searched.
@safe struct PositionIndex: ~Copyable {
  /// The last position of each bucket, then the previous one in the bucket of each position;
  /// negative where there is none.
  private var links: UnsafeMutablePointer<Int32>?
  private var mask = -1

  init() {}

  /// An empty index.
  ///
  /// - Parameter room: The number of positions that there is room for: a power of two.
  init(room: Int) {
    unsafe links = .allocate(capacity: room * 2)
    mask = room - 1
    removeAll()
  }

  deinit { unsafe links?.deallocate() }

  /// The number of positions that there is room for; positions are smaller.
  var room: Int { mask + 1 }

  mutating func removeAll() { unsafe links?.initialize(repeating: -1, count: room) }

  @inline(__always)
  mutating func insert(_ position: Int, at key: UInt) {
    let (bucket, previous) = unsafe (bucket(of: key), link(behind: position))
    unsafe previous.pointee = unsafe bucket.pointee
    unsafe bucket.pointee = Int32(truncatingIfNeeded: position)
  }

  /// Removes the position that was inserted last, under the same key.
  @inline(__always)
  mutating func removeLast(_ position: Int, at key: UInt) {
    unsafe bucket(of: key).pointee = unsafe link(behind: position).pointee
  }

  /// The position that was inserted last at a key, of those that meet a condition.
  @inline(__always)
  func position(at key: UInt, where isFound: (Int) -> Bool) -> Int? {
    var position = unsafe Int(bucket(of: key).pointee)
    while position >= 0 {
      if isFound(position) { return position }
      position = unsafe Int(link(behind: position).pointee)
    }
    return nil
  }

  @inline(__always)
  private func bucket(of key: UInt) -> UnsafeMutablePointer<Int32> {
    unsafe links.unsafelyUnwrapped + key.spread & mask
  }

  @inline(__always)
  private func link(behind position: Int) -> UnsafeMutablePointer<Int32> {
    unsafe links.unsafelyUnwrapped + room + position
  }
}
