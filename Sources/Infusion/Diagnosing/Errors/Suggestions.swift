extension Snapshot {
  /// The error that nothing provides a key, with the bindings that may have been meant.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - isCompared: Whether to look for these bindings, which takes a comparison with every binding.
  /// - Returns: The error.
  func missing(_ key: Key, isCompared: Bool = true) -> InjectionError {
    InjectionError(
      .missingBinding(
        key, isCompared ? Suggestions(for: key, in: self) : nil,
        requiresBinding: core.options.requiresExplicitBindings, injector: core.serial))
  }

  /// The error that the binding of a key provides nothing where a value is needed, or one that it is
  /// linked to.
  ///
  /// A link may provide nothing of its own accord: if it returns an Optional, or keeps the nothing that
  /// it once received.
  func nothing(_ key: Key) -> InjectionError {
    var (key, declaration) = (key, declaration(for: key))
    var steps: [InjectionError.Step] = []
    while let link = declaration, let target = (link.recipe as? LinkRecipe)?.linkedKey,
      [nil, .unscoped, .graph, .weak].contains(link.scope)
    {
      let requirement = Requirement(.link(from: key), of: target.type, name: target.name)
      steps.append(InjectionError.Step(examining: requirement, isDeclaredUse: false, owner: link))
      (key, declaration) = (target, self.declaration(for: target))
    }
    let error = InjectionError(
      .nothingProvided(
        key, declaration.map { BindingFacts($0) },
        isGone: declaration?.recipe?.kind == .weakInstance))
    return steps.reversed().reduce(error) { $0.passing($1) }
  }
}

/// Bindings that may have been meant by a key that is not bound: at most three.
///
/// In this order: the same type under another name, the nearest name first; the contributions to a
/// collection of the type; the type in a wrapper, or without one; a type of a similar name, the
/// nearest first; a subclass, or a class that is called after the type, as `V8Engine` is after
/// `Engine`.
///
/// To find them takes a comparison with every binding. It waits until something reads the error: a
/// program may often ask for what is not bound, and go on without it. All errors share what they know of
/// the bindings.
final class Suggestions: Sendable {
  private let search: Guarded<SearchForSuggestions>

  init(for key: Key, in snapshot: Snapshot) {
    search = Guarded(SearchForSuggestions(for: key, in: snapshot))
  }

  var texts: [String] { search.withLock { $0.result.texts } }

  /// The name that was meant: that of a binding of the same type which is spelled almost like it, or
  /// is the only one when the key has no name.
  var spelling: Name? { search.withLock { $0.result.spelling } }
}

/// The bindings of one configuration as candidates for suggestions, without their code: an error keeps
/// nothing that a closure has captured.
///
/// Immutable.
final class SuggestionCandidates: Sendable {
  fileprivate let bound: [SearchForSuggestions.Candidate]
  fileprivate let contributions: [SearchForSuggestions.Candidate]

  init(_ configuration: Configuration) {
    bound = configuration.declarationsInForce.map { .init($0) }
    contributions = configuration.contributionsInForce.map { .init($0) }
  }
}

private struct SearchForSuggestions {
  private static let limit = 3
  /// A program may bind thousands of names, and ask for one that a user has entered: only the
  /// beginning of a long name is compared, and thousands are not compared at all.
  ///
  /// A letter is a scalar of Unicode: a single character may have thousands of these.
  private static let (mostLetters, mostCompared) = (64, 512)

  /// A binding or contribution, without its code.
  struct Candidate: Sendable {
    let key: Key
    /// The key that it is linked to.
    let linkedKey: Key?
    let facts: BindingFacts

    init(_ declaration: BindingDeclaration) {
      key = declaration.key
      linkedKey = declaration.recipe?.linkedKey
      facts = BindingFacts(declaration)
    }
  }

  private let key: Key
  /// Those of each injector, the nearest first; empty when the search is over.
  private var levels: [SuggestionCandidates]
  private(set) lazy var result = search()

  init(for key: Key, in snapshot: Snapshot) {
    self.key = key
    levels = snapshot.nearestFirst.map(\.generation.candidates)
  }

  /// The bindings in force, the topmost injector's first.
  private var bound: [Candidate] { Snapshot.visible(levels.map(\.bound), \.key) }

  private mutating func search() -> (texts: [String], spelling: Name?) {
    // What is linked to the key needs it, and cannot stand in for it.
    let bound = bound.filter { $0.linkedKey != key }
    let contributions = levels.reversed().flatMap(\.contributions).filter { $0.linkedKey != key }
    let contributed = contributions.filter { $0.key.type == key.type && $0.key.name == key.name }
    // To bind a collection is to contribute to it.
    let element = key.ofElements?.type
    let elements = contributions.filter { $0.key.type == element }
    let sameType = sameType(bound.filter { $0.key.type == key.type } + elements)
    let others = bound.filter { $0.key.type != key.type }
    let candidates =
      sameType + contributed + wrapped(others)
      + similar(others) + subclasses(others) + calledAfter(others)
    var seen: Set<Key> = []
    let texts = candidates.filter { seen.insert($0.key).inserted }.prefix(Self.limit).map(text)
    let isOnlyName = key.name == nil && sameType.count == 1
    let spelling = sameType.first?.key.name.flatMap { isOnlyName || isMisspelled($0) ? $0 : nil }
    levels = []
    return (texts, spelling)
  }

  // MARK: - Rules

  private func sameType(_ bound: [Candidate]) -> [Candidate] {
    // Of so many names, the first ones are no better than others.
    if bound.count > Self.mostCompared { return [] }
    let name = Self.letters(of: key.name)
    return nearest(bound[...]) { editDistance(name, Self.letters(of: $0.key.name)) }
  }

  private func isMisspelled(_ name: Name) -> Bool {
    if key.name == nil { return false }
    let (wanted, name) = (Self.letters(of: key.name), Self.letters(of: name))
    if max(wanted.count, name.count) == Self.mostLetters { return false }
    let ignoringCase = wanted.elementsEqual(name) {
      $0.properties.lowercaseMapping == $1.properties.lowercaseMapping
    }
    return ignoringCase || editDistance(wanted, name) <= Self.tolerance(wanted)
  }

  private func wrapped(_ bound: [Candidate]) -> [Candidate] {
    let core = Self.unwrapped(key.type)
    return bound.filter {
      $0.key.name == key.name && Self.unwrapped($0.key.type) == core
    }
  }

  private func similar(_ bound: [Candidate]) -> [Candidate] {
    let wanted = Self.bare(key.type)
    return nearest(bound.prefix(Self.mostCompared), within: Self.tolerance(wanted)) {
      editDistance(Self.bare($0.key.type), wanted)
    }
  }

  private func subclasses(_ bound: [Candidate]) -> [Candidate] {
    bound.filter {
      guard let cls = $0.key.type as? AnyClass else { return false }
      return superclasses(from: cls).contains { $0 == key.type }
    }
  }

  private func calledAfter(_ bound: [Candidate]) -> [Candidate] {
    let wanted = Self.bare(key.type)
    guard wanted.count > 3 else { return [] }
    return bound.filter { Self.bare($0.key.type).suffix(wanted.count).elementsEqual(wanted) }
  }

  // MARK: - Parts

  /// The candidates by distance; those of the same distance keep their order.
  private func nearest(
    _ candidates: ArraySlice<Candidate>, within limit: Int = .max,
    _ distance: (Candidate) -> Int
  ) -> [Candidate] {
    candidates.map { ($0, distance($0)) }.filter { $0.1 <= limit }.sorted { $0.1 < $1.1 }
      .map(\.0)
  }

  /// How far a similar text may be away: in a short one every letter counts.
  private static func tolerance(_ letters: [Unicode.Scalar]) -> Int { min(3, letters.count / 3) }

  /// The letters of a name that are compared.
  private static func letters(of name: Name?) -> [Unicode.Scalar] {
    letters(of: name?.description ?? "")
  }

  private static func letters(of text: String) -> [Unicode.Scalar] {
    Array(text.unicodeScalars.prefix(mostLetters))
  }

  private func text(_ candidate: Candidate) -> String {
    let type = candidate.key.type
    var text = TypeText(type).text
    // The modules distinguish two types of one name.
    if type != key.type, text == TypeText(key.type).text { text = TypeText.qualified(type) }
    let facts = candidate.facts
    if facts.isContribution { text = "[\(text)]" }
    let origin = facts.location.map { " (\(facts.participle) at \($0))" } ?? ""
    return "'\(text)'\(candidate.key.name.phrase)\(origin)"
  }

  /// The name of a type without `any`.
  private static func bare(_ type: Any.Type) -> [Unicode.Scalar] {
    letters(of: String(describing: type))
  }

  /// The type inside all wrappers.
  private static func unwrapped(_ type: Any.Type) -> Any.Type {
    var type = type
    while let inner = (type as? any WrapperForm.Type)?.innerType { type = inner }
    return type
  }
}

/// How many letters have to be inserted, removed, replaced or swapped with their neighbor.
///
/// - Complexity: O(*m* × *n*) in the lengths.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var before: [Int] = []
  var previous = Array(0...right.count)
  for (row, letter) in left.enumerated() {
    var present = [row + 1]
    for (column, other) in right.enumerated() {
      var least = min(
        previous[column] + (letter == other ? 0 : 1), previous[column + 1] + 1,
        present[column] + 1)
      if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
        least = min(least, before[column - 1] + 1)
      }
      present.append(least)
    }
    (before, previous) = (previous, present)
  }
  return previous[right.count]
}
