/// Arrays that are sorted in ascending order.
///
/// A set or dictionary would do the same with less code, but the run-time library would search all
/// conformances of the program for the `Hashable` one of its elements, before the first object.
extension Array {
  /// The position of the first element that does not come before the wanted one.
  ///
  /// - Complexity: O(log *n*).
  @inline(__always)
  func partitionPoint(_ comesBefore: (Element) -> Bool) -> Int {
    var (start, end) = (0, count)
    while start < end {
      let middle = (start + end) / 2
      if comesBefore(self[middle]) { start = middle + 1 } else { end = middle }
    }
    return start
  }
}

extension [Int] {
  /// Whether a sorted array has a number.
  func sortedContains(_ number: Int) -> Bool {
    let position = partitionPoint { $0 < number }
    return position < count && self[position] == number
  }

  /// Adds a number to a sorted array unless it is there.
  mutating func sortedInsert(_ number: Int) {
    let position = partitionPoint { $0 < number }
    if position == count || self[position] != number { insert(number, at: position) }
  }
}
