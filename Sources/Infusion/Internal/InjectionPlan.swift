import Synchronization

/// What has to be done to an object of one class in one injector.
///
/// Immutable.
final class InjectionPlan {
  let shape: ClassShape
  let links: LinkList
  /// What `extend(…).completing` has added, superclass first.
  let completions: [(AnyObject) throws -> Void]
  let awake: ((AnyObject) throws -> Void)?

  init(
    shape: ClassShape, links: LinkList, completions: [(AnyObject) throws -> Void],
    awake: ((AnyObject) throws -> Void)?
  ) {
    self.shape = shape
    self.links = links
    self.completions = completions
    self.awake = awake
  }

  /// Whether there is nothing to do.
  var isTrivial: Bool { links.links.isEmpty && completions.isEmpty && awake == nil }

  private static let epoch = Atomic<Int>(0)
  private static let change = Atomic<Int>(0)

  /// Changes whenever the extensions of classes change anywhere: plans made before are made anew.
  static var currentEpoch: Int { epoch.load(ordering: .acquiring) }

  /// The number of the change that has changed extensions last: a request that began before makes
  /// plans of its own.
  static var lastChange: Int { change.load(ordering: .acquiring) }

  static func invalidateAll(by number: Int) {
    change.store(number, ordering: .releasing)
    epoch.add(1, ordering: .releasing)
  }
}

/// The place of a class's plan in an injector.
final class PlanCell: TableEntry {
  let key: Key
  let content = SwappableReference<PlanForBinding>(nil)

  init(_ cls: AnyClass) {
    key = Key(cls)
  }
}
