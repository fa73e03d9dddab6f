/// A setter that the client's compiler has made from a key-path literal, with the key path that
/// identifies the property.
@usableFromInline
struct CompiledSlot {
  let keyPath: AnyKeyPath
  let slot: Slot

  @usableFromInline
  init(keyPath: AnyKeyPath, slot: Slot) {
    self.keyPath = keyPath
    self.slot = slot
  }
}

/// Makes setters that store directly.
///
/// The optimizer replaces a key-path literal by a direct store (or a call of the setter, where
/// there are observers or overrides) only when the closure that writes through it is the literal's
/// only user. `@autoclosure` gives each use a literal of its own; a plain parameter, or one literal
/// shared with the identity, would leave a key-path write of 160 to 310 ns. The check script looks
/// for such a write in the emitted SIL of a client.
///
/// The write destroys the old value while the property is accessed, which makes Swift track the
/// access: four times the cost of the store. A swap leaves the old value for later, but it would
/// read a computed property first: it is for stored ones.
@inlinable @inline(__always)
func slot<Root: AnyObject, Value>(
  _ path: @autoclosure @escaping () -> ReferenceWritableKeyPath<Root, Value>
) -> CompiledSlot {
  let keyPath = path()
  return unsafe CompiledSlot(
    keyPath: keyPath,
    slot: PropertySlot<Root, Value>(
      keyPath,
      set: { object, memory in
        // The plan builder has checked that Root is a class of the object's chain.
        unsafe unsafeDowncast(object, to: Root.self)[keyPath: path()] =
          unsafe memory.assumingMemoryBound(to: Value.self).move()
      },
      swap: { object, memory in
        let value = unsafe memory.assumingMemoryBound(to: Value.self)
        unsafe swap(&unsafeDowncast(object, to: Root.self)[keyPath: path()], &value.pointee)
        _ = unsafe value.move()
      }))
}
