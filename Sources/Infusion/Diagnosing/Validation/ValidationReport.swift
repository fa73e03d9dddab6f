/// The result of a validation.
///
/// `Sendable`.
public struct ValidationReport: Hashable, Sendable {
  /// How many bindings and classes were examined.
  public let examinedCount: Int
  /// The parts that were not examined completely, and why; one string for each.
  ///
  /// It does not list subclasses that closures may return, because they are not known.
  ///
  /// A closure or provider that receives the injector may ask it for anything. It is listed, unless
  /// it is bound with `to(uses:)`, which declares what it asks for.
  public let notExamined: [String]
  /// The bindings of this injector that neither another binding nor an included class or object
  /// asks for; one string for each.
  ///
  /// The list also names bindings that only your program asks for, unless you pass their types to
  /// `validate(including:)`, and bindings that only a closure in ``notExamined`` asks for.
  public let unused: [String]
}
