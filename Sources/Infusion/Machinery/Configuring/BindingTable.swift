/// The binding in force for each key.
///
/// An update changes a copy of the table. The table of an injector with many bindings consists of
/// several dictionaries, so that the update copies only those that it changes.
struct BindingTable {
  private static let bindingsPerPart = 128

  /// A power of two; the hash of a key says which part it belongs to.
  private var parts: ContiguousArray<[TableKey: BindingDeclaration]> = [[:]]
  private var count = 0
  private let firstCapacity: Int

  /// - Parameter capacity: The number of bindings to make room for with the first.
  init(roomFor capacity: Int) { firstCapacity = capacity }

  /// - Complexity: O(1) on average.
  subscript(key: Key) -> BindingDeclaration? {
    if count == 0 { return nil }
    let key = TableKey(key)
    return parts[part(of: key)][key]
  }

  /// The binding of a key, or what every injector provides for it.
  func declaration(for key: Key) -> BindingDeclaration? {
    self[key] ?? BuiltInBindings.declaration(for: key)
  }

  /// Puts a binding in force, or none.
  ///
  /// - Returns: The binding that was in force.
  @discardableResult
  mutating func set(_ key: Key, to declaration: BindingDeclaration?) -> BindingDeclaration? {
    if count == 0 { parts[0].reserveCapacity(firstCapacity) }
    let key = TableKey(key)
    var previous = declaration
    swap(&parts[part(of: key)][key], &previous)
    count += (declaration == nil ? 0 : 1) - (previous == nil ? 0 : 1)
    if count > parts.count * Self.bindingsPerPart { divide() }
    return previous
  }

  private func part(of key: TableKey) -> Int {
    // A dictionary uses the low bits.
    Int(key.hash >> 48) & (parts.count - 1)
  }

  private mutating func divide() {
    let divided = parts
    parts = ContiguousArray(
      repeating: Dictionary(minimumCapacity: Self.bindingsPerPart / 2), count: parts.count * 4)
    for (key, declaration) in divided.joined() { parts[part(of: key)][key] = declaration }
  }
}

/// A key of the table with its hash, for which `Hasher` would take longer than the table.
private struct TableKey: Hashable {
  private let type: Any.Type
  private let name: Name?
  let hash: UInt

  init(_ key: Key) { (type, name, hash) = (key.type, key.name, key.addressHash) }

  static func == (left: TableKey, right: TableKey) -> Bool {
    left.type == right.type && left.name == right.name
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  func _rawHashValue(seed: Int) -> Int { Int(bitPattern: hash) ^ seed }
}
