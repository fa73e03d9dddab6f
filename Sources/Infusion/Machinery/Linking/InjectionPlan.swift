/// The work to do on an object of one class in one snapshot.
///
/// Immutable.
final class InjectionPlan: TableEntry {
  let shape: ClassShape
  let links: LinkList
  /// The steps that `extend(…).completing` has added, those of the superclass first.
  let completions: [(AnyObject) throws -> Void]
  let awake: ((AnyObject) throws -> Void)?
  /// Whether there is nothing to do.
  let isTrivial: Bool
  /// Whether the end of the injection calls user code.
  let hasAwake: Bool
  /// Whether the plan may run on one actor only.
  let isIsolated: Bool
  private let isolation: PlanIsolation

  init(
    shape: ClassShape, links: LinkList, completions: [(AnyObject) throws -> Void],
    awake: ((AnyObject) throws -> Void)?, isolation: PlanIsolation
  ) {
    self.isolation = isolation
    isIsolated = isolation.isIsolated
    self.shape = shape
    self.links = links
    self.completions = completions
    self.awake = awake
    hasAwake = !completions.isEmpty || awake != nil
    isTrivial = links.links.isEmpty && !hasAwake
    super.init(Key(shape.cls))
  }

  var cls: AnyClass { shape.cls }

  /// Throws where the plan may not run, before it requests anything.
  func requireIsolation() throws(InjectionError) {
    if isIsolated { try isolation.require(for: cls) }
  }
}
