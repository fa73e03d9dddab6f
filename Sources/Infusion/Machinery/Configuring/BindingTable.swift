/// The binding in force for each key.
///
/// An update changes a copy of the table. To copy it takes little time, for it retains nothing: the
/// layers of its configuration keep the bindings, and must not drop one that is in force.
struct BindingTable {
  /// Each binding is in the slot that its hash says, or in the next one that is free.
  ///
  /// The number of slots is a power of two, or zero before the first binding.
  private var slots: ContiguousArray<Unretained<BindingDeclaration>?> = []
  private var count = 0

  /// The binding in force for a key.
  ///
  /// Inlined wherever a binding is looked up, the search took 8 kB more.
  ///
  /// - Complexity: O(1) on average.
  subscript(key: Key) -> BindingDeclaration? {
    @inline(never) get { count == 0 ? nil : slots[slot(of: key)]?.object }
  }

  /// Whether a binding is in force; it retains nothing, and an update asks for each kept instance.
  func has(_ declaration: BindingDeclaration) -> Bool {
    count > 0 && slots[slot(of: declaration.key)] == Unretained(declaration)
  }

  /// Puts a binding in force, or none.
  ///
  /// - Returns: The binding that was in force.
  @discardableResult
  mutating func set(_ key: Key, to declaration: BindingDeclaration?) -> BindingDeclaration? {
    // A quarter of the slots stays free.
    if count >= slots.count / 4 * 3 { grow() }
    let slot = slot(of: key)
    let previous = slots[slot]?.object
    slots[slot] = declaration.map { Unretained($0) }
    count += (declaration == nil ? 0 : 1) - (previous == nil ? 0 : 1)
    if declaration == nil, previous != nil { moveUp(behind: slot) }
    return previous
  }

  /// The slot of the binding of a key, or the free one where it belongs.
  private func slot(of key: Key) -> Int {
    var slot = home(of: key)
    while let present = slots[slot], present.with({ !$0.isOf(key) }) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  @inline(__always)
  private func home(of key: Key) -> Int {
    Int(truncatingIfNeeded: key.addressHash) & (slots.count - 1)
  }

  private mutating func grow() {
    let present = slots
    slots = ContiguousArray(repeating: nil, count: max(32, present.count * 2))
    for case let declaration? in present { place(declaration) }
  }

  /// Puts the bindings behind a slot that has become free where they are found again.
  private mutating func moveUp(behind free: Int) {
    var slot = (free + 1) & (slots.count - 1)
    while let declaration = slots[slot] {
      slots[slot] = nil
      place(declaration)
      slot = (slot + 1) & (slots.count - 1)
    }
  }

  /// Puts a binding, whose key has no other one, in the first slot that is free.
  private mutating func place(_ declaration: Unretained<BindingDeclaration>) {
    var slot = declaration.with { home(of: $0.key) }
    while slots[slot] != nil { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = declaration
  }
}
