/// The binding in force for each key.
///
/// An update changes a copy of the table. The table of an injector with many bindings consists of
/// several dictionaries, so that the update copies only those that it changes.
struct BindingTable {
  private static let bindingsPerPart = 256

  /// A power of two; the hash of a key says which part it belongs to.
  private var parts: ContiguousArray<[Key: BindingDeclaration]>
  private var count = 0

  /// - Parameter capacity: The number of bindings that there is room for in the beginning.
  init(roomFor capacity: Int) { parts = [Dictionary(minimumCapacity: capacity)] }

  /// - Complexity: O(1) on average.
  subscript(key: Key) -> BindingDeclaration? {
    get { parts[part(of: key)][key] }
    set {
      let part = part(of: key)
      guard let newValue else {
        if parts[part].removeValue(forKey: key) != nil { count -= 1 }
        return
      }
      guard parts[part].updateValue(newValue, forKey: key) == nil else { return }
      count += 1
      if count > parts.count * Self.bindingsPerPart { divide() }
    }
  }

  private func part(of key: Key) -> Int {
    parts.count == 1 ? 0 : Int(truncatingIfNeeded: key.addressHash) & (parts.count - 1)
  }

  private mutating func divide() {
    let divided = parts
    parts = ContiguousArray(repeating: [:], count: divided.count * 4)
    for (key, declaration) in divided.joined() { parts[part(of: key)][key] = declaration }
  }
}
