/// What the run-time library knows of the task that runs.
enum CurrentTask {
  /// A task, and whether another one awaits its end.
  struct Role {
    let address: UInt?
    let isChild: Bool
  }

  /// The task that works for another one, and the role of that one.
  private struct Substitute {
    let address: UInt?
    let role: Role
    /// Another task may have the address later.
    let work = AwaitedWork()
  }

  @TaskLocal private static var substitute: Substitute?

  /// The present task, or the one that it works for.
  static var role: Role {
    if let substitute, substitute.address == address, substitute.work.isUnderWay {
      return substitute.role
    }
    return Role(address: address, isChild: isChild)
  }

  /// Runs what another task awaits as a part of its own work.
  static func working(
    for role: Role, on caller: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Void
  ) async throws {
    let substitute = Substitute(address: address, role: role)
    defer { substitute.work.end() }
    try await $substitute.withValue(substitute) {
      // A closure that refers to the actor runs on it.
      _ = caller
      try await body()
    }
  }

  /// The address of the task; nil outside of tasks.
  static var address: UInt? {
    unsafe withUnsafeCurrentTask { task in
      unsafe task.map { unsafe unsafeBitCast($0, to: UInt.self) }
    }
  }

  /// Whether another task awaits its end, as with `async let` and in task groups.
  ///
  /// The run-time library says so in the flags of the task, but does not publish them.
  /// `PreparationCycleTests` check that this stays so. Where pointers have another size, the flags
  /// lie elsewhere, and every task counts as a child, even one that no other task awaits.
  private static var isChild: Bool {
    guard MemoryLayout<UInt>.size == 8 else { return true }
    guard let task = unsafe UnsafeRawPointer(bitPattern: address ?? 0) else { return false }
    // The flags follow the header of an object and the words that the scheduler has for itself.
    let flags = unsafe task.load(fromByteOffset: 32, as: UInt32.self)
    return flags & (1 << 24) != 0
  }
}

/// Work that a call awaits: the tasks that it starts inherit a reference, and may outlive it.
final class AwaitedWork: Sendable {
  private let hasEnded = Guarded(false)

  var isUnderWay: Bool { hasEnded.withLock { !$0 } }

  func end() { hasEnded.withLock { $0 = true } }
}

extension Task {
  /// Makes the task at least this urgent, where the system can do that.
  func raise(to priority: TaskPriority) {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      escalatePriority(to: priority)
    }
  }
}
