/// The binding in force for each key.
///
/// A value like a dictionary, whose place it takes for the sake of the time that setting up an
/// injector takes: see ``Key/addressHash``, and the rows setup13 and setup450 of `Tests/Benchmarks`.
struct BindingTable {
  /// Half of them or more are free.
  ///
  /// Each declaration stands at the place that its key's hash names, or behind it, without a gap
  /// between.
  private var places: ContiguousArray<BindingDeclaration?> = []
  private var count = 0

  /// - Complexity: O(1) on average.
  subscript(key: Key) -> BindingDeclaration? {
    get {
      guard !places.isEmpty else { return nil }
      return places[position(of: key)]
    }
    set { replace(key, with: newValue) }
  }

  /// Puts a declaration in the place of its key.
  ///
  /// - Returns: The one that was there.
  @discardableResult
  mutating func update(_ declaration: BindingDeclaration) -> BindingDeclaration? {
    replace(declaration.key, with: declaration)
  }

  @discardableResult
  private mutating func replace(
    _ key: Key, with declaration: BindingDeclaration?
  ) -> BindingDeclaration? {
    if declaration != nil, count * 2 >= places.count { grow() }
    guard !places.isEmpty else { return nil }
    let position = position(of: key)
    let old = places[position]
    places[position] = declaration
    count += (declaration == nil ? 0 : 1) - (old == nil ? 0 : 1)
    if declaration == nil, old != nil { closeGap(at: position) }
    return old
  }

  /// Where the key stands, or would stand.
  private func position(of key: Key) -> Int {
    unsafe places.withUnsafeBytes { bytes in
      let places = unsafe bytes.assumingMemoryBound(to: Unmanaged<BindingDeclaration>?.self)
      let mask = places.count - 1
      var position = Int(truncatingIfNeeded: key.addressHash) & mask
      // Unmanaged: what stands there stays there, and need not be retained to be looked at.
      while let present = unsafe places[position],
        unsafe present._withUnsafeGuaranteedRef({ $0.key != key })
      {
        position = (position + 1) & mask
      }
      return position
    }
  }

  private mutating func grow() {
    let old = places
    places = ContiguousArray(repeating: nil, count: Swift.max(16, old.count * 2))
    for case let declaration? in old { places[position(of: declaration.key)] = declaration }
  }

  /// Moves those forward that stood behind others because a place was taken.
  private mutating func closeGap(at first: Int) {
    let mask = places.count - 1
    var position = (first + 1) & mask
    while let declaration = places[position] {
      places[position] = nil
      places[self.position(of: declaration.key)] = declaration
      position = (position + 1) & mask
    }
  }
}
