/// The origin of the values of a type and name in an injector: a cell, or what makes handles that
/// request their value later.
///
/// An injector makes one immutable source per type and name. Optionals have none of their own: see
/// ``Supply``.
///
/// One class serves all types of values: the run-time library would make a generic class for each
/// type, which takes longer than all other work for a first request. The type of the key is that
/// of the values.
class Source: TableEntry {
  private final let isCell: Bool
  private final let snapshotReference: Unretained<Snapshot>
  /// The snapshot, which owns the source.
  final var snapshot: Snapshot { snapshotReference.object }

  init(_ key: Key, in snapshot: Snapshot, isCell: Bool) {
    self.isCell = isCell
    snapshotReference = Unretained(snapshot)
    super.init(key)
  }

  /// The source itself, if it is a cell.
  final var cell: Cell? { isCell ? unsafe unsafeDowncast(self, to: Cell.self) : nil }

  /// The source itself, if it makes handles.
  final var handles: DeferredSource? {
    isCell ? nil : unsafe unsafeDowncast(self, to: DeferredSource.self)
  }
}

/// Handles that request a value later.
final class DeferredSource: Source {
  private let handle: any DeferredHandle.Type
  private let request: DeferredRequest

  init(
    _ handle: any DeferredHandle.Type, named name: Name?, in snapshot: Snapshot,
    heldBy holder: Any.Type? = nil
  ) {
    self.handle = handle
    request = DeferredRequest(
      snapshot.core.injector, for: Key(handle.innerType, named: name), heldBy: holder)
    super.init(Key(handle, named: name), in: snapshot, isCell: false)
  }

  /// The same source for one requirement, which notes the type that holds the handle.
  func held(by requirement: Requirement) -> Source {
    let holder: Any.Type? =
      switch requirement.subject {
      case .property(let owner, _, _): owner
      case .parameter(let key, _): key.type
      case .link, .contribution: nil
      }
    return DeferredSource(handle, named: key.name, in: snapshot, heldBy: holder)
  }

  /// What a handle requests.
  var requested: Supply { snapshot.supply(of: handle.innerType, named: key.name) }

  /// Initializes the memory with a handle, without resolving anything.
  func produce(into memory: UnsafeMutableRawPointer) {
    unsafe memory.initializeMemory(
      as: AnyObject.self, to: handle.reference(requesting: request))
  }
}

/// The values of a source, as values of a type that may wrap them in Optionals.
///
/// The engine delivers a value in two steps: see ``Step``.
struct Supply {
  let source: Source
  /// The type of the delivered values: that of the source, or an Optional of it.
  let type: Any.Type

  var layout: ValueLayout { ValueLayout(of: type) }

  /// Whether the values of the source are delivered bit by bit, so that wrapping changes nothing.
  ///
  /// If a type has a spare bit pattern, as every reference does, its Optional holds a value exactly
  /// as the type does.
  var isExact: Bool { layout.size == ValueLayout(of: source.key.type).size }

  /// The cell to resolve first; nil for a handle, which is made at once.
  var cell: Cell? { source.cell }

  /// What is delivered in the end: for a handle, which requests later, what it requests.
  var delivered: Supply { source.handles?.requested.delivered ?? self }

  /// Whether a handle requests an Optional, or a handle that does.
  var requestsOptional: Bool {
    source.handles.map { handles in
      TypeRepresentation.isOptional(handles.requested.type) || handles.requested.requestsOptional
    } ?? false
  }

  /// The key that the supply asks for.
  var key: Key { source.key }

  /// Whether anything is bound or created on demand for the key that is requested in the end.
  ///
  /// If the search for the binding fails, the result is true, and the request reports the error.
  var isProvided: Bool {
    guard let cell = delivered.cell else { return true }
    do throws(InjectionError) {
      return try cell.binding() != nil
    } catch {
      return true
    }
  }

  /// Whether it makes handles whose value nothing provides: they are left out where that is allowed.
  var isHandleOfNothing: Bool { cell == nil && !isProvided }
}
