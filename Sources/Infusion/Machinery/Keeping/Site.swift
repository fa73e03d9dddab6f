import Synchronization

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

  /// The resolution that builds the instance, or holds it unpublished.
  unowned(unsafe) var owner: Resolution?
  var progress = Progress.idle

  /// The published instance.
  func instance() throws(InjectionError) -> InstanceBox? { fatalError("abstract") }

  /// Makes the instance visible to all threads.
  ///
  /// Called once, by the owner.
  func publish(_ box: InstanceBox) throws(InjectionError) { fatalError("abstract") }

  /// Takes back what was just published, since another instance of the cycle cannot be.
  ///
  /// Called for sites whose publishing may fail.
  func withdraw() {}

  /// Whether publishing runs user code that may fail.
  var publishingMayFail: Bool { false }
}

/// One instance for as long as the binding is in force.
///
/// Reading it takes no lock.
final class SingletonSite: Site {
  let box = OnceReference<InstanceBox>()

  override func instance() -> InstanceBox? { box.load() }

  override func publish(_ box: InstanceBox) {
    _ = self.box.storeIfEmpty(box)
  }
}

/// One instance for as long as something else holds it.
final class WeakSite: Site {
  private let recipe: Recipe
  private let lock = Lock()
  private weak var object: AnyObject?

  init(_ recipe: Recipe) {
    self.recipe = recipe
  }

  override func instance() -> InstanceBox? {
    lock.withLock { object }.flatMap { recipe.box(any: $0) }
  }

  override func publish(_ box: InstanceBox) {
    let object = box.object
    lock.withLock { self.object = object }
  }
}

/// One instance per outermost call; it lives in the resolution.
final class GraphSite: Site {
  /// What the resolution finds the site by: a declaration, at work in one injector.
  struct Identity: Hashable {
    let declaration: ObjectIdentifier
    let injector: Int

    init(_ binding: ActiveBinding) {
      declaration = ObjectIdentifier(binding.declaration)
      injector = unsafe binding.core.serial
    }
  }

  private let binding: ActiveBinding
  private var box: InstanceBox?

  /// Keeps the binding, so that no other declaration takes its address.
  init(keeping binding: ActiveBinding) {
    self.binding = binding
  }

  override func instance() -> InstanceBox? { box }

  override func publish(_ box: InstanceBox) {
    self.box = box
  }
}
