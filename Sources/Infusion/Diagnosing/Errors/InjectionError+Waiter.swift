extension InjectionError {
  /// What one of several threads that wait for one another holds and wants.
  ///
  /// `Sendable`.
  public struct Waiter: Hashable, Sendable {
    /// The keys that the thread is building, outermost first.
    public let holds: [Key]
    /// The key that it waits for; nil when it waits for a request to end before it begins again.
    public let wants: Key?
  }

  /// The threads that wait for one another, for an error with the code ``Code/deadlock``; empty for
  /// any other.
  public var waiters: [Waiter] { problem.waiters }
}
