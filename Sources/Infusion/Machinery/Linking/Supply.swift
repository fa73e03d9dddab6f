/// The values of a source, as values of a type that may wrap them in Optionals.
///
/// The engine delivers a value in two steps: see ``Step``.
struct Supply {
  let source: Source
  /// The type of the delivered values: that of the source, or an Optional of it.
  let type: Any.Type

  init(of source: Source, as type: Any.Type) {
    self.source = source
    self.type = type
  }

  var layout: ValueLayout { ValueLayout(of: type) }

  /// Whether the values of the source are delivered bit by bit, so that wrapping changes nothing.
  ///
  /// If a type has a spare bit pattern, as every reference does, its Optional holds a value exactly
  /// as the type does.
  var isExact: Bool { layout.size == ValueLayout(of: source.key.type).size }

  /// The cell to resolve first; nil for a handle, which is made at once.
  var cell: Cell? { source.cell }

  /// What is delivered in the end: for a handle, which requests later, what it requests.
  var examined: Supply { source.handles?.requested.examined ?? self }

  /// The key that the supply asks for.
  var key: Key { source.key }

  /// Whether anything is bound or created on demand for the key that is requested in the end.
  ///
  /// If the search for the binding fails, the result is true, and the request reports the error.
  var isProvided: Bool {
    guard let cell = examined.cell else { return true }
    do throws(InjectionError) {
      return try cell.binding() != nil
    } catch {
      return true
    }
  }

  /// Whether it makes handles whose value nothing provides: they are left out where that is allowed.
  var isHandleOfNothing: Bool { cell == nil && !isProvided }
}
