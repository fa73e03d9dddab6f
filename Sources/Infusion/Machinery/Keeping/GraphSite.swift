/// One instance per outermost call.
///
/// The resolution keeps it, so no other thread ever waits for it, and the construction ledger does
/// not know it. A later call uses the site for another binding, unless its instance still waits for an
/// update, which keeps the site until it ends.
@safe final class GraphSite: Site {
  /// What an instance belongs to: the address of a declaration, or the identity of the key that is made
  /// on demand, and the injector in which it is at work.
  typealias Identity = (declaration: UInt, injector: Int)

  /// Kept while the call lasts, so that no other has its address.
  fileprivate private(set) var declaration: BindingDeclaration?
  fileprivate private(set) var identity: Identity = (0, 0)

  /// The instance if it is an object, which the site keeps, and how a value refers to it.
  private var object: Unretained<AnyObject>?
  private var form = ReferenceForm.none
  /// A copy of any other instance, made by the recipe, in memory that the site keeps for later calls.
  private var copy: UnsafeMutableRawPointer?
  private var room = ValueLayout(size: 0, alignment: 1)
  private var recipe: Recipe?
  /// An instance that has waited.
  private var box: InstanceBox?

  /// Whether this is the site of a binding; an odd identity may be that of another key.
  @inline(__always)
  fileprivate func isOf(_ wanted: BindingDeclaration, _ identity: Identity) -> Bool {
    self.identity == identity
      && (identity.declaration & 1 == 0 || declaration?.key == wanted.key)
  }

  fileprivate func begin(_ declaration: BindingDeclaration, _ identity: Identity) {
    self.declaration = declaration
    self.identity = identity
  }

  /// Releases the instance, whose deinitializer is user code.
  fileprivate func end() {
    (declaration, box) = (nil, nil)
    object?.release()
    object = nil
    if let recipe, let copy = unsafe copy { unsafe copy.discard(recipe.valueType) }
    recipe = nil
  }

  deinit {
    end()
    unsafe copy?.deallocate()
  }

  /// Keeps the value that a frame has finished, which refers to nothing unfinished.
  ///
  /// The form says how the value refers to an object; nil when it does so in another way.
  func keep(_ memory: UnsafeMutableRawPointer, as form: ReferenceForm?, by recipe: Recipe) {
    assert(object == nil && self.recipe == nil && box == nil, "a call has one instance")
    if let form {
      self.form = form
      object = unsafe Unretained(at: memory.load(as: UInt.self))
      object?.retain()
    } else {
      unsafe recipe.copy(memory, into: makeRoom(recipe.layout()))
      self.recipe = recipe
    }
    progress = .idle
  }

  private func makeRoom(_ layout: ValueLayout) -> UnsafeMutableRawPointer {
    if let copy = unsafe copy, layout.size <= room.size, layout.alignment <= room.alignment {
      return unsafe copy
    }
    unsafe copy?.deallocate()
    let larger = UnsafeMutableRawPointer.allocate(
      byteCount: layout.size, alignment: layout.alignment)
    (unsafe copy, room) = unsafe (larger, layout)
    return unsafe larger
  }

  @inline(__always)
  override func copy(into memory: UnsafeMutableRawPointer) -> Answer? {
    if let object {
      object.retain()
      unsafe form.initialize(memory, withAddress: object.address)
      return .ready
    }
    if let recipe, let copy = unsafe copy {
      unsafe recipe.copy(copy, into: memory)
      return .ready
    }
    return box.map { unsafe $0.copy(into: memory) }
  }

  override func publishHere(_ instance: CompletedInstance) { box = instance.box }

  override func giveUp(
    by owner: SiteOwner, failing binding: AnyObject?, _ failure: @autoclosure () -> InjectionError?
  ) {
    progress = .idle
  }
}

/// The sites of an outermost call, which later calls use again.
///
/// Used by its own thread only. A search retains nothing, or a hit would take twice as long: see the
/// matrix of `Tests/Benchmarks`.
@safe struct GraphSites: ~Copyable {
  private static let smallest = 64

  /// The sites that have been made, which the list keeps; the first `count` are in use.
  private var sites: ContiguousArray<Unretained<GraphSite>> = []
  private var count = 0
  private var index = PositionIndex()
  /// With so many instances, a change looks for those that no request can reach any more.
  private var limit = smallest

  deinit {
    for site in sites { site.release() }
  }

  @inline(__always)
  var isEmpty: Bool { count == 0 }

  /// The site of an instance, if the call has asked for it; it lives until the call ends.
  ///
  /// - Complexity: O(1) on average.
  @inline(__always)
  func find(
    _ declaration: BindingDeclaration, _ identity: GraphSite.Identity
  ) -> Unretained<GraphSite>? {
    guard count > 0 else { return nil }
    return index.position(at: Self.key(of: identity)) { position in
      sites[position].with { $0.isOf(declaration, identity) }
    }.map { sites[$0] }
  }

  @inline(__always)
  private static func key(of identity: GraphSite.Identity) -> UInt {
    identity.declaration ^ UInt(bitPattern: identity.injector) << 4
  }

  /// A site for an instance that the call has not asked for.
  mutating func add(
    _ declaration: BindingDeclaration, _ identity: GraphSite.Identity
  ) -> Unretained<GraphSite> {
    if count == index.room { grow() }
    if count == sites.count { sites.append(Unretained(keeping: GraphSite())) }
    let site = sites[count]
    site.with { $0.begin(declaration, identity) }
    index.insert(count, at: Self.key(of: identity))
    count += 1
    return site
  }

  private mutating func grow() {
    makeIndex(room: max(Self.smallest, count * 2))
    sites.reserveCapacity(index.room)
  }

  private mutating func makeIndex(room: Int) {
    index = PositionIndex(room: room)
    for position in 0..<count {
      index.insert(position, at: sites[position].with { Self.key(of: $0.identity) })
    }
  }

  /// Whether so many instances have come that some of a changed injector may be out of reach.
  var mayHaveUnreachable: Bool { count >= limit }

  /// Takes out finished instances of an injector that no request can reach any more.
  ///
  /// - Parameters:
  ///   - injector: The serial number of the injector.
  ///   - isReachable: Whether a request can still reach the instance of a declaration.
  /// - Returns: The sites, for the caller to release: deinitializers are user code.
  /// - Complexity: O(*n*) in the number of instances.
  mutating func takeOut(
    of injector: Int, unless isReachable: (BindingDeclaration) -> Bool
  ) -> [Unretained<GraphSite>] {
    func isGone(_ site: Unretained<GraphSite>) -> Bool {
      site.with { site in
        guard site.identity.injector == injector, !site.isUnderConstruction,
          let declaration = site.declaration
        else { return false }
        return !isReachable(declaration)
      }
    }
    let taken = sites.filter(isGone)
    guard !taken.isEmpty else { return [] }
    sites.removeAll(where: isGone)
    count -= taken.count
    makeIndex(room: index.room)
    return taken
  }

  /// Called when the instances that no request can reach any more have been taken out.
  mutating func raiseLimit() { limit = max(Self.smallest, 2 * count) }

  /// Drops the instances; a call that had many drops its sites, too.
  ///
  /// No chain of objects is released recursively: the completion ledger still keeps those that have
  /// properties.
  mutating func end() {
    guard count <= Self.smallest else {
      self = GraphSites()
      return
    }
    for position in 0..<count {
      let site = sites[position]
      if site.with({ $0.isUnderConstruction }) {
        sites[position] = Unretained(keeping: GraphSite())
        site.release()
      } else {
        site.with { $0.end() }
      }
    }
    index.removeAll()
    count = 0
    limit = Self.smallest
  }
}
