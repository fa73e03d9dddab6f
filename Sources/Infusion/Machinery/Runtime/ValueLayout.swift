/// The size and alignment of a value in memory.
struct ValueLayout {
  let size: Int
  let alignment: Int

  /// Adds a value behind the others, at the next multiple of its alignment, and returns its offset.
  mutating func append(_ next: ValueLayout) -> Int {
    let offset = (size + next.alignment - 1) / next.alignment * next.alignment
    self = ValueLayout(size: offset + next.size, alignment: max(alignment, next.alignment))
    return offset
  }
}

extension UnsafeMutableRawPointer {
  /// Destroys the value of a type that lies here.
  func discard(_ type: Any.Type) {
    func open<Value>(_ type: Value.Type) {
      unsafe assumingMemoryBound(to: type).deinitialize(count: 1)
    }
    _openExistential(type, do: open)
  }
}

extension ValueLayout {
  init(of type: Any.Type) {
    func open<Value>(_ type: Value.Type) -> ValueLayout {
      ValueLayout(size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
    }
    self = _openExistential(type, do: open)
  }
}
