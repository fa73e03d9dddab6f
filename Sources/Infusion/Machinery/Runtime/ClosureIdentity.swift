/// The identity of a closure, which shows whether two closures are the same.
///
/// A closure is a function and a reference to its captures, one word each. Two closures with the
/// same function and no captures do the same; of others nothing is known. A test pins this.
struct ClosureIdentity: Equatable {
  private let function: UInt
  private let context: UInt

  /// - Parameter holder: A structure that holds the closure, and nothing else: inside it a closure is
  ///   as it is, but as an argument of a generic function it is wrapped.
  init<Holder>(in holder: Holder) { self = unsafe unsafeBitCast(holder, to: ClosureIdentity.self) }

  /// Whether the closure captures nothing.
  var isPlain: Bool { context == 0 }
}
