import Synchronization

/// The stable place of a key in an injector.
///
/// Plans hold cells, so a request finds the present binding without looking the key up. Binding a
/// key again swaps the content; the cell itself lives as long as its injector.
final class Cell: TableEntry {
  unowned(unsafe) let core: InjectorCore
  /// The binding of this injector; nil when it has none of its own.
  ///
  /// In a child it may hold an inherited unscoped binding, which is built with the child.
  let content = VersionedReference<ActiveBinding>()

  /// What the cell is for, when it is not the binding in force for its key: a contribution.
  let declaration: BindingDeclaration?
  /// The cell, in an injector above, of a contribution that this injector inherits.
  let inheritedFrom: Cell?
  /// What a frame that makes a value for the cell is recognized by, together with the injector.
  ///
  /// A class and the cell of its unnamed key have the same one: an existing object under injection
  /// answers a request for its class.
  private(set) var identity: UInt = 0

  init(
    _ key: Key, in core: InjectorCore, declaration: BindingDeclaration? = nil,
    inheritedFrom: Cell? = nil
  ) {
    unsafe self.core = core
    self.declaration = declaration
    self.inheritedFrom = inheritedFrom
    super.init(key)
    identity =
      key.name == nil && answersForItsKey
      ? UInt(bitPattern: ObjectIdentifier(key.type)) : UInt(bitPattern: ObjectIdentifier(self))
  }

  /// Replaces the content, and returns the old one.
  ///
  /// Called under the lock of the injector. When the old content has answered for the cell alone,
  /// it is the caller's duty to hand it to the ``History``.
  @discardableResult
  func replace(with binding: ActiveBinding?) -> ActiveBinding? {
    expectation.store(Expectation(of: binding), ordering: .relaxed)
    return content.exchange(
      binding, since: binding.flatMap { $0.answersAlone ? $0.since : nil })
  }

  private let expectation = Atomic<Expectation>(.other)

  /// What a request may expect of the content, before it has begun; by the time it has, the content
  /// may be another.
  var expected: Expectation { expectation.load(ordering: .relaxed) }

  /// Copies the instance of a singleton that exists, for a thread that has no request under way.
  @inline(__always)
  func copyExisting(into memory: UnsafeMutableRawPointer, _ record: ThreadRecord) -> Bool {
    var isCopied = false
    unsafe content.withProtected(record) { binding in
      unsafe binding._withUnsafeGuaranteedRef { binding in
        // What an update has built is here before the update is in force, and may not be seen.
        guard binding.since <= History.present else { return }
        isCopied = unsafe binding.copyExisting(into: memory, retainOpaquely)
      }
    }
    return isCopied
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

  /// The address of the parent's cell for the same key, once a binding has been found there whose
  /// instance the parent keeps; zero before.
  ///
  /// The parent keeps its cells, and lives longer.
  private let parentCell = Atomic<UInt>(0)

  func noteFound(in cell: Cell) {
    guard unsafe cell.core === core.parent else { return }
    parentCell.store(
      unsafe UInt(bitPattern: Unmanaged.passUnretained(cell).toOpaque()), ordering: .releasing)
  }

  /// The parent's binding, if it answers a request at an epoch and is a singleton; to be used
  /// during that request.
  func singletonOfParent(at epoch: Int) -> Unmanaged<ActiveBinding>? {
    guard
      let address = unsafe UnsafeRawPointer(bitPattern: parentCell.load(ordering: .acquiring))
    else { return nil }
    // What this injector binds later, the request does not see.
    let version = unsafe core.version.load(ordering: .acquiring)
    guard version <= epoch, isKnownToBeUnbound(at: version) else { return nil }
    let found = unsafe Unmanaged<Cell>.fromOpaque(address)._withUnsafeGuaranteedRef {
      unsafe $0.content.present(at: epoch)
    }
    guard let found = unsafe found,
      unsafe found._withUnsafeGuaranteedRef({ $0.directSite != nil })
    else { return nil }
    return unsafe found
  }

  /// The binding that answers a request at an epoch, from this injector, its parents, or made on
  /// demand; nil when there is none.
  ///
  /// The epoch is that of the request under way, or ``History/always``.
  func binding(at epoch: Int) throws(InjectionError) -> ActiveBinding? {
    if let own = content.load(), own.answersAlone, own.since <= epoch { return own }
    return try unsafe core.linkBinding(for: self, at: epoch)
  }
}

extension Unretained<Cell> {
  /// Copies the instance of a singleton that exists, for a thread that has no request under way;
  /// false when there is none, or there are observers.
  @inline(__always)
  func copyExisting(into memory: UnsafeMutableRawPointer, _ record: ThreadRecord) -> Bool {
    with { cell in
      guard cell.expected == .instance else { return false }
      return unsafe cell.copyExisting(into: memory, record)
    }
  }
}

/// What can be expected of a binding.
enum Expectation: UInt8, AtomicRepresentable {
  /// Nothing in particular.
  case other
  /// The instance of a singleton, which may exist.
  case instance
  /// A new value, made without a frame.
  case made

  init(of binding: ActiveBinding?) {
    self =
      if let binding, binding.directSite != nil, !binding.isObserved {
        .instance
      } else if let binding, binding.isMadeInPlace, binding.answersAlone {
        .made
      } else {
        .other
      }
  }
}
