/// What a validation examined.
///
/// `Sendable`.
public struct ValidationReport: Hashable, Sendable {
  /// How many bindings and classes were examined.
  public let examinedCount: Int
  /// What was not examined completely, and why, a line for each.
  ///
  /// It does not list subclasses that closures may return, because those are not known.
  ///
  /// A closure or provider that receives the injector may ask it for anything. It is listed, unless
  /// it is bound with `to(uses:)` and names what it asks for.
  public let notExamined: [String]
  /// The bindings of the injector itself that nothing included or bound asks for, a line for each.
  ///
  /// They include what your program asks for itself, unless you include that, and what only a
  /// closure asks for that is ``notExamined``.
  public let unused: [String]
}
