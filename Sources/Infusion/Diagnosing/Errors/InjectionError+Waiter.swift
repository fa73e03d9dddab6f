extension InjectionError {
  /// A thread of a deadlock, with the keys that it holds and wants.
  ///
  /// `Sendable`.
  public struct Waiter: Hashable, Sendable {
    /// The keys whose values the thread is creating, outermost first.
    public let holds: [Key]
    /// The key that it waits for; nil if it waits for a request to end before it starts again.
    public let wants: Key?
  }

  /// The threads that wait for each other, for an error with the code ``Code/deadlock``; empty for
  /// any other error.
  public var waiters: [Waiter] { problem.waiters }
}
