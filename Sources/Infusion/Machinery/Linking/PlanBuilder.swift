/// Merges the declarations of the classes of a chain and the additions of modules into the list of
/// properties to set.
///
/// A superclass comes before its subclass; within a class the listed properties come first, then
/// the named ones, the markers, and the additions of `extend`. A property that is declared again
/// keeps its first position, but the last declaration decides its name and optionality.
struct PlanBuilder {
  /// The properties in the order in which they are set.
  private(set) var requirements: [Requirement] = []
  /// The positions of the first requirements by their key paths, and the number of these.
  private var positions: [AnyKeyPath: Int] = [:]
  private var indexedCount = 0
  /// The errors in the declarations; a faulty property is left out.
  private(set) var errors: [InjectionError] = []

  /// Adds one class of the chain.
  mutating func add(
    _ level: ClassShape.Level, markers: [Requirement], extensions: [ClassExtension]
  ) {
    add(level.elements, of: level.cls)
    for marker in markers { requirements.append(marker) }
    for classExtension in extensions {
      add(classExtension.additions, of: level.cls)
    }
  }

  /// Adds requirements on properties of a class or its superclasses.
  mutating func add(
    _ elements: [RequirementElement], of cls: AnyClass
  ) {
    // Most classes have one list.
    if requirements.isEmpty { requirements.reserveCapacity(elements.count) }
    for (index, element) in elements.enumerated() {
      let requirement = Requirement(
        .property(owner: cls, label: nil, position: index + 1), of: element.slot.valueType,
        name: element.name, isOptional: element.kind == .accepts,
        isAddition: element.kind == .adds, location: element.location, slot: element.slot)
      func refuse(_ problem: (InjectionError.Property) -> InjectionError.Problem) {
        errors.append(InjectionError(problem(InjectionError.Property(requirement))))
      }
      guard let root = element.slot.root, superclasses(from: cls).contains(where: { $0 == root })
      else {
        refuse { .wrongRoot($0, root: element.slot.root ?? cls) }
        continue
      }
      let known = position(of: element.slot)
      if element.kind == .excludes {
        if let known { remove(at: known) }
        continue
      }
      guard element.slot.isWritable else {
        refuse { .notWritable($0) }
        continue
      }
      if element.slot.isPlain || Self.readsAllKeyPaths, element.slot.leadsThroughAProperty {
        refuse { .anotherObject($0) }
        continue
      }
      if let known {
        requirements[known] = requirement
      } else {
        requirements.append(requirement)
      }
    }
  }

  /// Whether a property with a setter of the client's compiler is worth a key path.
  ///
  /// In a debug build, the setter makes the key path in any case. In a release build, making it would
  /// take longer than the rest of a first injection: there, only a validation reads it.
  private static var readsAllKeyPaths: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  // MARK: - Finding a property again

  /// Up to this many properties are compared one by one; more are found by their key paths.
  private static let few = 32

  private mutating func position(of slot: Slot) -> Int? {
    if requirements.count <= Self.few {
      return requirements.firstIndex { $0.slot?.isSame(as: slot) ?? false }
    }
    while indexedCount < requirements.count {
      if let keyPath = requirements[indexedCount].slot?.keyPath {
        positions[keyPath] = indexedCount
      }
      indexedCount += 1
    }
    return slot.keyPath.flatMap { positions[$0] }
  }

  /// The positions behind it change: the next search finds all properties again.
  private mutating func remove(at position: Int) {
    requirements.remove(at: position)
    positions = [:]
    indexedCount = 0
  }
}
