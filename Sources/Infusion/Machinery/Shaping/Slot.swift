/// Moves a value out of memory into a place in an object.
///
/// The object is an instance of the class that declares the place, or of a subclass.
@usableFromInline
typealias Setter = (AnyObject, UnsafeMutableRawPointer) -> Void

/// A place in objects of a class that takes a value.
///
/// Immutable, and made once per class and process.
@usableFromInline
class Slot {
  @usableFromInline init() {}

  /// Whether a missing value is no error, because the type of the place says so.
  var isOptional: Bool { false }

  var valueType: Any.Type { fatalError("\(Self.self) must override valueType") }

  /// Where the values come from in an injector.
  func source(named name: Name?, in core: InjectorCore) -> AnySource {
    fatalError("\(Self.self) must override source(named:in:)")
  }

  /// Connects the place with the source of its value in an injector.
  func makeLink(for requirement: Requirement, in core: InjectorCore) -> Link {
    fatalError("\(Self.self) must override makeLink(for:in:)")
  }
}

/// A place that takes values of a known type.
@usableFromInline
class ValueSlot<Value>: Slot {
  @usableFromInline override init() {}

  override final var valueType: Any.Type { Value.self }

  /// Moves a `Value` into the place.
  var setter: Setter { fatalError("\(Self.self) must override setter") }

  /// Tells the place that an optional dependency is absent; it is left as it is.
  func leave(_ object: AnyObject) {}

  override final func source(named name: Name?, in core: InjectorCore) -> AnySource {
    core.source(of: Value.self, named: name)
  }

  override final func makeLink(for requirement: Requirement, in core: InjectorCore) -> Link {
    TypedLink(
      slot: self, source: core.source(of: Value.self, named: requirement.name),
      requirement: requirement)
  }
}

/// A property that a closure sets.
@usableFromInline
@safe final class PropertySlot<Root, Value>: ValueSlot<Value> {
  /// Moves a `Value` out of the memory into a property of a `Root`.
  ///
  /// The closure knows its types, whoever calls it: methods of a generic class would not.
  private let move: Setter

  init(_ move: @escaping Setter) {
    unsafe self.move = unsafe move
  }

  /// Takes the faster one of two ways that the property allows.
  @usableFromInline
  init(_ keyPath: AnyKeyPath, set: @escaping Setter, swap: @escaping Setter) {
    unsafe move = unsafe KeyPathStorage.isStoredProperty(keyPath) ? swap : set
  }

  override var setter: Setter { unsafe move }
}

extension PropertySlot {
  /// Opens the root and value types of a key path; nil when it cannot be written through.
  static func opening(_ keyPath: AnyKeyPath) -> Slot? {
    func openValue<Opened>(_ value: Opened.Type) -> Slot? {
      guard let path = keyPath as? ReferenceWritableKeyPath<Root, Opened> else { return nil }
      return unsafe PropertySlot<Root, Opened> { object, memory in
        // The plan builder has checked that Root is a class of the object's chain.
        unsafe unsafeBitCast(object, to: Root.self)[keyPath: path] =
          unsafe memory.assumingMemoryBound(to: Opened.self).move()
      }
    }
    return _openExistential(type(of: keyPath).valueType, do: openValue)
  }
}

extension Slot {
  /// A place written through a key path; nil when the key path is read-only.
  static func writing(through keyPath: AnyKeyPath) -> Slot? {
    func openRoot<Root>(_ root: Root.Type) -> Slot? {
      PropertySlot<Root, Never>.opening(keyPath)
    }
    return _openExistential(type(of: keyPath).rootType, do: openRoot)
  }
}
