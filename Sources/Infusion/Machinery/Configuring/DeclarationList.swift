/// Declarations in the order in which they were made.
///
/// Each declaration knows its own position, so removing or replacing one needs no search
/// and moves none of the others.
struct DeclarationList {
  private var entries: ContiguousArray<BindingDeclaration?> = []
  private var gaps = 0

  var isEmpty: Bool { entries.count == gaps }

  /// - Complexity: O(*n*).
  var all: [BindingDeclaration] { filter { _ in true } }

  /// - Complexity: O(*n*).
  func filter(_ isWanted: (BindingDeclaration) -> Bool) -> [BindingDeclaration] {
    var wanted: [BindingDeclaration] = []
    for case let declaration? in entries where isWanted(declaration) { wanted.append(declaration) }
    return wanted
  }

  mutating func append(_ declaration: BindingDeclaration) {
    if entries.isEmpty { entries.reserveCapacity(16) }
    declaration.position = UInt32(entries.count)
    entries.append(declaration)
  }

  mutating func remove(_ declaration: BindingDeclaration) {
    exchange(declaration, for: nil)
    gaps += 1
  }

  /// Replaces a declaration with another one in the same position.
  mutating func replace(_ declaration: BindingDeclaration, with other: BindingDeclaration) {
    other.position = declaration.position
    exchange(declaration, for: other)
  }

  /// Closes the gaps when there are more gaps than remaining declarations.
  ///
  /// Positions change, so no code may change an older copy of the list afterwards.
  mutating func compact() {
    guard gaps > entries.count / 2 else { return }
    let remaining = all
    self = DeclarationList()
    for declaration in remaining { append(declaration) }
  }

  private mutating func exchange(
    _ declaration: BindingDeclaration, for other: BindingDeclaration?
  ) {
    let position = Int(declaration.position)
    assert(entries[position] === declaration, "the list holds the declaration")
    entries[position] = other
  }
}
