/// Binary search.
extension Range<Int> {
  /// The first position that does not come before the wanted one.
  ///
  /// - Complexity: O(log *n*).
  @inline(__always)
  func partitionPoint(_ comesBefore: (Int) -> Bool) -> Int {
    var (start, end) = (lowerBound, upperBound)
    while start < end {
      let middle = (start + end) / 2
      if comesBefore(middle) { start = middle + 1 } else { end = middle }
    }
    return start
  }
}
