import Infusion

// What happens during a change, or instead of one.

extension CompositionRun {
  struct Outcome {
    var codes: Set<String> = []
    var configured: [Int] = []
    var created: [Int] = []
    var unloaded: [CompositionModel.Installed] = []
    var previous: CompositionModel?

    func owners(_ module: CompositionModel.Installed) -> Set<Int> {
      previous?.owners(of: module) ?? []
    }
  }

  func outcome(of next: CompositionModel, from previous: CompositionModel?) -> Outcome {
    var outcome = Outcome(configured: next.configured, previous: previous)
    if next.hasFailed { outcome.codes.insert("providerFailed") }
    if options.forbidsRebinding, next.hasBoundAgain { outcome.codes.insert("duplicateBinding") }
    if next.items.contains(where: { $0.lifetime == .misplaced && next.isInForce($0) }) {
      outcome.codes.insert("eagerNotSingleton")
    }
    guard outcome.codes.isEmpty else { return outcome }
    let eager = next.items.filter {
      $0.lifetime == .eager && next.isInForce($0) && instances[$0.serial] == nil
    }
    outcome.created = eager.map(\.number).sorted()
    if eager.contains(where: \.fails) {
      outcome.codes.insert("providerFailed")
      return outcome
    }
    outcome.unloaded = previous?.gone(in: next).filter { $0.plan.unloadedNumber != nil } ?? []
    if outcome.unloaded.contains(where: { $0.plan.unloadedNumber == journal.failingToUnload }) {
      outcome.codes.insert("providerFailed")
    }
    return outcome
  }

  func difference(
    _ expected: Outcome, _ codes: Set<String>, isDerived: Bool = false
  ) -> String? {
    // A module that fails to be configured again may bind less than the model knows.
    let isKnown = !isDerived || !expected.codes.contains("providerFailed")
    if codes != expected.codes, isKnown || !codes.isSuperset(of: expected.codes) {
      return "codes \(codes) instead of \(expected.codes)"
    }
    if journal.configured != expected.configured, !isDerived {
      return "configured \(journal.configured) instead of \(expected.configured)"
    }
    if journal.created.sorted() != expected.created {
      return "created \(journal.created) instead of \(expected.created)"
    }
    let unloaded = expected.unloaded.compactMap(\.plan.unloadedNumber)
    if journal.unloaded.sorted() != unloaded.sorted() {
      return "unloaded \(journal.unloaded) instead of \(unloaded)"
    }
    // A failed change leaves nothing.
    if !codes.isEmpty, let product = journal.products.first(where: { $0.releases != 1 }) {
      return "\(product.number) of a failed change is released \(product.releases) times"
    }
    return unloadedTooEarly(expected)
  }

  /// Inner modules are unloaded before the modules that installed them.
  private func unloadedTooEarly(_ expected: Outcome) -> String? {
    for inner in expected.unloaded {
      for outer in expected.unloaded
      where inner.installers.contains(outer.serial)
        && !expected.owners(outer).contains(inner.serial)
      {
        guard let first = inner.plan.unloadedNumber, let last = outer.plan.unloadedNumber,
          let start = journal.unloaded.firstIndex(of: first),
          let end = journal.unloaded.lastIndex(of: last), start > end
        else { continue }
        return "unloaded \(journal.unloaded), but \(last) installed \(first)"
      }
    }
    return nil
  }

  func difference(_ expected: Outcome, _ codes: [String]) -> String? {
    difference(expected, Set(codes))
  }

  static func codes(of error: InjectionError) -> Set<String> {
    error.errors.isEmpty
      ? ["\(error.code)"] : error.errors.reduce(into: []) { $0.formUnion(codes(of: $1)) }
  }
}
