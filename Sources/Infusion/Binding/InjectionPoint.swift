/// Who asked for a value: what a closure can name its result after.
///
/// ```swift
/// struct LoggingModule: Module {
///   func configure(_ binder: Binder) {
///     binder.bind(Logger.self).to { (_, point: InjectionPoint) in Logger(label: point.description) }
///   }
/// }
/// ```
///
/// The closure of a singleton sees the first one who asks. A parameter of this type takes no
/// argument of the call. `Sendable`.
public struct InjectionPoint: Sendable, CustomStringConvertible {
  /// The run-time class of the object, or the type made by the initializer, that receives the
  /// value; nil when the value was asked for in a call.
  public let owner: Any.Type?

  /// The name of the property, where key path or reflection can tell.
  public let property: String?

  /// The name under which the value was asked for.
  public let name: Name?

  /// The owner and the property, as far as they are known: `Car.logger`, `Car`, or an empty text.
  public var description: String {
    [owner.map { TypeText($0).text }, property].compactMap { $0 }.joined(separator: ".")
  }
}
