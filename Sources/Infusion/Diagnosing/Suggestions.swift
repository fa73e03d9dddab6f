extension InjectorCore {
  /// The error that nothing provides a key, with what may have been meant.
  func missing(_ key: Key) -> InjectionError {
    InjectionError(.missingBinding(key, suggestions: Suggestions(for: key, in: self).texts))
  }
}

/// Bindings that may have been meant by a key that is not bound: at most three.
///
/// In this order: the same type under another name, the element for its wrapper or the wrapper for
/// its element, a type of a similar name.
struct Suggestions {
  private(set) var texts: [String] = []

  init(for key: Key, in core: InjectorCore) {
    let bound = core.declarationsInForce
    let contributed = core.contributionsInForce
    var candidates = bound.filter { $0.key.type == key.type }
    candidates += bound.filter { Self.isWrapper($0.key.type, of: key.type) }
    candidates += bound.filter { Self.isWrapper(key.type, of: $0.key.type) }
    let wanted = Self.bare(key.type)
    candidates +=
      bound
      .map { ($0, Self.distance(Self.bare($0.key.type), wanted)) }
      .filter { $0.0.key.type != key.type && $0.1 <= max(1, min(3, wanted.count / 3)) }
      .sorted { ($0.1, $0.0.key.description) < ($1.1, $1.0.key.description) }
      .map(\.0)
    candidates += bound.filter {
      let name = Self.bare($0.key.type)
      return $0.key.type != key.type && wanted.count > 3 && name.hasSuffix(wanted)
    }
    var seen: Set<Key> = []
    texts = candidates.filter { seen.insert($0.key).inserted }.map(Self.text)
    if contributed.contains(where: { $0.key == key }) {
      texts.insert("'[\(TypeText(key.type).text)]' (contributions)", at: 0)
    }
    texts = Array(texts.prefix(3))
  }

  private static func text(_ declaration: BindingDeclaration) -> String {
    let name = declaration.key.name.map { " named \"\($0)\"" } ?? ""
    let place = declaration.place.map { " (bound at \($0))" } ?? ""
    return "'\(TypeText(declaration.key.type).text)'\(name)\(place)"
  }

  private static func isWrapper(_ type: Any.Type, of inner: Any.Type) -> Bool {
    (type as? any CollectionForm.Type)?.elementType == inner
  }

  /// The name of a type without `any`.
  private static func bare(_ type: Any.Type) -> [Character] {
    Array(String(describing: type))
  }

  /// How many letters have to be inserted, removed or replaced; names much longer or shorter are
  /// far away.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    guard abs(left.count - right.count) <= 3 else { return .max }
    var previous = Array(0...right.count)
    for (row, character) in left.enumerated() {
      var present = [row + 1]
      for (column, other) in right.enumerated() {
        present.append(
          min(
            previous[column] + (character == other ? 0 : 1), previous[column + 1] + 1,
            present[column] + 1))
      }
      previous = present
    }
    return previous[right.count]
  }
}

extension Array where Element == Character {
  fileprivate func hasSuffix(_ suffix: [Character]) -> Bool {
    count > suffix.count && Array(self.suffix(suffix.count)) == suffix
  }
}
