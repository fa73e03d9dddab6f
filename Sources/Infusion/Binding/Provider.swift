/// Makes a value at every use, instead of receiving one.
///
/// ```swift
/// class Taxi: Injectable {
///   var wheels: Provider<Wheel>!
///   class var requires: Requirements { requiring(\.wheels) }
///   func changeWheel() throws -> Wheel { try wheels.get() }
/// }
/// ```
///
/// It asks the injector each time; what comes back is new or shared, as the scope of the binding
/// says. It holds the injector weakly. `Sendable`.
public struct Provider<Value>: Sendable {
  private let request: DeferredRequest<Value>

  init(_ request: DeferredRequest<Value>) {
    self.request = request
  }

  /// Asks the injector for a value.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: What the binding provides.
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/injectorReleased`` when the
  ///   injector is gone, and whatever ``Injector/resolve(_:named:fileID:line:)`` throws.
  public func get(fileID: String = #fileID, line: UInt = #line) throws(InjectionError) -> Value {
    try request.resolve(at: CodeLocation(fileID: fileID, line: line))
  }
}
