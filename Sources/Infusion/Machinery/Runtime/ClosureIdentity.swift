/// What tells whether two setters are the same.
///
/// A closure is a function and what it has captured, one word each. Two that have the same function
/// and have captured nothing do the same; of others nothing is known. A test pins it.
struct ClosureIdentity: Equatable {
  private let function: UInt
  private let context: UInt

  init(_ closure: @escaping Slot.Write) {
    // Inside a structure a closure is as it is; as an argument of a generic function it is wrapped.
    @safe struct Wrapper { let closure: Slot.Write }
    self = unsafe unsafeBitCast(Wrapper(closure: closure), to: ClosureIdentity.self)
  }

  /// Whether the closure has captured nothing.
  var isPlain: Bool { context == 0 }
}
