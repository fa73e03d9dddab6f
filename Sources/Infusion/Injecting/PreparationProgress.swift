/// The progress of a preparation.
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
public struct PreparationProgress: Hashable, Sendable, CustomStringConvertible {
  /// How many singletons are prepared.
  public let completed: Int
  /// How many singletons the call prepares, including the completed ones.
  ///
  /// One at least. It may grow if a closure turns out to need something that its binding does not
  /// declare.
  public let total: Int
  /// The keys that are being prepared now, in the order in which they started.
  public let running: [Key]
  /// The key that was just prepared; nil if the progress reports a start or a failure.
  public let finished: Key?

  /// The completed part, from 0 to 1.
  public var fraction: Double { Double(completed) / Double(total) }

  /// How many singletons are prepared, and which are being prepared.
  public var description: String { "\(completed) of \(total) prepared, running: \(running)" }
}
