/// A memory fence that one thread runs on all threads of the process.
///
/// A reader stores the address of what it reads, and then loads again what is in force. A change
/// replaces what is in force, and then loads the addresses. One of the two has to see what the other
/// has stored, which takes a fence between the store and the load of both. Readers are many, and on
/// x86-64 a fence takes a quarter of the time of a short read: see the row singleton of
/// `Tests/Benchmarks`. Linux can run the fences of the readers when a change asks for it
/// (*membarrier*).
package enum ProcessFence {
  /// Whether changes run it, so that no reader runs a fence of its own.
  ///
  /// The environment can forbid it, so that all tests run without it, too, as they do on other platforms.
  package static let isUsed = !environment("INFUSION_FENCE", is: "unused") && run()

  /// Runs the fence; false if the process cannot.
  ///
  /// An announcement may get lost: in gVisor when the process forks, and where a checkpoint that has not
  /// noted it is restored. It is then repeated.
  package static func run() -> Bool {
    #if os(Linux) && arch(x86_64)
      return callSystem(membarrier, runEverywhere, 0) == 0
        || callSystem(membarrier, announce, 0) == 0
          && callSystem(membarrier, runEverywhere, 0) == 0
    #else
      return false
    #endif
  }
}

#if os(Linux) && arch(x86_64)
  // The numbers are those of *asm/unistd_64.h* and *linux/membarrier.h*.
  private var membarrier: Int { 324 }
  private var runEverywhere: Int { 1 << 3 }
  private var announce: Int { 1 << 4 }

  // The function has a variable number of arguments, so Swift does not import it.
  @_silgen_name("syscall")
  private func callSystem(_ number: Int, _ command: Int, _ flags: Int) -> Int

  /// Announces to the system that the process will run the fence.
  ///
  /// The loader calls this before the program begins, or when it loads the library later: once there
  /// are several threads, the system needs milliseconds for it. Parts of the run-time library may not
  /// be set up yet, so it calls nothing else.
  @section(".init_array") @used
  private let announceFence: @convention(c) () -> Void = { _ = callSystem(membarrier, announce, 0) }
#endif
