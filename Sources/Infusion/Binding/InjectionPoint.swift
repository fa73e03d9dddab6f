/// The property or call that asks for a value.
///
/// A closure can use it to name its result:
///
/// ```swift
/// struct LoggingModule: Module {
///   func configure(_ binder: Binder) {
///     binder.bind(Logger.self).to { (_, point: InjectionPoint) in Logger(label: point.description) }
///   }
/// }
/// ```
///
/// It skips links and collections, which only pass a value on: a contribution receives the property
/// or call that asks for its collection. The closure of a singleton receives only the first
/// request. A parameter of this type takes no argument from the call. `Sendable`.
public struct InjectionPoint: Sendable, CustomStringConvertible {
  /// The run-time class of the object that receives the value, or the type whose initializer
  /// receives it.
  ///
  /// It is nil if a call asked for the value, such as `get()` of a ``Lazy`` or a ``Provider``, or the
  /// first read of an ``Injected`` property that no injection has set.
  public let owner: Any.Type?

  /// The name of the property, if the key path or reflection reveals it; `left or right` if only the
  /// type is known, and two properties have it.
  public let property: String?

  /// The name that the request asks for, if any.
  public let name: Name?

  /// The owner and the property, if they are known: `Car.logger`, `Car`, or an empty string.
  public var description: String {
    [owner.map { TypeText($0).text }, property].compactMap { $0 }.joined(separator: ".")
  }
}
