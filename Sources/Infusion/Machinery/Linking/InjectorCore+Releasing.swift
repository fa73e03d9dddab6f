/// Releases the singletons that an injector no longer keeps.
///
/// User code: called without a lock.
extension InjectorCore {
  /// Releases singletons that were taken out of this injector, and drops them one by one.
  ///
  /// The first one that belongs to another actor, or whose release awaits, is handed to a task with
  /// all that follow.
  ///
  /// - Returns: The errors from here; the shutdown receives the rest.
  @inline(never)
  func release(_ list: ReleaseList) -> [InjectionError] {
    // What was taken out before is released before.
    let isBehind = withState { $0.ending.isReleasing || !$0.ending.handedOver.isEmpty }
    let errors = isBehind ? [] : list.releaseHere()
    handOver(list)
    return errors
  }

  /// Carries out what the end of a change has left to do: it cancels what is withdrawn, and releases the
  /// retired instances that this thread has collected, the last one completed first.
  ///
  /// User code: called without a lock, at the end of an outermost call or a change.
  ///
  /// - Returns: The errors from instances of the given core; other injectors keep their errors for
  ///   their shutdown.
  @discardableResult
  static func letGoOfRetired(reporting core: InjectorCore? = nil) -> [InjectionError] {
    cancelWithdrawn()
    let record = ThreadRecord.current
    var errors: [InjectionError] = []
    let isNested = unsafe record.isReleasingRetired
    unsafe record.isReleasingRetired = true
    defer { unsafe record.isReleasingRetired = isNested }
    // A change or a shutdown by an object that is released finds what remains.
    var ordered = 0
    while unsafe !record.retired.isEmpty {
      if unsafe record.retired.count != ordered {
        unsafe record.retired.sort { $0.instance.completion < $1.instance.completion }
      }
      var batch = unsafe takeLast(&record.retired)
      ordered = unsafe record.retired.count
      errors += release(&batch, reporting: core)
    }
    return errors
  }

  /// Cancels what this thread has withdrawn from preparations.
  ///
  /// User code: called without a lock that another key's creation needs.
  static func cancelWithdrawn() {
    let record = ThreadRecord.current
    while let cancel = unsafe record.cancellations.popLast() { cancel() }
  }

  /// Takes out the last instance, and those before it, as far as they are of the same injector.
  private static func takeLast(
    _ retired: inout ContiguousArray<RetiredInstance>
  ) -> ContiguousArray<RetiredInstance> {
    let injector = retired.last?.injector
    let first = retired.lastIndex { $0.injector !== injector }.map { $0 + 1 } ?? 0
    defer { retired.removeSubrange(first...) }
    return ContiguousArray(retired[first...])
  }

  /// Releases instances of one injector, in the order of their completion.
  ///
  /// - Returns: The errors, if the injector is the one to report.
  private static func release(
    _ retired: inout ContiguousArray<RetiredInstance>, reporting core: InjectorCore?
  ) -> [InjectionError] {
    guard let injector = retired.first?.injector else {
      while retired.popLast() != nil {}
      return []
    }
    let departures = retired.compactMap(\.departure)
    let list = ReleaseList(ContiguousArray(retired.map(\.instance)), of: retired.map(\.retirement))
    retired = []
    // A shutdown that waits for the departures finds the errors.
    return withExtendedLifetime((injector, departures)) {
      let failures = injector.core.release(list)
      if injector.core === core { return failures }
      if !failures.isEmpty { injector.core.withState { $0.ending.errors += failures } }
      return []
    }
  }

  // MARK: - Releasing elsewhere

  /// The injectors whose objects the task is releasing: those may ask for the end again.
  ///
  /// By their serial numbers: a task that an object starts may outlive the injector.
  @TaskLocal private static var released: [Int: AwaitedWork] = [:]

  /// Whether an object of any injector asks while it is released.
  static var isAskedByAnyReleased: Bool { released.values.contains(where: \.isUnderWay) }

  /// Whether an object of this injector, or of a child that ends with it, asks while it is released.
  var isAskedByReleased: Bool { Self.released[serial]?.isUnderWay == true }

  /// Runs what releases objects of this injector.
  func asReleased(
    on caller: isolated (any Actor)? = #isolation, _ release: () async -> Void
  ) async {
    if isAskedByReleased { return await release() }
    let work = AwaitedWork()
    defer { work.end() }
    await Self.$released.withValue(Self.released.merging([serial: work]) { $1 }) {
      // A closure that refers to the actor runs on it.
      _ = caller
      await release()
    }
  }

  /// Has a task release the objects that cannot be released here; the task keeps the injector.
  func handOver(_ list: ReleaseList) {
    if !list.isEmpty { handOver { $0.append(list) } }
  }

  private func handOver(_ add: (inout ContiguousArray<ReleaseList>) -> Void) {
    let injector = injector
    withState { state in
      add(&state.ending.handedOver)
      if state.ending.releasing == nil {
        state.ending.releasing = Self.taskReleasing(for: injector)
      }
    }
  }

  /// A function of its own, so that its asynchronous closure belongs to this file, and not to that of
  /// `withState`, which every program contains.
  private static func taskReleasing(for injector: Injector) -> Task<Void, Never> {
    Task.detached { await injector.core.releaseHandedOver() }
  }

  private func releaseHandedOver() async {
    await asReleased {
      while true {
        let (isDone, owner) = withState { state in
          if state.ending.handedOver.isEmpty { state.ending.releasing = nil }
          return (state.ending.handedOver.isEmpty, state.ending.handedOver.first?.obstacle?.owner)
        }
        if isDone { return }
        await releaseFirst(on: owner)
      }
    }
  }

  private func releaseFirst(on actor: isolated (any Actor)?) async {
    let first = withState { state in
      state.ending.isReleasing = !state.ending.handedOver.isEmpty
      return state.ending.isReleasing ? state.ending.handedOver.removeFirst() : nil
    }
    guard let list = first else { return }
    let errors = await list.release(on: actor)
    withState { state in
      state.ending.errors += errors
      state.ending.isReleasing = false
    }
  }

  /// Releases the objects that the task has not reached yet, as far as that can be done here.
  func releaseHandedOverHere() -> [InjectionError] {
    var lists: ContiguousArray<ReleaseList> = []
    withState { swap(&lists, &$0.ending.handedOver) }
    var errors: [InjectionError] = []
    for list in lists { errors += list.releaseHere() }
    lists.removeAll(where: \.isEmpty)
    // The task may have ended in between.
    if !lists.isEmpty { handOver { $0 = lists + $0 } }
    return errors
  }
}
