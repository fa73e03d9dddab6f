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
  /// What a closure or a provider returns is taken to be of the very class that it is bound as: what
  /// a subclass requires besides is not examined, and not listed either, because every class that is
  /// not final may have some. Include the subclass, or link to it: `to(Dragon.self) { $0 }`.
  ///
  /// - Parameter subjects: Classes to look at as well, objects, or arrays of these. `@Injected`
  ///   markers are found by reflection, which needs an object: they are known of classes that have
  ///   been met already, and of objects that are included.
  /// - Returns: What could not be examined.
  /// - Throws: ``InjectionError`` with everything that is wrong: the error itself if there is one,
  ///   otherwise one with the code ``InjectionError/Code/several``, in the order of the nodes of
  ///   ``graph``: the bindings, then what they lead to.
  /// - Complexity: O(*n*) in the number of bindings and their dependencies. What a singleton or a
  ///   member of a cycle leads to is followed once more from each of them, so that it is O(*n*²) at
  ///   worst.
  @discardableResult
  public func validate(including subjects: Any...) throws(InjectionError) -> ValidationReport {
    let (report, errors) = examine(including: subjects)
    guard errors.isEmpty else { throw InjectionError(collecting: errors) }
    return report
  }

  /// Checks the whole graph; every finding is an error of its own.
  package func examine(
    including subjects: [Any]
  ) -> (report: ValidationReport, errors: [InjectionError]) {
    let validation = Validation(GraphWalk(core, including: subjects), of: core)
    let report = ValidationReport(
      examinedCount: validation.examinedCount, notExamined: validation.notExamined)
    return (report, validation.errors)
  }

  /// Checks what modules say, without creating a single object, eager ones neither.
  ///
  /// - Throws: ``InjectionError`` with everything that is wrong when the modules cannot be
  ///   configured.
  package static func examine(
    _ modules: [any Module], options: Options, including subjects: [Any], at place: CodeLocation
  ) throws(InjectionError) -> (report: ValidationReport, errors: [InjectionError]) {
    // A requirement of a later value asks the core for its injector.
    try Injector(withoutSingletons: Blueprint(modules: modules), options: options, at: place)
      .examine(including: subjects)
  }
}
