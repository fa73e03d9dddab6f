import Synchronization

/// The stable place of a key in an injector.
///
/// Plans hold cells, so a request finds the present binding without looking the key up. Binding a
/// key again swaps the content; the cell itself lives as long as its injector.
final class Cell: TableEntry {
  let key: Key
  unowned(unsafe) let core: InjectorCore
  /// The binding of this injector; nil when it has none of its own.
  ///
  /// In a child it may hold an inherited unscoped binding, which is built with the child.
  let content = CellContent()

  /// What the cell is for, when it is not the binding in force for its key: a contribution.
  let declaration: BindingDeclaration?
  /// The cell, in an injector above, of a contribution that this injector inherits.
  let inheritedFrom: Cell?

  init(
    _ key: Key, in core: InjectorCore, declaration: BindingDeclaration? = nil,
    inheritedFrom: Cell? = nil
  ) {
    self.key = key
    unsafe self.core = core
    self.declaration = declaration
    self.inheritedFrom = inheritedFrom
  }

  /// Whether the cell is that of its key, and not that of a contribution.
  var answersForItsKey: Bool { declaration == nil && inheritedFrom == nil }

  /// The version of the configuration at which the injector had no binding for the key, plus one.
  private let unboundVersion = Atomic<Int>(0)

  func noteUnbound(at version: Int) {
    unboundVersion.store(version + 1, ordering: .relaxed)
  }

  /// Whether it is known without a lock that this injector does not bind the key itself.
  func isKnownToBeUnbound(at version: Int) -> Bool {
    unboundVersion.load(ordering: .relaxed) == version + 1
  }

  /// The binding that answers a request at a moment, from this injector, its parents, or made on
  /// demand; nil when there is none.
  ///
  /// - Parameter moment: The moment of the request under way, or ``History/always``.
  func binding(at moment: Int) throws(InjectionError) -> ActiveBinding? {
    if let own = content.load(), own.answersAlone, own.since <= moment { return own }
    return try unsafe core.linkBinding(for: self, at: moment)
  }
}

/// The binding of a cell, with the moment since which it has been in force.
///
/// A request reads it without a lock, without a flag, and without retaining what it finds: a binding
/// that was in force when the request began is in force still, or kept by the ``History``. So the
/// moment is checked before the binding is touched, and once more afterwards, lest the binding was
/// swapped between.
struct CellContent: ~Copyable, @unchecked Sendable {
  // `@unchecked Sendable`: both parts are atomic, and changed under the lock of the injector only.
  private let since = Atomic<Int>(.max)
  private let binding = SwappableReference<ActiveBinding>(nil)

  /// The binding if it answers for the cell alone, and did so at the moment.
  ///
  /// The moment is that of a request that this thread has under way: as long as that lasts, the
  /// binding lives.
  @inline(__always)
  func present(at moment: Int) -> Unmanaged<ActiveBinding>? {
    let before = since.load(ordering: .acquiring)
    guard before <= moment, let found = unsafe binding.unprotected,
      since.load(ordering: .relaxed) == before
    else { return nil }
    return unsafe found
  }

  /// Whatever the content is at present.
  func load() -> ActiveBinding? { binding.load() }

  /// Whatever the content is at present, for the thread of the record.
  @inline(__always)
  func load(_ record: ThreadRecord) -> ActiveBinding? { binding.load(record) }

  /// Replaces the content, and returns the old one.
  ///
  /// Called under the lock of the injector. When the old content has answered for the cell alone, it
  /// is the caller's duty to hand it to the ``History``.
  @discardableResult
  func exchange(_ new: ActiveBinding?) -> ActiveBinding? {
    since.store(.max, ordering: .relaxed)
    let old = binding.exchange(new)
    if let new, new.answersAlone { since.store(new.since, ordering: .releasing) }
    return old
  }
}
