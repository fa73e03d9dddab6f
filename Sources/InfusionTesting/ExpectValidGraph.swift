public import Infusion
public import Testing

/// Expects that the whole graph of an injector is valid, without creating a single object.
///
/// ```swift
/// @Test(.injector(ShopModule()))
/// func theGraphOfTheShopIsValid() throws {
///   expectValidGraph(try .current, including: Checkout.self)
/// }
/// ```
///
/// Each error that `Injector.validate(including:)` finds is recorded as a separate issue, with the
/// text of the error, at the location of the call. In code, `issue.error` is the `InjectionError`.
/// A probable mistake is recorded as a warning, which does not fail the test; see
/// `ValidationReport.warnings`. One more warning lists closures that do not declare what they ask
/// for, classes whose `@Injected` properties are not known, subjects that nothing provides, and what
/// belongs to a global actor, unless the test runs there. `ValidationReport.notExamined` lists these
/// and others, such as closures that take arguments.
///
/// - Parameters:
///   - injector: The injector.
///   - subjects: Further classes or objects to examine, and types or keys that the program asks for.
///     The `@Injected` properties of objects are found, too.
///   - sourceLocation: Where the expectation is written.
/// - Returns: The result of the validation.
@discardableResult
public func expectValidGraph(
  _ injector: Injector, including subjects: Any...,
  sourceLocation: SourceLocation = #_sourceLocation
) -> ValidationReport {
  let (report, errors) = injector.examine(including: subjects)
  record(errors, at: sourceLocation)
  record(report, at: sourceLocation)
  return report
}

/// Expects that the whole graph that modules describe is valid, without creating a single object.
///
/// ```swift
/// @Test func theGraphOfTheShopIsComplete() {
///   expectValidGraph(ShopModule(), ClockModule(), including: Checkout.self)
/// }
/// ```
///
/// It does not create eager singletons either. If the modules cannot be configured, that is an
/// issue, too. Warnings are recorded as for an injector.
///
/// - Parameters:
///   - first: A module.
///   - others: More modules, configured in order.
///   - subjects: Further classes or objects to examine, and types or keys that the program asks for.
///     The `@Injected` properties of objects are found, too.
///   - options: The options of the injector.
///   - sourceLocation: Where the expectation is written.
/// - Returns: The result of the validation; nil if the modules cannot be configured.
@discardableResult
public func expectValidGraph(
  _ first: any Module, _ others: any Module..., including subjects: Any...,
  options: Injector.Options = Injector.Options(),
  sourceLocation: SourceLocation = #_sourceLocation
) -> ValidationReport? {
  do throws(InjectionError) {
    let (report, errors) = try Injector.examine(
      [first] + others, options: options, including: subjects,
      at: CodeLocation(fileID: sourceLocation.fileID, line: UInt(sourceLocation.line)))
    record(errors, at: sourceLocation)
    record(report, at: sourceLocation)
    return report
  } catch {
    record(error.errors.isEmpty ? [error] : error.errors, at: sourceLocation)
    return nil
  }
}

private func record(_ errors: [InjectionError], at sourceLocation: SourceLocation) {
  for error in errors { Issue.record(error, sourceLocation: sourceLocation) }
}

/// Records what is no error, but needs attention.
private func record(_ report: ValidationReport, at sourceLocation: SourceLocation) {
  var warnings = report.warnings
  if !report.remediable.isEmpty {
    warnings.append(
      "Mistakes in these would be found only at run time:\n"
        + report.remediable.map { "• \($0)" }.joined(separator: "\n"))
  }
  for warning in warnings {
    Issue.record(
      Comment(rawValue: warning), severity: .warning, sourceLocation: sourceLocation)
  }
}
