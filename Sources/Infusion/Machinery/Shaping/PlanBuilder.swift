/// Merges what the classes of a chain declare, and what modules add, into the list of properties to
/// set.
///
/// Superclass before subclass; within a class the listed properties, the named ones, the markers,
/// then what `extend` adds. A property that is declared again keeps its first place, and the last
/// declaration decides its name and optionality.
struct PlanBuilder {
  /// An object of the class, for the names in messages.
  private let object: AnyObject?
  private var requirements: [Requirement?] = []
  /// What is wrong with the declarations; such a property is left out.
  private(set) var errors: [InjectionError] = []

  init(for object: AnyObject?) {
    self.object = object
  }

  /// Adds one class of the chain.
  mutating func add(
    _ level: ClassShape.Level, markers: [MarkerList.Marker],
    extensions: [ClassExtension]
  ) {
    add(level.elements, of: level.cls)
    for (index, marker) in markers.enumerated() {
      requirements.append(
        Requirement(
          .property(owner: level.cls, label: marker.label, position: index + 1),
          name: marker.name, isOptional: marker.slot.isOptional, place: marker.place,
          slot: marker.slot))
    }
    for classExtension in extensions {
      add(classExtension.additions, of: level.cls)
    }
  }

  /// Adds requirements on properties of a class or its superclasses.
  mutating func add(
    _ elements: [RequirementElement], of cls: AnyClass
  ) {
    for (index, element) in elements.enumerated() {
      let requirement = Requirement(
        .property(owner: cls, label: nil, position: index + 1), name: element.name,
        isOptional: element.kind == .accepts, place: element.place, slot: element.slot)
      guard let root = element.slot.root, Self.isClass(root, inChainOf: cls) else {
        errors.append(
          InjectionError(
            .wrongRoot(
              InjectionError.Property(requirement, in: object),
              root: element.slot.root ?? cls)))
        continue
      }
      let known = requirements.firstIndex { $0?.slot?.isSame(as: element.slot) ?? false }
      if element.kind == .excludes {
        if let known { requirements[known] = nil }
        continue
      }
      guard element.slot.isWritable else {
        errors.append(
          InjectionError(.notWritable(InjectionError.Property(requirement, in: object))))
        continue
      }
      if let known {
        requirements[known] = requirement
      } else {
        requirements.append(requirement)
      }
    }
  }

  /// The properties in the order in which they are set.
  var merged: [Requirement] { requirements.compactMap { $0 } }

  private static func isClass(_ root: Any.Type, inChainOf cls: AnyClass) -> Bool {
    var next: AnyClass? = cls
    while let current = next {
      if current == root { return true }
      next = _getSuperclass(current)
    }
    return false
  }
}
