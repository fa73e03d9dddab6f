/// Makes a value at its first use, and keeps it.
///
/// ```swift
/// class Archive: Injectable {
///   var index: Lazy<Index>!
///   class var requires: Requirements { requiring(\.index) }
///   func search() throws -> Index { try index.get() }
/// }
/// ```
///
/// It holds the injector weakly, and lets go of it after the first successful use. It is a way out
/// of cycles between initializers.
///
/// `Sendable`. When several threads make the first use at once, all of them receive the same value.
public final class Lazy<Value>: Sendable {
  private let request: DeferredRequest<Value>
  private let memory = OnceValue<Value>()

  init(_ request: DeferredRequest<Value>) {
    self.request = request
  }

  /// The value; the first call asks the injector for it.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: The same value each time.
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/injectorReleased`` when the
  ///   injector is gone before the first use, and whatever
  ///   ``Injector/resolve(_:named:fileID:line:)`` throws. A failure is not kept.
  public func get(fileID: String = #fileID, line: UInt = #line) throws(InjectionError) -> Value {
    if let value = memory.value { return value }
    let value = try request.resolve(at: CodeLocation(fileID: fileID, line: line))
    // What is still under construction may be dropped.
    return Resolution.current.isLastUnfinished ? value : memory.keepFirst(value)
  }
}
