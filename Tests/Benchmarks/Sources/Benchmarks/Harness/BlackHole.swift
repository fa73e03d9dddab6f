import Counting

/// Uses an object where the optimizer cannot see it, so that the object must be made completely.
///
/// It costs no instruction, but the compiler must assume that it reads and writes all memory.
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
  /// A loop that only passes an object to the black hole.
  static var usingNothing: Side {
    let leaf = Leaf()
    return Side { operations in
      for _ in 0..<operations { blackHole(leaf) }
    }
  }
}
