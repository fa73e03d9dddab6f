/// An error of the library, with everything that is known about it.
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
/// may change in any version. It contains none of your data except names and the texts of your own
/// errors.
///
/// `Sendable`.
public struct InjectionError: Error, Sendable, CustomStringConvertible {
  private let box: FactsBox

  /// Never inlined, like what changes an error: the code that throws stays small.
  @inline(never)
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

  /// The kind of the error.
  public var code: Code { problem.code }

  /// The requested or bound key, if the error is about one.
  public var key: Key? { problem.key }

  /// The property whose declaration is wrong, or whose value could not be created.
  public var property: Property? {
    switch problem {
    case .notWritable(let property), .anotherObject(let property), .wrongRoot(let property, _):
      property
    default: path.lazy.compactMap(\.property).first
    }
  }

  /// The path to the failing request, innermost step first.
  ///
  /// If ``Injector/validate(including:)`` finds that a value cannot be provided, the path has one
  /// step for each requirement that needs the value instead. A path of more than thirty steps has
  /// the first twenty and the last ten.
  public var path: [Step] { facts.path.steps }

  /// How many steps in the middle of ``path`` were left out.
  public var omittedStepCount: Int { facts.path.omittedCount }

  /// The location of the call that failed.
  public var location: CodeLocation? {
    facts.location ?? path.last { $0.kind == .call }?.location
  }

  /// The location of the binding that failed, if the error is about one.
  public var bindingLocation: CodeLocation? {
    problem.bindingLocation ?? path.first { $0.kind == .creation }?.location
  }

  /// Bindings that resemble the request, at most three.
  ///
  /// - Complexity: O(*n*) in the number of bindings at the first use, which may also be that of
  ///   ``description``; then O(1).
  public var suggestions: [String] {
    if case .missingBinding(_, let found?, _, _) = problem { found.texts } else { [] }
  }

  /// The error of your own code, if that is the cause.
  public var underlying: (any Error)? {
    switch problem {
    case .providerFailed(_, let error): error
    case .preparationCancelled: CancellationError()
    default: nil
    }
  }

  /// The position of the object that failed, counted from zero, if a sequence of objects was
  /// injected.
  public var index: Int? { facts.index }

  /// The errors that are reported together; empty for a single error.
  public var errors: [InjectionError] {
    if case .several(let errors) = problem { errors } else { [] }
  }
}

extension InjectionError {
  private struct Facts: Sendable {
    var problem: Problem
    let location: CodeLocation?
    var path = Path()
    /// How many types and others ask for the value, each on its own; zero for the path of a request.
    var requesterCount = 0
    var index: Int?
    /// The numbers of the preparations that failed with the error.
    var causes: [Int] = []
    /// Whether `shutdown()` was refused.
    var isOfShutdown = false
  }

  /// Keeps the error one word wide: it is returned from every call.
  private final class FactsBox: Sendable {
    let facts: Facts

    init(_ facts: Facts) {
      self.facts = facts
    }
  }

  /// An error of user code, wrapped once; an error of the library is kept.
  @inline(never)
  init(wrapping error: any Error, of work: UserCode) {
    self = error as? InjectionError ?? InjectionError(.providerFailed(work, error))
  }

  /// Runs user code, whose error is wrapped once.
  @inline(__always)
  static func wrapping<Result>(
    _ work: @autoclosure () -> UserCode, _ body: () throws -> Result
  ) throws(InjectionError) -> Result {
    do {
      return try body()
    } catch {
      throw InjectionError(wrapping: error, of: work())
    }
  }

  /// One error for several; a single error is kept as it is.
  init(collecting errors: [InjectionError]) {
    // Several errors of one module join those of the others, unless they have a path of their own.
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

  /// The error of a validation, with all steps that ask for the value: none of them leads to another.
  func passing(requesters: [Step]) -> InjectionError {
    changing { facts in
      let types = requesters.compactMap { $0.asker.type.map(ObjectIdentifier.init) }
      facts.requesterCount = Set(types).count + requesters.count - types.count
      requesters.forEach { facts.path.append($0) }
    }
  }

  var requesterCount: Int { facts.requesterCount }

  /// The error of a shutdown that would have to release or unload something elsewhere.
  var refusingShutdown: InjectionError { changing { $0.isOfShutdown = true } }

  var isOfShutdown: Bool { facts.isOfShutdown }

  /// The global actor on which the request would not have been refused; nil for any other error.
  var refusingActor: (any Actor)? {
    if case .actorIsolated(_, _, let type as any GlobalActor.Type) = problem {
      CodeOwner(type).actor
    } else {
      nil
    }
  }

  /// The error with more steps of its path, innermost first; a long path creates few of them.
  func passing(_ count: Int, _ step: (Int) -> Step) -> InjectionError {
    changing { $0.path.append(count, step) }
  }

  /// The error with the call that it ends.
  func requested(by call: CallFacts) -> InjectionError {
    changing { facts in
      facts.path.append(Step(call, index: facts.index))
      // The position in a sequence that user code injects within the call is none of the call's.
      if call.verb != .injectEach { facts.index = nil }
    }
  }

  /// The error of a request to a child: if a value that an injector above keeps lacks a key that the
  /// child binds, that is another error.
  func seen(from snapshot: Snapshot) -> InjectionError {
    if case .several(let errors) = problem {
      return changing { $0.problem = .several(errors.map { $0.seen(from: snapshot) }) }
    }
    guard case .missingBinding(let key, _, _, let lacking) = problem,
      let (own, owner) = snapshot.binding(of: key)
    else { return self }
    // The injector that binds the key, and those below, make what they keep with the binding.
    let above = owner.core.serialsAbove
    guard above.contains(lacking) else { return self }
    let kept = facts.path.kept.filter { above.contains($0.injector) }
    guard !kept.isEmpty else { return self }
    let areAll = kept.count < Path.keptLimit
    return changing { $0.problem = .boundInChild(key, BindingFacts(own), kept, areAll: areAll) }
  }

  /// The error as it was before the call that it ended, for another caller.
  func withoutCall() -> InjectionError {
    changing { $0.path.removeLast() }
  }

  /// The numbers of the preparations that failed with it.
  ///
  /// A closure that receives the failure of another one rethrows the error with its causes.
  var causes: [Int] { facts.causes }

  /// The error as the failure of these preparations, unless it is the failure of others already.
  func caused(by numbers: [Int]) -> InjectionError {
    causes.isEmpty ? changing { $0.causes = numbers } : self
  }

  /// The error of one object of a sequence.
  func at(index: Int) -> InjectionError {
    changing { $0.index = index }
  }

  @inline(never)
  private func changing(_ change: (inout Facts) -> Void) -> InjectionError {
    var changed = box.facts
    change(&changed)
    return InjectionError(changed)
  }
}
