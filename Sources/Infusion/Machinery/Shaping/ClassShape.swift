import Synchronization

/// What the classes of a chain have declared: everything that does not depend on an injector.
///
/// Built once per class and process, and immutable but for the markers, which are known as soon as
/// an object of the class has been met, and the merged lists.
///
/// `@unchecked Sendable`: the key paths and closures in it are the declarations of classes, which
/// no thread changes; the markers and the merged lists are written once.
final class ClassShape: TableEntry, @unchecked Sendable {
  /// What one class of the chain declares.
  struct Level {
    let cls: AnyClass
    /// Requirements and withdrawals, as written; empty when the class inherits its superclass's
    /// lists.
    let elements: [RequirementElement]
  }

  let cls: AnyClass
  let key: Key
  /// The chain, from the root class to the class itself.
  let levels: [Level]
  /// Calls `awakeFromInjection`; nil when the class has none.
  let awake: ((AnyObject) throws -> Void)?
  /// False when the class declares nothing, or was met off the main actor, where an isolated
  /// conformance is not found.
  private let isolation: Atomic<Bool>
  var mayBeIsolated: Bool { isolation.load(ordering: .relaxed) }

  private let markerCache = OnceReference<MarkerList>()
  private let requirementCache = OnceValue<[Requirement]>()

  private init(_ cls: AnyClass) {
    self.cls = cls
    key = Key(cls)
    guard cls is any InjectionDeclaring.Type else {
      // Most classes declare nothing, and the first search for a conformance looks at every one of
      // the program: one search has to do for them.
      levels = superclassChain(of: cls).map { Level(cls: $0, elements: []) }
      awake = nil
      isolation = Atomic(false)
      return
    }
    levels = Self.readLevels(cls)
    awake = (cls as? any AwakesFromInjection.Type).map { Self.awaking($0) }
    isolation = Atomic(MainActorIsolation.isCurrent)
  }

  /// The properties to set, as far as the classes say; nil as long as nobody has merged the lists.
  var requirements: [Requirement]? { requirementCache.value }

  func keep(_ requirements: [Requirement]) { _ = requirementCache.keepFirst(requirements) }

  private static let known = LookupTable<ClassShape>()
  private static let lock = Lock()

  /// Whether what the class declares is known and merged, and may be used anywhere.
  static func isMerged(_ cls: AnyClass) -> Bool {
    guard let shape = known.find(Key(cls)) else { return false }
    return shape.requirements != nil && !shape.mayBeIsolated
  }

  /// The shape of a class.
  ///
  /// - Throws: `mainActorRequired` when the class declares itself on the main actor and the caller
  ///   is elsewhere. Its lists are not read then.
  static func of(_ cls: AnyClass) throws(InjectionError) -> ClassShape {
    if let shape = known.find(Key(cls)) {
      try shape.requireIsolation()
      return shape
    }
    try requireIsolation(of: cls)
    // `requires` is user code: it runs without a lock, twice if two threads meet the class at once.
    let shape = known.insert(ClassShape(cls), under: lock)
    shape.examineIsolation()
    return shape
  }

  /// Throws `mainActorRequired` when the class declares itself on the main actor and the caller is
  /// elsewhere.
  func requireIsolation() throws(InjectionError) {
    if mayBeIsolated { try Self.requireIsolation(of: cls) }
  }

  /// Looks for the conformances off the main actor.
  ///
  /// On the main actor an isolated conformance looks like any other, and every injection would have
  /// to ask again.
  private func examineIsolation() {
    guard mayBeIsolated else { return }
    Task.detached { [self] in
      if (try? Self.requireIsolation(of: cls)) != nil {
        isolation.store(false, ordering: .relaxed)
      }
    }
  }

  private static func requireIsolation(of cls: AnyClass) throws(InjectionError) {
    guard cls is any InjectionDeclaring.Type else { return }
    let type = cls as Any
    // The cast of the metatype succeeds for an isolated conformance everywhere, the cast from Any
    // on its actor only.
    guard
      !(cls is any Injectable.Type) || type is any Injectable.Type,
      !(cls is any NamedInjectable.Type) || type is any NamedInjectable.Type,
      !(cls is any AwakesFromInjection.Type) || type is any AwakesFromInjection.Type
    else { throw InjectionError(.mainActorRequired(cls)) }
  }

  /// The markers of the chain by class, found by reflection on the first object of the class.
  func markers(of object: AnyObject) -> MarkerList {
    knownMarkers ?? markerCache.storeIfEmpty(MarkerList(of: object, levels: levels))
  }

  /// The markers, if an object of the class has been met, or it is known without one that there are
  /// none.
  var knownMarkers: MarkerList? {
    if let known = markerCache.load() { return known }
    return isKnownToHaveNoMarkers ? markerCache.storeIfEmpty(MarkerList(emptyFor: levels)) : nil
  }

  /// Whether the metadata tells that no class of the chain has a marker.
  private var isKnownToHaveNoMarkers: Bool {
    levels.allSatisfy { level in
      // A marker is an object: for a property of another type the search is spared.
      DeclaredFields.of(level.cls)?.contains {
        $0.type is AnyClass && $0.type is any InjectionMarker.Type
      } == false
    }
  }

  private static func readLevels(_ cls: AnyClass) -> [Level] {
    var levels: [Level] = []
    var inherited: (listed: [RequirementElement], named: [RequirementElement]) = ([], [])
    for cls in superclassChain(of: cls) {
      let listed = (cls as? any Injectable.Type)?.requires.requirements.elements ?? []
      let named = (cls as? any NamedInjectable.Type)?.requiresNamed.requirements.elements ?? []
      // A class that overrides nothing reports its superclass's lists again.
      levels.append(
        Level(
          cls: cls,
          elements: (listed.isSame(as: inherited.listed) ? [] : listed)
            + (named.isSame(as: inherited.named) ? [] : named)))
      inherited = (listed, named)
    }
    return levels
  }

  private static func awaking<Awaking: AwakesFromInjection>(
    _ cls: Awaking.Type
  ) -> (AnyObject) throws -> Void {
    { try unsafe unsafeDowncast($0, to: Awaking.self).awakeFromInjection() }
  }
}

/// The `@Injected` markers of a class, per class of its chain.
///
/// `@unchecked Sendable`: immutable.
final class MarkerList: @unchecked Sendable {
  struct Marker {
    let slot: Slot
    let name: Name?
    let place: CodeLocation
    let label: String
  }

  /// One list per level of the shape.
  let levels: [[Marker]]

  init(emptyFor levels: [ClassShape.Level]) {
    self.levels = levels.map { _ in [] }
  }

  init(of object: AnyObject, levels: [ClassShape.Level]) {
    StoredProperties.meet(object)
    self.levels = levels.map { level in
      MarkerReflection.children(of: object, declaredIn: level.cls).map { child in
        let place = MarkerReflection.place(of: child, in: object, declaredIn: level.cls)
        return Marker(
          slot: child.marker.makeSlot(reaching: place), name: child.marker.name,
          place: child.marker.place, label: StoredProperties.name(ofStorage: child.label))
      }
    }
  }
}

extension [RequirementElement] {
  /// Whether both lists say the same of the same properties.
  fileprivate func isSame(as other: [RequirementElement]) -> Bool {
    elementsEqual(other) {
      $0.kind == $1.kind && $0.name == $1.name && $0.slot.isSame(as: $1.slot)
    }
  }
}
