/// What went wrong, with everything that is known about it.
///
/// ```swift
/// func start(_ injector: Injector) {
///   do {
///     _ = try injector.resolve(Car.self)
///   } catch where error.code == .missingBinding {
///     print(error)
///   } catch {
///     print("something else: \(error.code)")
///   }
/// }
/// ```
///
/// ``code`` and the other properties are for programs. ``description`` is for people; its wording
/// may change in any version. It never contains a value of yours.
///
/// `Sendable`.
public struct InjectionError: Error, Sendable, CustomStringConvertible {
  private let box: FactsBox

  init(_ problem: Problem, at location: CodeLocation? = nil) {
    var facts = Facts(problem: problem, location: location)
    if let location, let step = problem.firstStep(at: location) { facts.path.append(step) }
    self.init(facts)
  }

  private init(_ facts: Facts) {
    box = FactsBox(facts)
  }

  private var facts: Facts { box.facts }

  var problem: Problem { facts.problem }

  /// What kind of error it is.
  public var code: Code { facts.problem.code }

  /// The key that was asked for or bound, when the error is about one.
  public var key: Key? { facts.problem.key }

  /// The property that the error is about: its declaration is wrong, or its value could not be
  /// made.
  public var property: Property? {
    facts.problem.property ?? path.first?.property
  }

  /// How the failing request came about, innermost step first.
  ///
  /// An error of ``Injector/validate(including:)`` has everybody who asks instead. Of more than
  /// thirty steps these are the first twenty and the last ten.
  public var path: [Step] { facts.path.steps }

  /// How many steps in the middle of ``path`` were left out.
  public var omittedStepCount: Int { facts.path.omittedCount }

  /// The place of the call that failed.
  public var location: CodeLocation? {
    facts.location ?? path.last { $0.kind == .call }?.location
  }

  /// The place of the binding that failed, when the error is about one.
  public var bindingLocation: CodeLocation? {
    facts.problem.bindingLocation ?? path.first { $0.kind == .creation }?.location
  }

  /// Bindings that may have been meant, at most three.
  public var suggestions: [String] { facts.problem.suggestions }

  /// The error that user code has thrown, when that is the cause.
  public var underlying: (any Error)? { facts.problem.underlying }

  /// The position of the object that failed, counted from zero, when a sequence of objects was
  /// injected.
  public var index: Int? { facts.index }

  /// The errors that are reported together; empty for a single one.
  public var errors: [InjectionError] { facts.problem.errors }

  /// The whole text: the fact, how it came about, and what can be done.
  public var description: String { Report(self).text }
}

extension InjectionError {
  private struct Facts: Sendable {
    let problem: Problem
    let location: CodeLocation?
    var path = Path()
    var index: Int?
  }

  /// Keeps the error one word wide: it is returned from every call.
  private final class FactsBox: Sendable {
    let facts: Facts

    init(_ facts: Facts) {
      self.facts = facts
    }
  }

  /// An error of user code, wrapped once; an error of the library is kept.
  init(wrapping error: any Error, of work: UserCode) {
    self = error as? InjectionError ?? InjectionError(.providerFailed(work, error))
  }

  /// One error for several: the error itself when there is one.
  init(collecting errors: [InjectionError]) {
    // Several errors of one module stand beside those of the others, unless they have a path of
    // their own.
    let single = errors.flatMap { $0.path.isEmpty && !$0.errors.isEmpty ? $0.errors : [$0] }
    self = single.count == 1 ? single[0] : InjectionError(.several(single))
  }

  /// The error with one more step of its path.
  func passing(_ step: Step) -> InjectionError {
    changing { $0.path.append(step) }
  }

  /// The error with more steps of its path, innermost first.
  func passing(_ steps: [Step]) -> InjectionError {
    changing { facts in steps.forEach { facts.path.append($0) } }
  }

  /// The error with the call that it ends.
  func requested(by call: CallFacts) -> InjectionError {
    passing(Step(call, index: index))
  }

  /// The error as it was before the call that it has ended: somebody else has asked.
  func withoutCall() -> InjectionError {
    changing { $0.path.removeLast() }
  }

  /// The error of one object of a sequence.
  func at(index: Int) -> InjectionError {
    changing { $0.index = index }
  }

  private func changing(_ change: (inout Facts) -> Void) -> InjectionError {
    var changed = box.facts
    change(&changed)
    return InjectionError(changed)
  }
}
