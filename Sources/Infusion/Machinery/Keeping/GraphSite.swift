/// One instance per outermost call.
///
/// The resolution keeps it, so no other thread ever waits for it, and the construction ledger does
/// not know it. A later call uses the site for another binding, unless its instance was put into the
/// list of those that wait: an update keeps that list until it ends.
@safe final class GraphSite: Site {
  /// What an instance belongs to: the address of a declaration, and the injector in which it is at
  /// work.
  typealias Identity = (declaration: UInt, injector: Int)

  /// Kept while the call lasts, so that no other has its address.
  private var declaration: BindingDeclaration?
  fileprivate private(set) var identity: Identity = (0, 0)
  /// The next site in the same bucket; negative where there is none.
  fileprivate var next: Int32 = -1

  /// The instance if it is an object, which the site keeps, and how a value refers to it.
  private var object: Unmanaged<AnyObject>?
  private var form = ReferenceForm.none
  /// A copy of any other instance, made by the recipe, in memory that the site keeps for later calls.
  private var copy: UnsafeMutableRawPointer?
  private var room = ValueLayout(size: 0, alignment: 1)
  private var recipe: Recipe?
  /// An instance that has waited.
  private var box: InstanceBox?

  fileprivate private(set) var hasWaited = false

  override func wait(as member: Int) {
    super.wait(as: member)
    hasWaited = true
  }

  fileprivate func begin(_ declaration: BindingDeclaration, _ identity: Identity) {
    self.declaration = declaration
    self.identity = identity
  }

  /// Releases the instance, whose deinitializer is user code.
  fileprivate func end() {
    (declaration, box) = (nil, nil)
    progress = .idle
    unsafe object?.release()
    unsafe object = nil
    if let recipe, let copy = unsafe copy { unsafe recipe.discard(copy) }
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
    unsafe assert(object == nil && self.recipe == nil && box == nil, "a call has one instance")
    if let form {
      self.form = form
      unsafe object = unsafe memory.load(as: Unmanaged<AnyObject>.self).retain()
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
    if let object = unsafe object {
      let reference = unsafe UInt(bitPattern: object.retain().toOpaque())
      unsafe form.initialize(memory, withAddress: reference)
      return .ready
    }
    if let recipe, let copy = unsafe copy {
      unsafe recipe.copy(copy, into: memory)
      return .ready
    }
    return box.map { unsafe $0.copy(into: memory) }
  }

  override func publishHere(_ instance: CompletedInstance) { box = instance.box }

  override func withdrawHere() { box = nil }

  override func giveUp(by owner: SiteOwner, failure: InjectionError?) { progress = .idle }
}

/// The sites of an outermost call, which later calls use again.
///
/// Used by its own thread only. A search retains nothing, or a hit would take twice as long: see the
/// matrix of `Tests/Benchmarks`.
@safe struct GraphSites: ~Copyable {
  private static let smallest = 64

  /// The sites, which the list keeps; the first `count` are in use.
  private var sites = unsafe GraphSites.nowhere
  private var count = 0
  /// The number of sites that have been made.
  private var made = 0
  /// The number of sites and of buckets that there is room for: a power of two, or zero.
  private var capacity = 0
  /// The first site of each bucket; negative where there is none.
  private var buckets = unsafe GraphSites.noBuckets

  /// The memory of a list that has room for nothing.
  nonisolated(unsafe) private static let nowhere =
    UnsafeMutablePointer<Unretained<GraphSite>>.allocate(capacity: 0)
  nonisolated(unsafe) private static let noBuckets =
    UnsafeMutablePointer<Int32>.allocate(capacity: 0)

  deinit {
    for position in 0..<made { unsafe sites[position].release() }
    deallocate()
  }

  private func deallocate() {
    guard capacity > 0 else { return }
    unsafe sites.deallocate()
    unsafe buckets.deallocate()
  }

  @inline(__always)
  var isEmpty: Bool { count == 0 }

  @inline(__always)
  private func bucket(of identity: GraphSite.Identity) -> Int {
    (identity.declaration ^ UInt(bitPattern: identity.injector) << 4).spread & (capacity - 1)
  }

  /// The site of an instance, if the call has asked for it; it lives until the call ends.
  ///
  /// - Complexity: O(1) on average.
  @inline(__always)
  func find(_ identity: GraphSite.Identity) -> Unretained<GraphSite>? {
    guard count > 0 else { return nil }
    var position = unsafe buckets[bucket(of: identity)]
    while position >= 0 {
      let site = unsafe sites[Int(position)]
      if site.with({ $0.identity == identity }) { return site }
      position = site.with { $0.next }
    }
    return nil
  }

  /// A site for an instance that the call has not asked for.
  mutating func add(
    _ declaration: BindingDeclaration, _ identity: GraphSite.Identity
  ) -> Unretained<GraphSite> {
    if count == capacity { grow() }
    if count == made {
      unsafe (sites + made).initialize(to: Unretained(keeping: GraphSite()))
      made += 1
    }
    let site = unsafe sites[count]
    site.with { $0.begin(declaration, identity) }
    list(count)
    count += 1
    return site
  }

  private func list(_ position: Int) {
    unsafe sites[position].with { site in
      let bucket = bucket(of: site.identity)
      site.next = unsafe buckets[bucket]
      unsafe buckets[bucket] = Int32(position)
    }
  }

  private mutating func grow() {
    let size = max(Self.smallest, capacity * 2)
    let larger = UnsafeMutablePointer<Unretained<GraphSite>>.allocate(capacity: size)
    unsafe larger.moveInitialize(from: sites, count: made)
    deallocate()
    capacity = size
    unsafe sites = unsafe larger
    unsafe buckets = .allocate(capacity: capacity)
    unsafe buckets.initialize(repeating: -1, count: capacity)
    for position in 0..<count { list(position) }
  }

  /// Releases the instances, and most sites of a call that had many.
  mutating func end() {
    guard capacity <= Self.smallest else {
      self = GraphSites()
      return
    }
    for position in 0..<count {
      let site = unsafe sites[position]
      unsafe buckets[bucket(of: site.with { $0.identity })] = -1
      if site.with({ $0.hasWaited }) {
        unsafe sites[position] = Unretained(keeping: GraphSite())
        site.release()
      } else {
        site.with { $0.end() }
      }
    }
    count = 0
  }
}
