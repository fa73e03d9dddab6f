/// Where the one instance of a key lives, and who is building it.
///
/// `owner` and `progress` belong to the construction ledger: `owner` is read and written under its
/// lock; `progress` is touched by the owner's thread only.
class Site {
  enum Progress {
    case idle
    /// The frame at this position of the owner's stack builds the instance.
    case building(frame: Int)
    /// The instance is finished, but refers to something that is not; it waits in the owner's list.
    case waiting(member: Int)
  }

  /// The thread that builds the instance, or holds it unpublished.
  unowned(unsafe) final var owner: SiteOwner?
  final var progress = Progress.idle

  /// Whether the owner builds the instance, or holds it unpublished.
  final var isUnderConstruction: Bool { if case .idle = progress { false } else { true } }

  /// Initializes the memory with the published instance; nil when there is none.
  func copy(into memory: UnsafeMutableRawPointer) throws(InjectionError) -> Answer? {
    fatalError("abstract")
  }

  /// Makes the instance visible to all that may share it; a custom store has it already.
  ///
  /// Called by the owner, once for each instance: where instances end, a site has several in turn.
  func publishHere(_ instance: CompletedInstance) {}

  /// Lets other threads build here, if the given one does: its instance is published, or has failed.
  func giveUp(
    by owner: SiteOwner, failing binding: AnyObject? = nil,
    _ failure: @autoclosure () -> InjectionError? = nil
  ) {
    ConstructionLedger.shared.giveUp(self, by: owner, failing: binding, failure)
  }
}

/// A finished instance, and when it was finished.
struct CompletedInstance {
  let declaration: BindingDeclaration
  /// For a singleton whose object may be released, what decides who does it.
  let custody: Custody?
  let box: InstanceBox
  /// The actor that may have it; nil when every thread may.
  var isolation: BindingIsolation?
  /// A lower number means that the object was completed earlier.
  private(set) var completion: Int

  /// For what a link passes on, its keeper knows when the object was completed.
  init(
    of declaration: BindingDeclaration, _ box: InstanceBox, isolation: BindingIsolation?,
    completion: Int?, _ custody: Custody?
  ) {
    (self.declaration, self.box, self.isolation) = (declaration, box, isolation)
    self.custody = custody
    self.completion = custody?.completion ?? completion ?? UniqueNumber.next()
  }

  /// The same instance, whose object has been completed after it.
  var completedNow: CompletedInstance {
    var copy = self
    let number = UniqueNumber.next()
    copy.completion = custody?.complete(by: number) ?? number
    return copy
  }
}

/// The one instance of a binding of an injector, in one generation of that or in several.
///
/// The generations keep it. After a change has retired it, the thread that drops the last of these
/// generations takes the instance, and releases the object.
class Keeper: Site {
  /// The declaration of the binding.
  final let declaration: BindingDeclaration
  /// The published instance, with its number in the order of completion.
  fileprivate var completed: CompletedInstance? { nil }
  /// When the object was completed; nil when it has not been.
  final var completion: Int? { completed?.completion }

  // Both are guarded by the lock of the injector.
  private final var retirement: Retirement?
  private final var isTaken = false

  init(_ declaration: BindingDeclaration) { self.declaration = declaration }

  /// Lets go of an instance that was completed after the last of the generations had ended.
  deinit { takeRetired()?.letGo() }

  /// Copies the instance for a thread that is within a reach; false when there is nothing to copy, or
  /// when the instance belongs further away.
  func copy(into memory: UnsafeMutableRawPointer, within reach: Reach) -> Bool {
    fatalError("abstract")
  }

  /// Whether the instance is an object; nothing is retained.
  func keeps(_ object: AnyObject) -> Bool { false }

  /// Whether it keeps an instance that the program has bound.
  final var isBound: Bool { declaration.recipe?.kind == .instance }

  // MARK: - Under the lock of the injector

  /// The instance, unless its release has begun.
  final var present: CompletedInstance? { isTaken ? nil : completed }

  final var isRetired: Bool { retirement != nil }

  /// A change has taken the keeper out of force.
  final func retire(_ retirement: Retirement) {
    if !isTaken, !isRetired { self.retirement = retirement }
  }

  /// Takes the instance if a change has taken the keeper out of force.
  final func takeRetired(_ departure: Departure? = nil) -> RetiredInstance? {
    guard let retirement, let instance = take() else { return nil }
    return RetiredInstance(instance, retirement, departure)
  }

  /// Takes the instance, for the caller that releases it; an unfinished one stays.
  ///
  /// - Returns: The instance, if it is finished and has not been taken.
  final func take() -> CompletedInstance? {
    guard let present else { return nil }
    isTaken = true
    return present
  }
}

/// One instance for as long as the binding is in force.
///
/// Reading it takes no lock.
final class SingletonSite: Keeper {
  /// The instance, if every thread may have it.
  private let box = OnceReference<InstanceBox>()
  /// The instance, if it belongs to an actor.
  private let guarded = OnceReference<InstanceBox>()
  /// Set before the boxes.
  private var kept: CompletedInstance?
  private var reach = Reach.everywhere

  /// Whether the instance is published.
  var exists: Bool { box.load() != nil || guarded.load() != nil }

  override func copy(into memory: UnsafeMutableRawPointer) throws(InjectionError) -> Answer? {
    if unsafe copyExisting(into: memory, retainFreely) { return .ready }
    guard let box = box.load() ?? guarded.load() else { return nil }
    try kept?.isolation?.require()
    return unsafe box.copy(into: memory)
  }

  override func copy(into memory: UnsafeMutableRawPointer, within reach: Reach) -> Bool {
    // A brief read may end right after this.
    if unsafe copyExisting(into: memory, retainOpaquely) { return true }
    guard let box = guarded.unprotected, self.reach <= reach else { return false }
    return box.with { unsafe $0.copy(into: memory, retainOpaquely) }
  }

  /// Copies the instance, if it exists and every thread may have it; false when there is nothing to
  /// copy.
  ///
  /// Where the instance is an object, the closure retains it.
  @inline(__always)
  func copyExisting(
    into memory: UnsafeMutableRawPointer, _ retain: (UnsafeRawPointer) -> Void
  ) -> Bool {
    guard let box = box.unprotected else { return false }
    return box.with { unsafe $0.copy(into: memory, retain) }
  }

  fileprivate override var completed: CompletedInstance? { exists ? kept : nil }

  override func keeps(_ object: AnyObject) -> Bool {
    (box.unprotected ?? guarded.unprotected)?.with { $0.isReference(to: object) } ?? false
  }

  override func publishHere(_ instance: CompletedInstance) {
    kept = instance
    if let isolation = instance.isolation {
      reach = isolation.reach
      _ = guarded.storeIfEmpty(instance.box)
    } else {
      _ = box.storeIfEmpty(instance.box)
    }
  }
}

/// One instance for as long as something else holds it.
final class WeakSite: Keeper {
  private let recipe: Recipe
  private let lock = Lock()
  private weak var object: AnyObject?
  /// How a value refers to the object; nil when the recipe has to say.
  private var form: ReferenceForm?
  /// The actor that the object belongs to.
  private var isolation: BindingIsolation?

  init(_ declaration: BindingDeclaration, _ recipe: Recipe) {
    self.recipe = recipe
    super.init(declaration)
  }

  /// The object, if something still holds it; the caller releases it without a lock.
  var held: AnyObject? { lock.withLock { object } }

  override func copy(into memory: UnsafeMutableRawPointer) throws(InjectionError) -> Answer? {
    let (present, form, isolation) = lock.withLock { (object, self.form, self.isolation) }
    guard let present else { return nil }
    try isolation?.require()
    return unsafe copy(present, form, into: memory)
  }

  override func copy(into memory: UnsafeMutableRawPointer, within reach: Reach) -> Bool {
    // Out of reach, no reference is taken: to drop the last one would end the object in a brief read.
    let (present, form) = lock.withLock {
      (isolation?.reach ?? .everywhere <= reach ? object : nil, self.form)
    }
    guard let present else { return false }
    return unsafe copy(present, form, into: memory) == .ready
  }

  @inline(__always)
  private func copy(
    _ present: AnyObject, _ form: ReferenceForm?, into memory: UnsafeMutableRawPointer
  ) -> Answer? {
    if let form {
      unsafe form.initialize(memory, withAddress: Unretained(keeping: present).address)
      return .ready
    }
    return unsafe recipe.initialize(memory, withAny: present) ? .ready : nil
  }

  override func publishHere(_ instance: CompletedInstance) {
    let object = instance.box.object
    lock.withLock {
      (self.object, form, isolation) = (object, instance.box.form, instance.isolation)
    }
  }
}
