import Counting

/// Uses an object where the optimizer cannot see it, so that it has to be made and to be complete.
///
/// It costs no instruction; the compiler has to expect that all memory is read and written.
@inline(__always)
func blackHole(_ object: AnyObject) {
  consume(Unmanaged.passUnretained(object).toOpaque())
}

/// Uses a value of any type.
@inline(__always)
func blackHole<Value>(value: borrowing Value) {
  withUnsafePointer(to: value) { consume($0) }
}

extension Side {
  /// A loop that does nothing but hand an object to the black hole.
  static var usingNothing: Side {
    let leaf = Leaf()
    return Side { operations in
      for _ in 0..<operations { blackHole(leaf) }
    }
  }
}
