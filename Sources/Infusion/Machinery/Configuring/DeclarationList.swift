/// Declarations in the order in which they were made.
///
/// Each knows its own position, so taking one out or putting another in its place needs no search,
/// and moves none of the others.
struct DeclarationList {
  private var places: ContiguousArray<BindingDeclaration?> = []
  private var gaps = 0

  var isEmpty: Bool { places.count == gaps }

  /// - Complexity: O(*n*).
  var all: [BindingDeclaration] { filter { _ in true } }

  /// - Complexity: O(*n*).
  func filter(_ isWanted: (BindingDeclaration) -> Bool) -> [BindingDeclaration] {
    var wanted: [BindingDeclaration] = []
    for case let declaration? in places where isWanted(declaration) { wanted.append(declaration) }
    return wanted
  }

  /// - Complexity: O(*n*).
  func contains(where isWanted: (BindingDeclaration) -> Bool) -> Bool {
    places.contains { $0.map(isWanted) ?? false }
  }

  mutating func append(_ declaration: BindingDeclaration) {
    if places.isEmpty { places.reserveCapacity(8) }
    declaration.position = places.count
    places.append(declaration)
  }

  mutating func remove(_ declaration: BindingDeclaration) {
    guard holds(declaration) else { return }
    places[declaration.position] = nil
    gaps += 1
  }

  /// Puts another declaration in the place of one.
  mutating func replace(_ declaration: BindingDeclaration, with other: BindingDeclaration) {
    guard holds(declaration) else { return }
    other.position = declaration.position
    places[declaration.position] = other
  }

  /// Closes the gaps when they are more than what is left.
  ///
  /// Positions change: nobody may change an older copy of the list afterwards.
  mutating func compact() {
    guard gaps > places.count / 2 else { return }
    let remaining = all
    self = DeclarationList()
    for declaration in remaining { append(declaration) }
  }

  private func holds(_ declaration: BindingDeclaration) -> Bool {
    declaration.position < places.count && places[declaration.position] === declaration
  }
}
