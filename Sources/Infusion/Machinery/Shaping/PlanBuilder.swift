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
  private var places: [AnyKeyPath: Int] = [:]
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
          .property(owner: level.cls, keyPath: nil, label: marker.label, position: index + 1),
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
        .property(owner: cls, keyPath: element.keyPath, label: nil, position: index + 1),
        name: element.name, isOptional: element.kind == .accepts, place: element.place,
        slot: element.slot ?? Slot.writing(through: element.keyPath))
      guard element.keyPath.isRooted(inChainOf: cls) else {
        errors.append(
          InjectionError(
            .wrongRoot(
              property(requirement, element), root: type(of: element.keyPath).rootType)))
        continue
      }
      if element.kind == .excludes {
        if let place = places[element.keyPath] { requirements[place] = nil }
        continue
      }
      guard requirement.slot != nil else {
        errors.append(InjectionError(.notWritable(property(requirement, element))))
        continue
      }
      if let place = places[element.keyPath] {
        requirements[place] = requirement
      } else {
        places[element.keyPath] = requirements.count
        requirements.append(requirement)
      }
    }
  }

  private func property(
    _ requirement: Requirement, _ element: RequirementElement
  ) -> InjectionError.Property {
    InjectionError.Property(
      requirement, in: object, type: type(of: element.keyPath).valueType)
  }

  /// The properties in the order in which they are set.
  var merged: [Requirement] { requirements.compactMap { $0 } }
}

extension AnyKeyPath {
  fileprivate func isRooted(inChainOf cls: AnyClass) -> Bool {
    guard let root = type(of: self).rootType as? AnyClass else { return false }
    var next: AnyClass? = cls
    while let current = next {
      if current == root { return true }
      next = _getSuperclass(current)
    }
    return false
  }
}
