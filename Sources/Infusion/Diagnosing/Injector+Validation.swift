extension Injector {
  /// Checks the whole graph without creating a single object.
  ///
  /// ```swift
  /// func check(_ injector: Injector) throws {
  ///   let report = try injector.validate(including: Garage.self)
  ///   print("not examined:", report.notExamined)
  /// }
  /// ```
  ///
  /// It finds missing bindings, read-only and foreign key paths, cycles through initializers,
  /// singletons that capture shorter-lived values, eager bindings that are not singletons, shadowed
  /// bindings, and nothing where a value is needed. It looks at every binding, every class that can
  /// be reached from one, and what is included.
  ///
  /// - Parameter subjects: Classes to look at as well, objects, or arrays of these. `@Injected`
  ///   markers are found by reflection, which needs an object: they are known of classes that have
  ///   been met already, and of objects that are included.
  /// - Returns: What could not be examined.
  /// - Throws: ``InjectionError`` with everything that is wrong: the error itself if there is one,
  ///   otherwise one with the code ``InjectionError/Code/several``, in the order of the nodes of
  ///   ``graph``: the bindings, then what they lead to.
  /// - Complexity: O(*n*) in the number of bindings and their dependencies.
  @discardableResult
  public func validate(including subjects: Any...) throws(InjectionError) -> ValidationReport {
    let validation = Validation(GraphWalk(core, including: subjects), of: core)
    guard validation.errors.isEmpty else {
      throw InjectionError(collecting: validation.errors)
    }
    return ValidationReport(
      examinedCount: validation.examinedCount, notExamined: validation.notExamined)
  }
}

/// What a validation has looked at.
///
/// `Sendable`.
public struct ValidationReport: Hashable, Sendable {
  /// How many bindings and classes were examined.
  public let examinedCount: Int
  /// What was not examined in full, and why, a line for each.
  public let notExamined: [String]
}
