import Synchronization

/// The order of all changes of bindings in the process, by which a request sees the bindings of one
/// epoch.
///
/// Changes are numbered. A request notes the number of the last one when it begins, in the record
/// of its thread, and sees the bindings of that epoch until it ends. A thread that changes an
/// injector keeps what was replaced for as long as a request that began before may need it, and no
/// longer: of ten changes during one long request, only what was in force when the request began is
/// kept.
///
/// A request sees one epoch of all injectors of a family: those that have an ancestor in common.
/// When user code turns to other injectors during a request, it sees those at the epoch of turning
/// to them.
///
/// Requests take no lock: they store their epoch, and look whether it is still the last one; a
/// change publishes its number, and looks at the epochs afterwards. One of the two sees the other.
/// A request that began before a change finds the replaced bindings here, under the lock.
///
/// `@unchecked Sendable`: what was replaced is guarded by the lock. It is taken before that of an
/// injector, and no user code runs under it.
final class History: @unchecked Sendable {
  static let shared = History()

  private static let number = Atomic<Int>(1)

  /// The number of the last change.
  static var present: Int { number.load(ordering: .sequentiallyConsistent) }

  /// Later than every change.
  static let always = Int.max - 1

  /// Whose change it is; what is left when the injector is gone belongs to none.
  ///
  /// A class: in debug builds of Swift 6.3.1, a structure with a weak reference that lies in a
  /// dictionary and is changed in place corrupts memory.
  private final class Owner {
    private(set) weak var injector: Injector?

    init(_ injector: Injector) { self.injector = injector }
  }

  /// What a change of one injector has replaced.
  private struct Chapter {
    let owner: Owner
    let family: Int
    /// The numbers of the first and the last change at which the configuration was in force.
    let first: Int
    let last: Int
    var replaced: ReplacedBindings

    func describes(_ epoch: Int) -> Bool {
      replaced.configuration != nil && first <= epoch && epoch <= last
    }
  }

  /// What no request needs any more.
  struct Released {
    /// Keeps the injector that is asked to let go.
    let injector: Injector
    var replaced: ReplacedBindings
  }

  private let lock = Lock()
  private var chapters: [ObjectIdentifier: [Chapter]] = [:]

  /// Carries out a change of an injector: the closure is given the number of the change, and
  /// returns what it has replaced.
  ///
  /// The configuration has been in force since the change of the given number; nil means that it
  /// stays, and nothing but instances is replaced. What is returned is not needed by any request
  /// any more, and is to be handed to `letGo`.
  func change(
    _ core: InjectorCore, since: Int?, _ change: (Int) -> ReplacedBindings
  ) -> [Released] {
    let resolution = Resolution.current
    resolution.prepareForChange(of: core.family)
    let released = lock.withLock { () -> [Released] in
      let number = Self.present + 1
      let replaced = change(number)
      Self.number.store(number, ordering: .sequentiallyConsistent)
      chapters[ObjectIdentifier(core), default: []].append(
        Chapter(
          owner: Owner(core.injector), family: core.family, first: since ?? number,
          last: number - 1,
          replaced: replaced))
      return forgetWhatNobodyNeeds()
    }
    resolution.seeChange(of: core.family)
    return released
  }

  /// Lets go of what was kept for requests that have ended.
  func forget() {
    var released = lock.withLock { forgetWhatNobodyNeeds() }
    _ = letGo(&released, telling: nil)
  }

  /// Lets instances go in the reverse order of their completion, and tells them.
  ///
  /// Called outside locks: that is user code.
  ///
  /// - Returns: What has gone wrong with instances of the core that is meant; other injectors keep
  ///   their errors for their shutdown.
  func letGo(_ released: inout [Released], telling core: InjectorCore?) -> [InjectionError] {
    var errors: [InjectionError] = []
    while let injector = released.last?.injector {
      // Several changes of one injector are taken together.
      var own = released.filter { $0.injector === injector }.map(\.replaced)
      released.removeAll { $0.injector === injector }
      let failures = injector.core.release(&own)
      if injector.core === core {
        errors += failures
      } else if !failures.isEmpty {
        injector.core.withState { $0.ending.errors += failures }
      }
    }
    return errors
  }

  /// Keeps a singleton that was completed when its binding was not in force any more.
  func keep(_ completed: InjectorCore.Completed, of core: InjectorCore) {
    lock.withLock {
      let identity = ObjectIdentifier(core)
      let position = chapters[identity]?.firstIndex { chapter in
        chapter.replaced.bindings.contains { $0 === completed.binding }
      }
      if let position { chapters[identity]?[position].replaced.completed.append(completed) }
    }
  }

  /// The singletons that are kept for requests under way, and are let go when those have ended.
  func completed(of core: InjectorCore) -> [InjectorCore.Completed] {
    lock.withLock { chapters[ObjectIdentifier(core)]?.flatMap(\.replaced.completed) ?? [] }
  }

  /// Takes the singletons that are kept for requests under way: they are let go at once.
  func takeCompleted(of core: InjectorCore) -> ContiguousArray<InjectorCore.Completed> {
    lock.withLock {
      var taken: ContiguousArray<InjectorCore.Completed> = []
      for position in (chapters[ObjectIdentifier(core)] ?? []).indices {
        taken += chapters[ObjectIdentifier(core)]?[position].replaced.completed.takeAll() ?? []
      }
      return taken
    }
  }

  /// Lets go of everything that was kept for an injector that is gone.
  func forget(_ core: InjectorCore) {
    var released = lock.withLock { chapters.removeValue(forKey: ObjectIdentifier(core)) } ?? []
    for index in released.indices { released[index].replaced.release() }
  }

  /// The configuration that was in force at an epoch; nil when it still is.
  func configuration(of core: InjectorCore, at epoch: Int) -> Configuration? {
    lock.withLock {
      chapters[ObjectIdentifier(core)]?.first { $0.describes(epoch) }?.replaced.configuration
    }
  }

  /// The binding for a declaration that was in force at an epoch, if it has been linked.
  func binding(
    _ core: InjectorCore, at epoch: Int, where isWanted: (ActiveBinding) -> Bool
  ) -> ActiveBinding? {
    lock.withLock { find(core, at: epoch, isWanted) }
  }

  /// Keeps a binding that was in force at an epoch, and is linked only now; returns the one that is
  /// kept.
  func keep(
    _ binding: ActiveBinding, of core: InjectorCore, at epoch: Int,
    unless isSame: (ActiveBinding) -> Bool
  ) -> ActiveBinding {
    lock.withLock {
      if let known = find(core, at: epoch, isSame) { return known }
      let identity = ObjectIdentifier(core)
      if let position = chapters[identity]?.firstIndex(where: { $0.describes(epoch) }) {
        chapters[identity]?[position].replaced.bindings.append(binding)
      }
      return binding
    }
  }

  /// Keeps a plan that extensions have outdated, for requests that began before.
  func keep(_ plan: InjectionPlan, of core: InjectorCore, until last: Int) {
    core.withState { $0.hasHistory = true }
    var released = lock.withLock { () -> [Released] in
      chapters[ObjectIdentifier(core), default: []].append(
        Chapter(
          owner: Owner(core.injector), family: core.family, first: last + 1, last: last,
          replaced: ReplacedBindings(plans: [plan])))
      return forgetWhatNobodyNeeds()
    }
    _ = letGo(&released, telling: nil)
  }

  // MARK: - Under the lock

  private func find(
    _ core: InjectorCore, at epoch: Int, _ isWanted: (ActiveBinding) -> Bool
  ) -> ActiveBinding? {
    for chapter in chapters[ObjectIdentifier(core)] ?? [] where chapter.last >= epoch {
      if let found = chapter.replaced.bindings.first(where: { $0.since <= epoch && isWanted($0) }) {
        return found
      }
    }
    return nil
  }

  /// Takes out what no request needs that is under way.
  private func forgetWhatNobodyNeeds() -> [Released] {
    var released: [Released] = []
    for (core, kept) in chapters {
      let family = kept[0].family
      let epochs =
        ThreadRegistry.shared.awaitedEpochs(before: Self.present, of: family)
        + Preparations.shared.awaitedEpochs(of: family)
      var remaining: [Chapter] = []
      for var chapter in kept {
        let (first, last) = (chapter.first, chapter.last)
        let removed = chapter.replaced.removeAll(
          configuration: !epochs.contains { $0.needs(since: first, until: last) }
        ) { since in !epochs.contains { $0.needs(since: since, until: last) } }
        // An injector that is about to go takes the rest with it.
        if let injector = chapter.owner.injector {
          released.append(Released(injector: injector, replaced: removed))
        } else {
          chapter.replaced.append(removed)
        }
        if !chapter.replaced.isEmpty { remaining.append(chapter) }
      }
      chapters[core] = remaining.isEmpty ? nil : remaining
    }
    return released
  }
}
