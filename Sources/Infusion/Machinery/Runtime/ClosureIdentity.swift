/// The identity of a setter, which shows whether two setters are the same.
///
/// A closure is a function and a reference to its captures, one word each. Two closures with the
/// same function and no captures do the same; of others nothing is known. A test pins this.
struct ClosureIdentity: Equatable {
  private let function: UInt
  private let context: UInt

  init(_ closure: @escaping Slot.Write) {
    // Inside a structure a closure is as it is; as an argument of a generic function it is wrapped.
    @safe struct Wrapper { let closure: Slot.Write }
    self = unsafe unsafeBitCast(Wrapper(closure: closure), to: ClosureIdentity.self)
  }

  /// Whether the closure captures nothing.
  var isPlain: Bool { context == 0 }
}
