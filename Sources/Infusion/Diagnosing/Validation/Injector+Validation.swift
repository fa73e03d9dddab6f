extension Injector {
  /// Checks the whole graph without creating a single object.
  ///
  /// ```swift
  /// func check(_ injector: Injector) throws {
  ///   let report = try injector.validate(including: Garage.self)
  ///   print("not examined:", report.notExamined, "unused:", report.unused)
  /// }
  /// ```
  ///
  /// It finds what is missing, what cannot be set or created, cycles that cannot be completed, and
  /// bindings that other bindings hide. <doc:ValidatingTheGraph> lists all mistakes.
  ///
  /// It examines every binding, every class that can be reached from one, and the subjects that you
  /// pass. It examines a subject that conforms to ``InitializerDeclaring`` as if you asked for it.
  /// If nothing provides the class of a subject, but a dependency of the subject needs an object of
  /// the class, the dependency receives the subject, as it does during an injection. If another
  /// subject, a ``Lazy`` or a ``Provider`` also leads to that dependency, the binding is missing.
  ///
  /// It assumes that a closure or a provider that is bound for a class returns an object of exactly
  /// that class. It neither examines the additional requirements of a subclass nor lists them as
  /// not examined, because every class that is not final may have subclasses. Include the subclass,
  /// or link to it: `to(Dragon.self) { $0 }`.
  ///
  /// - Parameter subjects: Further classes or objects to examine, types or keys that the program
  ///   asks for, or arrays of these. Reflection needs an object to find `@Injected` properties, so
  ///   they are known only for included objects, and for classes of which an object has been
  ///   injected before.
  /// - Returns: A report of probable mistakes, of the parts that could not be examined, and of unused
  ///   bindings.
  /// - Throws: ``InjectionError``. If there are several mistakes, the code is
  ///   ``InjectionError/Code/several``, and the errors are in the order of the nodes of ``graph``:
  ///   first the bindings, then their dependencies.
  /// - Complexity: O(*n*) in the number of bindings and their dependencies. If many cycles share
  ///   nodes, or many singletons keep the same values, it reports only the first cycles or
  ///   singletons.
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
    let validation = Validation(GraphWalk(visible, including: subjects))
    let (notExamined, remediable) = validation.notExamined
    let report = ValidationReport(
      examinedCount: validation.examinedCount, notExamined: notExamined, remediable: remediable,
      unused: validation.unused, warnings: validation.warnings)
    return (report, validation.errors)
  }

  /// Checks modules without creating a single object, not even an eager one.
  ///
  /// - Throws: ``InjectionError`` with all failures if the modules cannot be configured.
  package static func examine(
    _ modules: [any Module], options: Options, including subjects: [Any], at location: CodeLocation
  ) throws(InjectionError) -> (report: ValidationReport, errors: [InjectionError]) {
    // A requirement of a later value asks the core for its injector.
    try Injector(withoutSingletons: Blueprint(modules: modules), options: options, at: location)
      .examine(including: subjects)
  }
}
