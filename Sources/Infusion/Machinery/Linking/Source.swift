/// The size and alignment of a value in memory.
struct ValueLayout {
  let size: Int
  let alignment: Int

  init(size: Int, alignment: Int) {
    self.size = size
    self.alignment = alignment
  }

  init<Value>(of type: Value.Type) {
    size = MemoryLayout<Value>.size
    alignment = MemoryLayout<Value>.alignment
  }
}

/// Where an injector takes a value from: a binding's cell, or a wrapper around one.
///
/// Made once per type and name in an injector, and immutable. A value is delivered in two steps.
/// The cell's binding initializes memory with a value of the *key's* type; `adopt` turns it, in
/// place, into a value of the type that was asked for. Every wrapper is at least as large as what
/// it wraps, so the memory suffices.
class AnySource: TableEntry {
  let layout: ValueLayout

  init<Value>(_ type: Value.Type, named name: Name?, exactCell: Cell?) {
    layout = ValueLayout(of: type)
    self.exactCell = exactCell
    super.init(Key(type, named: name))
  }

  /// The cell that has to be resolved first; nil when `produce` makes the value at once.
  var cell: Cell? { nil }

  /// The source that is asked in the end: for a handle that asks later, the one that it asks.
  var examined: AnySource { self }

  /// Whether `adoptNothing` succeeds.
  var acceptsNothing: Bool { false }

  /// The cell whose values are values of this source bit by bit, so that `adopt` changes nothing.
  ///
  /// An Optional of a type with a spare bit pattern, as every reference has one, holds a value
  /// exactly as the type does.
  var identicalCell: Cell? { nil }

  /// The cell whose key is of this source's own type.
  final let exactCell: Cell?

  /// The same source for one requirement: a handle knows who holds it.
  func held(by requirement: Requirement) -> AnySource { self }

  /// Whether anything is bound or created on demand for the key that is asked in the end.
  ///
  /// What cannot be known is left to the request.
  final var isProvided: Bool {
    guard let cell = examined.cell else { return true }
    do throws(InjectionError) {
      return try cell.binding() != nil
    } catch {
      return true
    }
  }

  /// Initializes the memory with a value, without resolving anything.
  func produce(into memory: UnsafeMutableRawPointer) {
    fatalError("\(Self.self) has a cell")
  }

  /// Turns the value of the cell's type into one of the type asked for.
  func adopt(_ memory: UnsafeMutableRawPointer) {}

  /// Initializes the memory for a binding that provides nothing; false when the type has no place
  /// for nothing.
  func adoptNothing(_ memory: UnsafeMutableRawPointer) -> Bool { false }
}

/// A source of values of a known type.
class Source<Value>: AnySource {
  init(named name: Name?, exactCell: Cell? = nil) {
    super.init(Value.self, named: name, exactCell: exactCell)
  }
}

/// The values of a binding, as they are.
final class CellSource<Value>: Source<Value> {
  private let place: Cell

  init(_ place: Cell) {
    self.place = place
    super.init(named: place.key.name, exactCell: place)
  }

  override var cell: Cell? { place }
  override var identicalCell: Cell? { place }
}

/// The values of another source, as optionals.
final class OptionalSource<Wrapped>: Source<Wrapped?> {
  private let inner: Source<Wrapped>

  init(_ inner: Source<Wrapped>) {
    self.inner = inner
    super.init(named: inner.key.name)
  }

  override func held(by requirement: Requirement) -> AnySource {
    let held = inner.held(by: requirement)
    return held === inner
      ? self : OptionalSource(unsafe unsafeDowncast(held, to: Source<Wrapped>.self))
  }

  override var cell: Cell? { inner.cell }
  override var examined: AnySource { inner.examined === inner ? self : inner.examined }
  override var acceptsNothing: Bool { true }
  override var identicalCell: Cell? {
    MemoryLayout<Wrapped>.size == MemoryLayout<Wrapped?>.size ? inner.identicalCell : nil
  }

  override func produce(into memory: UnsafeMutableRawPointer) {
    unsafe inner.produce(into: memory)
    unsafe wrap(memory)
  }

  override func adopt(_ memory: UnsafeMutableRawPointer) {
    unsafe inner.adopt(memory)
    unsafe wrap(memory)
  }

  override func adoptNothing(_ memory: UnsafeMutableRawPointer) -> Bool {
    if unsafe inner.adoptNothing(memory) {
      unsafe wrap(memory)
    } else {
      unsafe memory.initializeMemory(as: Wrapped?.self, to: nil)
    }
    return true
  }

  private func wrap(_ memory: UnsafeMutableRawPointer) {
    let value = unsafe memory.assumingMemoryBound(to: Wrapped.self).move()
    unsafe memory.initializeMemory(as: Wrapped?.self, to: value)
  }
}

/// Handles that ask later: `Lazy` and `Provider`.
final class DeferredSource<Handle, Value>: Source<Handle> {
  private let request: DeferredRequest<Value>
  private let wrap: (DeferredRequest<Value>) -> Handle
  private unowned(unsafe) let snapshot: Snapshot  // which owns this source

  init(
    named name: Name?, in snapshot: Snapshot, heldBy holder: Any.Type? = nil,
    wrap: @escaping (DeferredRequest<Value>) -> Handle
  ) {
    unsafe self.snapshot = snapshot
    request = unsafe DeferredRequest(snapshot.core.injector, named: name, heldBy: holder)
    self.wrap = wrap
    super.init(named: name)
  }

  override func held(by requirement: Requirement) -> AnySource {
    let holder: Any.Type? =
      switch requirement.subject {
      case .property(let owner, _, _): owner
      case .parameter(let key, _): key.type
      case .link, .contribution: nil
      }
    return DeferredSource(
      named: key.name, in: unsafe snapshot, heldBy: holder, wrap: wrap)
  }

  override var examined: AnySource {
    unsafe snapshot.source(of: Value.self, named: key.name).examined
  }

  override func produce(into memory: UnsafeMutableRawPointer) {
    unsafe memory.initializeMemory(as: Handle.self, to: wrap(request))
  }
}
