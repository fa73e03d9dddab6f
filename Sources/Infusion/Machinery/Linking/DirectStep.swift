/// A link as the short way needs it: two references in a row, without a count to touch.
@safe struct DirectStep {
  /// The cell of the source, whose value needs no adoption; the table of the injector keeps it.
  let cell: Unmanaged<Cell>
  /// The list that the step belongs to keeps it.
  let link: Unmanaged<Link>
  let offset: Int

  /// The steps of links; nil when one of them needs more than a cell.
  static func steps(_ links: [Link]) -> UnsafeBufferPointer<DirectStep>? {
    let buffer = UnsafeMutableBufferPointer<DirectStep>.allocate(capacity: links.count)
    for (index, link) in links.enumerated() {
      guard let cell = link.directCell else {
        unsafe buffer.deallocate()
        return nil
      }
      unsafe buffer.initializeElement(
        at: index,
        to: DirectStep(
          cell: .passUnretained(cell), link: .passUnretained(link), offset: link.offset))
    }
    return UnsafeBufferPointer(buffer)
  }
}

/// An object under construction that has no frame, on the short way.
///
/// It lies on the ``ActivationStack``, and belongs to the call of the short way that is making the
/// object. What it refers to is kept by others for as long as the request lasts.
@safe struct Activation {
  /// What was under construction before.
  let below: UnsafeMutablePointer<Activation>?
  /// What is made, and the cell that was asked; nil for an object that exists.
  let binding: Unmanaged<ActiveBinding>?
  let cell: Unmanaged<Cell>?
  let core: Unmanaged<InjectorCore>
  /// Whether user code asked, and not the activation below.
  let isNested: Bool
  /// Where the value goes.
  let destination: UnsafeMutableRawPointer?
  let firstCreated: Int

  var phase: Frame.Phase
  var object: Unmanaged<AnyObject>?
  var plan: Unmanaged<InjectionPlan>?
  var memory: UnsafeMutableRawPointer?
  var gathered = 0
  /// The position of the frame that has taken over; nil as long as none has been needed.
  var frame: Int?
}

/// The activations of the short way and the values that they gather, in memory given out and taken
/// back like a stack.
///
/// Its state lies behind a pointer: a property of a class that is changed in place costs a check for
/// exclusive access at every step. Used by its own thread only.
@safe struct ActivationStack: ~Copyable {
  @safe private struct State {
    var top: UnsafeMutablePointer<Activation>?
    var levels = 0
    var used = 0
  }

  /// How deep the recursion goes; deeper objects take frames, which need no stack.
  private static let maximumLevels = 24
  private static let capacity = 16 * 1024
  private static let alignment = 16

  private let state: UnsafeMutablePointer<State>
  private let memory: UnsafeMutableRawPointer

  init() {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State())
    unsafe memory = .allocate(byteCount: Self.capacity, alignment: Self.alignment)
  }

  deinit {
    unsafe state.deallocate()
    unsafe memory.deallocate()
  }

  /// The activation that is being worked on; nil when there is none, or frames have taken over.
  var top: UnsafeMutablePointer<Activation>? {
    @inline(__always) get { unsafe state.pointee.top }
    @inline(__always) nonmutating set { unsafe state.pointee.top = newValue }
  }

  /// The state of the memory to return to.
  var mark: Int { unsafe state.pointee.used }

  @inline(__always)
  func reset(to mark: Int) { unsafe state.pointee.used = mark }

  /// Memory for a size; nil when there is not so much left.
  @inline(__always)
  func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    let used = unsafe state.pointee.used
    let end = used + (size + Self.alignment - 1) & -Self.alignment
    guard end <= Self.capacity else { return nil }
    unsafe state.pointee.used = end
    return unsafe memory + used
  }

  /// Memory for a value; nil when there is not so much left.
  @inline(__always)
  func allocate<Value>(_ type: Value.Type) -> UnsafeMutableRawPointer? {
    guard MemoryLayout<Value>.alignment <= Self.alignment else { return nil }
    return unsafe allocate(MemoryLayout<Value>.size)
  }

  /// Puts an activation on top; nil when the recursion is deep enough.
  @inline(__always)
  func push(_ activation: Activation) -> UnsafeMutablePointer<Activation>? {
    guard unsafe state.pointee.levels < Self.maximumLevels,
      let place = unsafe allocate(MemoryLayout<Activation>.size)
    else { return nil }
    let pointer = unsafe place.initializeMemory(as: Activation.self, to: activation)
    unsafe state.pointee.levels += 1
    unsafe state.pointee.top = unsafe pointer
    return unsafe pointer
  }

  /// Takes the topmost activation away, with everything that it has allocated.
  @inline(__always)
  func pop(_ activation: UnsafeMutablePointer<Activation>) {
    unsafe state.pointee.levels -= 1
    unsafe state.pointee.used = unsafe UnsafeMutableRawPointer(activation) - memory
    // When a frame has taken over, it has done so for everything below, too.
    if unsafe activation.pointee.frame == nil {
      unsafe state.pointee.top = unsafe activation.pointee.below
    }
  }
}
