import Synchronization

/// The check that Swift makes before it changes a property of an object.
///
/// The run-time library's function is part of Swift's stable binary interface, and the compiler
/// calls it for each stored property of an object. The compiler refuses a declaration of the
/// function, so the function is looked up.
enum ExclusiveAccess {
  /// Whether the run-time library's check was found; a program that links Swift's libraries
  /// statically may not show it.
  static func canBeChecked() -> Bool {
    if function.load(ordering: .relaxed) == 0 {
      function.store(unsafe UInt(bitPattern: lookUp("swift_beginAccess")), ordering: .relaxed)
    }
    return function.load(ordering: .relaxed) != 0
  }

  /// Traps if this memory is already being accessed, as compiled code would.
  ///
  /// Nothing is noted: the change that follows runs no other code. Call this only if the check was
  /// found.
  @inline(__always)
  static func check(_ address: UnsafeMutableRawPointer) {
    var buffer = (0, 0, 0)
    let begin = unsafe unsafeBitCast(function.load(ordering: .relaxed), to: Begin.self)
    unsafe begin(address, &buffer, modify, nil)
  }

  private typealias Begin =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafeMutableRawPointer, UInt, UnsafeRawPointer?
    ) -> Void

  private static let modify: UInt = 1
  /// The address of the function; zero until it is found.
  ///
  /// No initializer has to run once.
  private static let function = Atomic<UInt>(0)
}
