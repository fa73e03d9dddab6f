/// The declarations of the classes of a chain: everything that does not depend on an injector.
///
/// A process builds one shape per class. The shape is immutable except for what is written once: the
/// merged lists, the plan that a class which needs nothing has everywhere, and the markers, which are known
/// once the library has met an object of the class.
///
/// Threads may share it: the key paths and closures in it are the declarations of classes, which
/// no thread changes; the markers and the merged lists are written once.
final class ClassShape: TableEntry {
  /// The declarations of one class of the chain.
  struct Level {
    let cls: AnyClass
    /// Requirements and withdrawals, as written, without what the class repeats of its superclass's
    /// lists.
    var elements: [RequirementElement] = []
  }

  let cls: AnyClass
  /// The chain, from the root class to the class itself.
  let levels: [Level]
  /// Calls `awakeFromInjection`; nil when the class has none.
  let awake: ((AnyObject) throws -> Void)?
  /// The actor that the declarations belong to; nil when they belong to none.
  let isolation: ClassIsolation?

  private let markerCache = OnceReference<MarkerList>()
  private let requirementCache = OnceReference<AnyObject>()
  /// The plan of a class whose objects need nothing, for all injectors that have no extensions.
  let trivialPlan = OnceReference<TableEntry>()

  private init(
    _ cls: AnyClass, _ isolation: ClassIsolation?, _ conformances: Conformances
  ) {
    self.cls = cls
    self.isolation = isolation
    // Most classes declare nothing. The first search for a conformance may look at every one in the
    // program, so these classes get by with a single search.
    let declares = conformances.cast(cls, cls as? any InjectionDeclaring.Type) != nil
    // A list of the classes would be one more generic type to make in the first request of a process.
    var levels = superclasses(from: cls).map { Level(cls: $0) }
    levels.reverse()
    if declares { Self.read(&levels, conformances) }
    self.levels = levels
    let awaking: (any AwakesFromInjection.Type)? =
      declares ? conformances.cast(cls, cls as? any AwakesFromInjection.Type) : nil
    awake = awaking.map { Self.awaking($0) }
    super.init(Key(cls))
  }

  /// The properties to set, as the classes declare them; nil until the lists are merged.
  var requirements: [Requirement]? {
    requirementCache.load().map { OnceReference<AnyObject>.value(of: $0) }
  }

  func keep(_ requirements: [Requirement]) { _ = requirementCache.keepFirst(requirements) }

  private static let known = LookupTable<ClassShape>()
  private static let lock = Lock()

  /// The actor that the declarations of a class belong to; nil when they belong to none.
  static func isolation(of cls: AnyClass) -> ClassIsolation? {
    if let shape = known.find(Key(cls)) { return shape.isolation }
    return ClassIsolation.of(cls, .present)
  }

  /// The shape of a class.
  ///
  /// - Throws: `mainActorRequired` when the class declares itself on the main actor and the caller
  ///   is elsewhere. In that case the lists of the class are not read.
  static func of(_ cls: AnyClass) throws(InjectionError) -> ClassShape {
    if let shape = known.find(Key(cls)) {
      try shape.isolation?.require()
      return shape
    }
    let conformances = Conformances.present
    let isolation = ClassIsolation.of(cls, conformances)
    try isolation?.require()
    // `requires` is user code: it runs without a lock, twice if two threads meet the class at once.
    return known.insert(ClassShape(cls, isolation, conformances), under: lock)
  }

  /// Whether an injector calls a method of the objects of a class when it releases them.
  static func isReleased(_ cls: AnyClass) -> Bool {
    let conformances = Conformances.present
    return conformances.cast(cls, cls as? any ReleasesFromInjection.Type) != nil
      || conformances.cast(cls, cls as? any ReleasesAsynchronouslyFromInjection.Type) != nil
  }

  /// The markers of the chain by class, found by reflection on the first object of the class.
  func markers(of object: AnyObject) -> MarkerList {
    knownMarkers ?? markerCache.storeIfEmpty(MarkerList(of: object, levels: levels))
  }

  /// The markers, if the library has met an object of the class, or knows without one that it has
  /// none.
  var knownMarkers: MarkerList? {
    if let known = markerCache.load() { return known }
    return MarkerReflection.findsMarkers(declaredIn: cls)
      ? nil : markerCache.storeIfEmpty(.empty)
  }

  /// The name of the marked property that is declared at a location.
  ///
  /// - Parameters:
  ///   - location: Where the property is declared.
  ///   - marker: The type of the marker.
  ///   - owner: The name of the class that declares the property.
  /// - Returns: Nil when the library has met no object of the class, and the metadata does not tell.
  static func markedProperty(
    at location: CodeLocation, storing marker: Any.Type, in owner: String
  ) -> String? {
    var found: [Requirement] = []
    lock.withLock {
      known.forEach { shape in
        found += shape.markerCache.load()?.all.filter { $0.location == location } ?? []
      }
    }
    if let name = found.first?.propertyName {
      // A line may declare several, and a subclass inherits each.
      return found.allSatisfy { $0.propertyName == name } ? name : nil
    }
    return MarkerReflection.property(storing: marker, inClassNamed: owner, declaredAt: location)
  }

  /// Reads what the classes of a chain list, the topmost one's first.
  private static func read(_ levels: inout [Level], _ conformances: Conformances) {
    var inherited: (listed: [RequirementElement], named: [RequirementElement]) = ([], [])
    for index in levels.indices {
      let cls: AnyClass = levels[index].cls
      let listing = conformances.cast(cls, cls as? any Injectable.Type)
      let listed = listing?.requires.requirements.elements ?? []
      let naming = conformances.cast(cls, cls as? any NamedInjectable.Type)
      let named = naming?.requiresNamed.requirements.elements ?? []
      var elements = listed.removing(inherited.listed)
      if !named.isEmpty { elements += named.removing(inherited.named) }
      levels[index].elements = elements
      inherited = (listed, named)
    }
  }

  private static func awaking<Awaking: AwakesFromInjection>(
    _ cls: Awaking.Type
  ) -> (AnyObject) throws -> Void {
    { try unsafe unsafeDowncast($0, to: Awaking.self).awakeFromInjection() }
  }
}

/// The properties that a class and its superclasses mark with `@Injected`.
///
/// `@unchecked Sendable`: immutable.
final class MarkerList: @unchecked Sendable {
  static let empty = MarkerList([])

  /// One list per level of the shape; none if there is no marker.
  private let levels: [[Requirement]]

  private init(_ levels: [[Requirement]]) { self.levels = levels }

  convenience init(of object: AnyObject, levels: [ClassShape.Level]) {
    let lists = levels.map { level in
      MarkerReflection.markers(of: object, declaredIn: level.cls).enumerated()
        .map { index, found in
          let slot = found.marker.makeSlot(reaching: found.place)
          let label = StoredProperties.name(ofStorage: found.place.label)
          return Requirement(
            .property(owner: level.cls, label: label, position: index + 1), of: slot.valueType,
            name: found.marker.name, isOptional: TypeRepresentation.isOptional(slot.valueType),
            location: found.marker.location, slot: slot)
        }
    }
    self.init(lists)
  }

  var all: some Sequence<Requirement> { levels.joined() }

  /// The markers that the class at a position of the chain declares.
  func declared(at level: Int) -> [Requirement] { levels.isEmpty ? [] : levels[level] }
}

extension [RequirementElement] {
  /// The list without its superclass's list, which a class reports again if it overrides nothing or
  /// says `super.requires`: a repetition declares nothing.
  fileprivate func removing(_ inherited: [RequirementElement]) -> [RequirementElement] {
    guard !inherited.isEmpty,
      let start = indices.first(where: { self[$0...].starts(with: inherited, by: Self.areSame) })
    else { return self }
    return Array(self[..<start] + self[(start + inherited.count)...])
  }

  /// Whether both are one entry: they say the same about the same property, at the same location.
  private static func areSame(_ one: RequirementElement, _ other: RequirementElement) -> Bool {
    one.kind == other.kind && one.name == other.name && one.location == other.location
      && one.slot.isSame(as: other.slot)
  }
}
