/// What a validation has looked at.
///
/// `Sendable`.
public struct ValidationReport: Hashable, Sendable {
  /// How many bindings and classes were examined.
  public let examinedCount: Int
  /// What was not examined in full, and why, a line for each.
  ///
  /// Subclasses that closures may return are not known, and not listed.
  public let notExamined: [String]
}
