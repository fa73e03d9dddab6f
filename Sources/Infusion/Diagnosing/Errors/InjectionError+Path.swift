extension InjectionError {
  /// A value that an injector keeps, and makes with what that injector sees.
  struct Kept: Hashable, Sendable {
    let key: Key
    let isContribution: Bool
    let kind: RecipeKind
    let isEager: Bool
    let scope: Scope
    /// The serial number of the injector: the same key may lead elsewhere in another one.
    let injector: Int

    /// Whether an asynchronous closure makes it.
    var isAwaited: Bool { kind == .asynchronous }

    /// What follows the target of a binding that keeps a value in the same way; a custom scope has no
    /// name in code.
    var lifetime: String {
      if isAwaited { return "" }
      if isEager { return ".asEagerSingleton()" }
      return switch scope.kind {
      case .singleton: ".in(.singleton)"
      case .weak: ".in(.weak)"
      case .unscoped, .graph, .custom: ""
      }
    }
  }

  /// The steps from the failure to the call.
  ///
  /// It grows by a step at a time while the stack unwinds, and the stack may have been of any
  /// height. So the middle of a long path is left out: an appended step costs the same however many
  /// there are.
  struct Path: Sendable {
    static let (firstLimit, lastLimit) = (20, 10)

    private(set) var steps: [Step] = []
    /// How many steps between the first twenty and the last ten were left out.
    private(set) var omittedCount = 0
    /// The values on the path that injectors keep, also where the step is left out; the innermost
    /// ones of those that follow one another in one injector.
    private(set) var kept: [Kept] = []
    /// How many of those are noted.
    static let keptLimit = 10

    private mutating func note(_ value: Kept?) {
      guard let value else { return }
      let last = kept.suffix(Self.keptLimit).filter { $0.injector == value.injector }
      if last.count < Self.keptLimit, !last.contains(value) { kept.append(value) }
    }

    mutating func append(_ step: Step) {
      note(step.kept)
      if steps.count == Self.firstLimit + Self.lastLimit {
        steps.remove(at: Self.firstLimit)
        omittedCount += 1
      }
      steps.append(step)
    }

    /// Appends several steps, but does not create the ones that would be left out.
    mutating func append(_ count: Int, _ step: (Int) -> Step) {
      for position in 0..<count {
        if steps.count < Self.firstLimit || position >= count - Self.lastLimit {
          append(step(position))
        } else {
          omittedCount += 1
        }
      }
    }

    /// Takes back the step that was appended last.
    mutating func removeLast() {
      _ = steps.popLast()
    }
  }
}
