/// How far a preparation has come.
///
/// ```swift
/// func bar(_ progress: PreparationProgress) -> String {
///   let filled = Int(progress.fraction * 20)
///   let names = progress.running.map(\.description).joined(separator: ", ")
///   return String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
///     + " \(progress.completed)/\(progress.total) \(names)"
/// }
/// ```
///
/// `Sendable`.
public struct PreparationProgress: Hashable, Sendable {
  /// How many singletons are prepared.
  public let completed: Int
  /// How many are to be prepared by the call, the completed ones included.
  ///
  /// It may grow when something turns out to be needed that nobody has declared.
  public let total: Int
  /// What is being prepared at the moment, in the order in which it was begun.
  public let running: [Key]
  /// What has just been prepared; nil when something has begun, or failed.
  public let finished: Key?

  /// The completed part, from 0 to 1.
  public var fraction: Double { total == 0 ? 1 : Double(completed) / Double(total) }
}
