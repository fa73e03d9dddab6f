/// The binding in force for each key.
///
/// The table is a value; a live injector changes a copy of it.
struct BindingTable {
  /// The bindings made while the injector was set up; all copies share them.
  let plain: PlainBindings
  /// The objects of the bindings in ``plain`` that own something, or that were changed.
  private var kept: ContiguousArray<BindingDeclaration?> = []
  /// The changes since then; nil for a key that was unbound.
  private var changed: [Key: BindingDeclaration?] = [:]

  /// - Parameter capacity: The number of bindings that there is room for in the beginning.
  init(roomFor capacity: Int) {
    plain = PlainBindings(roomFor: capacity)
  }

  /// - Complexity: O(1) on average.
  subscript(key: Key) -> BindingDeclaration? {
    get {
      if !changed.isEmpty, let change = changed[key] { return change }
      return plain.find(key).flatMap { declaration(at: $0) }
    }
    set {
      if newValue == nil, plain.find(key) == nil {
        changed[key] = nil
      } else {
        changed.updateValue(newValue, forKey: key)
      }
    }
  }

  // MARK: - Bindings of the set-up

  /// The binding at a position of ``plain``; nil when the injector has released it.
  func declaration(at position: Int) -> BindingDeclaration? {
    let object = plain[position].object
    return object < 0 ? plain.declaration(at: position) : kept[Int(object)]
  }

  /// The binding at a position of ``plain``, unless another one is in force for its key.
  func declarationInForce(at position: Int) -> BindingDeclaration? {
    if plain[position].isHidden { return nil }
    guard let declaration = declaration(at: position) else { return nil }
    return changed.isEmpty || self[declaration.key] === declaration ? declaration : nil
  }

  func isEager(at position: Int) -> Bool {
    let object = plain[position].object
    return object < 0 ? plain[position].isEager : kept[Int(object)]?.isEager == true
  }

  /// Whether there are keys for which ``plain`` does not have the answer.
  var hasChanged: Bool { !changed.isEmpty }

  /// The object of a binding that is about to change; used while the injector is set up.
  mutating func object(at position: Int) -> BindingDeclaration? {
    if plain[position].object < 0 {
      let declaration = plain.makeDeclaration(at: position)
      declaration.object = kept.count
      plain[position].object = Int32(kept.count)
      kept.append(declaration)
    }
    return declaration(at: position)
  }

  /// Releases a binding that is no longer in force.
  mutating func forget(_ declaration: BindingDeclaration) {
    let object = declaration.object
    guard kept.indices.contains(object), kept[object] === declaration else { return }
    kept[object] = nil
  }
}
