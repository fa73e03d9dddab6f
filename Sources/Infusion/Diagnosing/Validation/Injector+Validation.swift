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
  /// It finds missing bindings, key paths that are read-only or belong to an unrelated class,
  /// cycles through initializers, singletons that capture shorter-lived values, singletons of a
  /// parent that need what only this child binds, requests without the arguments that a binding
  /// needs, eager bindings that are not singletons, shadowed bindings, and nothing where a value is
  /// needed.
  ///
  /// It examines every binding, every class that can be reached from one, and the subjects. It
  /// examines a subject that conforms to ``InitializerDeclaring`` as if you asked for it.
  ///
  /// It assumes that a closure or a provider returns an object of the class that it is bound as. It
  /// neither examines nor lists what a subclass requires in addition, because every class that is
  /// not final may have subclasses. Include the subclass, or link to it: `to(Dragon.self) { $0 }`.
  ///
  /// - Parameter subjects: Further classes to examine, objects, or arrays of these. Reflection
  ///   finds `@Injected` markers and needs an object for that: it knows those of classes that have
  ///   been injected before, and of included objects.
  /// - Returns: What could not be examined.
  /// - Throws: ``InjectionError``. If there are several mistakes, the code is
  ///   ``InjectionError/Code/several``, and the errors have the order of the nodes of ``graph``:
  ///   the bindings, then what they lead to.
  /// - Complexity: O(*n*) in the number of bindings and their dependencies. If many cycles share
  ///   nodes, or many singletons keep the same values, it reports the first ones.
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
    let report = ValidationReport(
      examinedCount: validation.examinedCount, notExamined: validation.notExamined,
      unused: validation.unused)
    return (report, validation.errors)
  }

  /// Checks modules without creating a single object, not even an eager one.
  ///
  /// - Throws: ``InjectionError`` with all failures if the modules cannot be configured.
  package static func examine(
    _ modules: [any Module], options: Options, including subjects: [Any], at place: CodeLocation
  ) throws(InjectionError) -> (report: ValidationReport, errors: [InjectionError]) {
    // A requirement of a later value asks the core for its injector.
    try Injector(withoutSingletons: Blueprint(modules: modules), options: options, at: place)
      .examine(including: subjects)
  }
}
