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
/// It lies in memory of the ``Scratch``, and belongs to the call of the short way that is making the
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

/// Memory for the short way, given out and taken back like a stack.
///
/// Used by its own thread only.
@safe struct Scratch: ~Copyable {
  private let start: UnsafeMutableRawPointer
  private var used = 0
  private static let capacity = 16 * 1024
  static let alignment = 16

  init() {
    unsafe start = .allocate(byteCount: Self.capacity, alignment: Self.alignment)
  }

  deinit { unsafe start.deallocate() }

  /// The state to return to.
  var mark: Int { used }

  /// Memory for a size; nil when there is not so much left.
  @inline(__always)
  mutating func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    let end = used + (size + Self.alignment - 1) & -Self.alignment
    guard end <= Self.capacity else { return nil }
    defer { used = end }
    return unsafe start + used
  }

  @inline(__always)
  mutating func reset(to mark: Int) { used = mark }
}
