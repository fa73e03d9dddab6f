/// One object under construction.
@safe struct Frame {
  enum Phase {
    case starting
    case gatheringParameters
    case creating
    case gatheringProperties
    case setting
    case awaking
  }

  /// What is being made; nil for an object that existed before.
  let binding: ActiveBinding?
  /// The cell that was asked; nil for an object that existed before.
  let cell: Cell?
  /// What a request for an unscoped key is recognized by: the cell, or the class of an object that
  /// existed before.
  let identity: ObjectIdentifier
  let core: InjectorCore
  /// Keeps the injector while it works.
  let injector: Injector
  let site: Site?
  let arguments: Arguments
  /// Whether user code asked, and not the frame below.
  let isNested: Bool
  /// Where the value goes: memory of the frame below, or of the caller.
  let destination: UnsafeMutableRawPointer
  let firstMember: Int
  var firstCreated: Int
  let mark: Arena.Mark

  var phase = Phase.starting
  /// Whether the destination holds the value.
  var holdsValue = false
  var object: AnyObject?
  var plan: InjectionPlan?

  /// The dependencies that are gathered, and how many of them are there.
  var links = LinkList.empty
  var gathered = 0
  var memory: UnsafeMutableRawPointer

  /// The lowest position on the stack of an unfinished object that this one, or anything below it,
  /// refers to.
  var low: Int

  /// When the work began, if somebody observes it.
  var began: ContinuousClock.Instant?

  /// The frame that was found under the same identity before, in a deep stack.
  var hidden: Int?

  var isGathering: Bool { phase == .gatheringParameters || phase == .gatheringProperties }
}
