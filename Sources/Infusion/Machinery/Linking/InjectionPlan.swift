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
  /// The number of the last change of extensions, when the plan was made.
  let since: Int
  /// Whether there is nothing to do.
  let isTrivial: Bool
  /// Whether the end of the injection calls user code.
  let hasAwake: Bool
  /// Whether it may be carried out on one actor only.
  let isIsolated: Bool
  private let isolation: PlanIsolation

  init(
    shape: ClassShape, links: LinkList, completions: [(AnyObject) throws -> Void],
    awake: ((AnyObject) throws -> Void)?, since: Int, isolation: PlanIsolation
  ) {
    self.isolation = isolation
    isIsolated = isolation.isIsolated
    self.shape = shape
    self.links = links
    self.completions = completions
    self.awake = awake
    self.since = since
    hasAwake = !completions.isEmpty || awake != nil
    isTrivial = links.links.isEmpty && !hasAwake
  }

  var cls: AnyClass { shape.cls }

  /// Throws where it may not be carried out: before anything is asked for.
  func requireIsolation() throws(InjectionError) {
    if isIsolated { try isolation.require(for: cls) }
  }

  /// The number of the change that has changed extensions of classes last, in any injector: plans
  /// made before are made again, and a request that began before makes plans of its own.
  static var lastChange: Int { change.load(ordering: .acquiring) }

  static func invalidateAll(by number: Int) { change.store(number, ordering: .releasing) }

  private static let change = Atomic<Int>(0)
}

/// Where a plan is kept, which is made again when the extensions of classes change.
///
/// Safe to share between threads: it is replaced under the lock of the injector, and read without.
struct PlanPlace: ~Copyable {
  private let content = VersionedReference<InjectionPlan>()

  /// The plan, if it still holds; to be used during the request that asks.
  @inline(__always)
  func plan(at epoch: Int) -> Unmanaged<InjectionPlan>? {
    let number = InjectionPlan.lastChange
    return number <= epoch ? unsafe content.present(since: number) : nil
  }

  /// Takes the plan out; requests may have found it, so the caller hands it to the history.
  ///
  /// Called under the lock of the injector.
  func take() -> InjectionPlan? { content.exchange(nil, since: nil) }

  /// Keeps a plan for later requests, unless it is outdated already, or there is one that holds.
  ///
  /// A plan that holds is never replaced: requests that have found it do not retain it.
  func keep(_ plan: InjectionPlan, of core: InjectorCore) {
    let outdated = core.withState { _ -> InjectionPlan? in
      guard plan.since == InjectionPlan.lastChange, content.load()?.since != plan.since else {
        return nil
      }
      return content.exchange(plan, since: plan.since)
    }
    if let outdated { History.shared.keep(outdated, of: core, until: plan.since - 1) }
  }
}

/// The plan of a class in an injector.
final class PlanCell: TableEntry {
  let place = PlanPlace()

  init(_ cls: AnyClass) {
    super.init(Key(cls))
  }
}
