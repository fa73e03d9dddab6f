/// The properties of one call of `requiring`, `accepting` or `injecting`, with the setters that the
/// client's compiler has made from the key-path literals.
///
/// The calls are compiled into the client once for each class, so they say as little as they can: a
/// setter and a literal for each property. Everything else is done here.
@usableFromInline
final class SlotList {
  private var slots: [Slot] = []

  /// Made by a call: an initializer would leave to each client how an object is allocated.
  @usableFromInline
  static func make() -> SlotList { SlotList() }

  /// Adds a property, with a setter that stores directly.
  ///
  /// The optimizer replaces a key-path literal by a direct store (or a call of the setter, where
  /// there are observers or overrides) only when the closure that writes through it is the literal's
  /// only user. `@autoclosure` gives each use a literal of its own; a plain parameter, or one
  /// literal shared with the identity, would leave a key-path write of 160 to 310 ns. The check
  /// script looks for such a write in the emitted SIL of a client.
  ///
  /// An assignment destroys the old value while the property is accessed, which makes Swift track
  /// the access: four times the cost of the store. A swap leaves the old value for later, but it
  /// would read a computed property first: it is for stored ones.
  @_alwaysEmitIntoClient @inline(__always)
  func add<Root: AnyObject, Value>(
    _ path: @escaping () -> ReferenceWritableKeyPath<Root, Value>
  ) {
    unsafe add(path) { object, memory, isStored in
      // The plan builder has checked that Root is a class of the object's chain.
      let value = unsafe memory.assumingMemoryBound(to: Value.self)
      if isStored {
        unsafe swap(&unsafeDowncast(object, to: Root.self)[keyPath: path()], &value.pointee)
        _ = unsafe value.move()
      } else {
        unsafe unsafeDowncast(object, to: Root.self)[keyPath: path()] = unsafe value.move()
      }
    }
  }

  @usableFromInline
  func add<Root: AnyObject, Value>(
    _ path: @escaping () -> ReferenceWritableKeyPath<Root, Value>, _ write: @escaping Slot.Write
  ) {
    unsafe slots.append(Slot(Root.self, Value.self, path, write))
  }

  /// The properties as requirements.
  func elements(
    _ kind: RequirementElement.Kind, at place: CodeLocation, named name: Name?
  ) -> [RequirementElement] {
    slots.map { RequirementElement(kind, $0, name: name, place: place) }
  }
}
