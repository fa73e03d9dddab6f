/// What the run-time library knows of the task that runs.
enum CurrentTask {
  /// The address of the task; nil outside of tasks.
  static var address: UInt? {
    unsafe withUnsafeCurrentTask { task in
      unsafe task.map { unsafe unsafeBitCast($0, to: UInt.self) }
    }
  }

  /// Whether another task awaits its end, as with `async let` and in task groups.
  ///
  /// The run-time library says so in the flags of the task, and does not publish that.
  /// `PreparationCycleTests` hold it to it. Where pointers have another size the flags lie
  /// elsewhere, and every task counts as a child: a wait that is none is then taken for one.
  static var isChild: Bool {
    guard MemoryLayout<UInt>.size == 8 else { return true }
    guard let task = unsafe UnsafeRawPointer(bitPattern: address ?? 0) else { return false }
    // After the header of an object, and what the scheduler has for itself.
    let flags = unsafe task.load(fromByteOffset: 32, as: UInt32.self)
    return flags & (1 << 24) != 0
  }
}

extension Task {
  /// Lets a task be at least so urgent, where the system can do that.
  func raise(to priority: TaskPriority) {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      escalatePriority(to: priority)
    }
  }
}
