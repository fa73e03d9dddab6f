/// The origin of a value in an injector: a cell, whose values are delivered as they are, or a wrapper
/// around one.
///
/// An injector makes one immutable source per type and name. A source delivers a value in two
/// steps. The cell's binding initializes memory with a value of the *key's* type; `adopt` turns it,
/// in place, into a value of the requested type. Every wrapper is at least as large as the value
/// that it wraps, so the memory suffices.
///
/// One class serves all types of values: the run-time library would make a generic class for each
/// type, which takes longer than all other work for a first request. The type of the key is that
/// of the values.
class Source: TableEntry {
  final let layout: ValueLayout
  private final let isCell: Bool
  /// Whether the values of the cell are values of this source bit by bit, so that `adopt` changes
  /// nothing.
  ///
  /// If a type has a spare bit pattern, as every reference does, its Optional holds a value exactly
  /// as the type does.
  final let isExact: Bool
  /// The cell of the source that this one wraps, and keeps.
  private final let wrappedCell: Unretained<Cell>?

  init(
    _ key: Key, isCell: Bool = false, over cell: Unretained<Cell>? = nil, isExact: Bool = false
  ) {
    layout = ValueLayout(of: key.type)
    self.isCell = isCell
    wrappedCell = cell
    self.isExact = isExact || isCell
    super.init(key)
  }

  /// The source itself, if it is a cell.
  final var exactCell: Cell? { isCell ? unsafe unsafeDowncast(self, to: Cell.self) : nil }

  /// The values of a cell, as values of a type that may wrap theirs in Optionals.
  static func of(_ type: Any.Type, over cell: Cell) -> Source {
    guard let wrapped = TypeRepresentation.wrapped(by: type) else { return cell }
    return OptionalSource(type, of: wrapped, .of(wrapped, over: cell))
  }

  /// The cell to resolve first; nil when `produce` makes the value at once.
  final var cell: Cell? { cellReference?.object }

  /// The same for a caller that keeps the source.
  final var cellReference: Unretained<Cell>? { exactCell.map { Unretained($0) } ?? wrappedCell }

  /// The source that delivers in the end: for a handle, which requests later, the one it requests.
  var examined: Source { self }

  /// The same source for one requirement; the source of a handle notes the type that holds it.
  func held(by requirement: Requirement) -> Source { self }

  /// The key that the source asks for.
  final var requestedKey: Key { cell?.key ?? key }

  /// Whether anything is bound or created on demand for the key that is requested in the end.
  ///
  /// If the search for the binding fails, the result is true, and the request reports the error.
  final var isProvided: Bool {
    guard let cell = examined.cell else { return true }
    do throws(InjectionError) {
      return try cell.binding() != nil
    } catch {
      return true
    }
  }

  /// Whether it makes handles whose value nothing provides: they are left out where that is allowed.
  final var isHandleOfNothing: Bool { cell == nil && !isProvided }

  /// Initializes the memory with a value, without resolving anything.
  func produce(into memory: UnsafeMutableRawPointer) {
    fatalError("\(Self.self) has a cell")
  }

  /// Turns the value of the cell's type into one of the requested type.
  func adopt(_ memory: UnsafeMutableRawPointer) {}

  /// Initializes the memory for a binding that provides nothing; false when the type cannot
  /// represent nothing.
  func adoptNothing(_ memory: UnsafeMutableRawPointer) -> Bool { false }
}

/// The values of another source, as optionals.
final class OptionalSource: Source {
  private let inner: Source
  private let wrapped: Any.Type
  /// Whether an optional holds a value exactly as the type that it wraps does.
  private let isIdentical: Bool
  /// Whether all words of nil are zero, as those of a reference and of `Any` are.
  private let isNilZero: Bool

  /// - Parameters:
  ///   - type: The Optional type.
  ///   - wrapped: The type of the values of the other source.
  ///   - inner: The other source.
  init(_ type: Any.Type, of wrapped: Any.Type, _ inner: Source) {
    self.inner = inner
    self.wrapped = wrapped
    isIdentical = ValueLayout(of: wrapped).size == ValueLayout(of: type).size
    isNilZero =
      switch TypeRepresentation(of: wrapped) {
      case .object, .container: true
      case .opaque, .plain: false
      }
    super.init(
      Key(type, named: inner.key.name), over: inner.cellReference,
      isExact: isIdentical && inner.isExact)
  }

  override func held(by requirement: Requirement) -> Source {
    let held = inner.held(by: requirement)
    return held === inner ? self : OptionalSource(key.type, of: wrapped, held)
  }

  override var examined: Source { inner.examined === inner ? self : inner.examined }

  override func produce(into memory: UnsafeMutableRawPointer) {
    unsafe inner.produce(into: memory)
    if !isIdentical { unsafe wrap(memory) }
  }

  override func adopt(_ memory: UnsafeMutableRawPointer) {
    unsafe inner.adopt(memory)
    if !isIdentical { unsafe wrap(memory) }
  }

  override func adoptNothing(_ memory: UnsafeMutableRawPointer) -> Bool {
    if isNilZero {
      // Generic code would have to search for the Optional type.
      for offset in stride(from: 0, to: layout.size, by: MemoryLayout<UInt>.size) {
        unsafe memory.storeBytes(of: 0, toByteOffset: offset, as: UInt.self)
      }
    } else {
      func open<Wrapped>(_ type: Wrapped.Type) {
        unsafe memory.initializeMemory(as: Wrapped?.self, to: nil)
      }
      _openExistential(wrapped, do: open)
    }
    return true
  }

  private func wrap(_ memory: UnsafeMutableRawPointer) {
    func open<Wrapped>(_ type: Wrapped.Type) {
      let value = unsafe memory.assumingMemoryBound(to: type).move()
      unsafe memory.initializeMemory(as: Wrapped?.self, to: value)
    }
    _openExistential(wrapped, do: open)
  }
}

/// Handles that request a value later.
final class DeferredSource: Source {
  private let handle: any DeferredHandle.Type
  private let request: DeferredRequest
  private unowned(unsafe) let snapshot: Snapshot  // which owns this source

  init(
    _ handle: any DeferredHandle.Type, named name: Name?, in snapshot: Snapshot,
    heldBy holder: Any.Type? = nil
  ) {
    self.handle = handle
    unsafe self.snapshot = snapshot
    request = DeferredRequest(
      snapshot.core.injector, for: Key(handle.innerType, named: name), heldBy: holder)
    super.init(Key(handle, named: name))
  }

  override func held(by requirement: Requirement) -> Source {
    let holder: Any.Type? =
      switch requirement.subject {
      case .property(let owner, _, _): owner
      case .parameter(let key, _): key.type
      case .link, .contribution: nil
      }
    return DeferredSource(handle, named: key.name, in: unsafe snapshot, heldBy: holder)
  }

  override var examined: Source {
    unsafe snapshot.source(of: handle.innerType, named: key.name).examined
  }

  override func produce(into memory: UnsafeMutableRawPointer) {
    unsafe memory.initializeMemory(
      as: AnyObject.self, to: handle.reference(requesting: request))
  }
}
