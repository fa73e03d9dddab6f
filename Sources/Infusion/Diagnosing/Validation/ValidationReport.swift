/// The result of a validation.
///
/// `Sendable`.
public struct ValidationReport: Hashable, Sendable, CustomStringConvertible {
  /// How many bindings and classes were examined.
  public let examinedCount: Int
  /// The parts that were not examined completely, and why; one string for each.
  ///
  /// For example, closures that take the injector, unless `to(uses:)` declares what they ask for.
  /// <doc:ValidatingTheGraph> lists the others. Subclasses that closures may return are not listed,
  /// because they are not known.
  public let notExamined: [String]
  /// Those that would be examined if a closure declared what it asks for, if an object were
  /// included, if something provided them, or on the actor that they belong to.
  package let remediable: [String]
  /// The bindings of this injector that neither another binding nor an included class or object
  /// asks for; one string for each.
  ///
  /// The list also names bindings that only your program asks for, unless you pass their types or
  /// keys to `validate(including:)`, and bindings that only a closure in ``notExamined`` asks for.
  public let unused: [String]
  /// The probable mistakes, which are not errors; one string for each.
  ///
  /// For example, a property that no list mentions, although something provides its value, or a
  /// name that is almost that of a binding. <doc:ValidatingTheGraph> says what to write.
  ///
  /// In a test, `expectValidGraph` of the library InfusionTesting records them as warnings.
  public let warnings: [String]

  /// The number of examined bindings and classes, and the three lists.
  public var description: String {
    """
    \(examinedCount) examined, not examined: \(notExamined), unused: \(unused), \
    warnings: \(warnings)
    """
  }
}
