/// One entry of a class's list, as declared and not yet checked against the class.
@usableFromInline
struct RequirementElement {
  enum Kind {
    case requires
    case accepts
    case excludes
  }

  let kind: Kind
  let slot: Slot
  let name: Name?
  /// The location of the declaration; nil for a plain list of key paths.
  let place: CodeLocation?

  init(_ kind: Kind, _ slot: Slot, name: Name? = nil, place: CodeLocation? = nil) {
    self.kind = kind
    self.slot = slot
    self.name = name
    self.place = place
  }

  /// An entry of a plain list.
  init(keyPath: AnyKeyPath, name: Name? = nil) {
    self.init(.requires, Slot(keyPath), name: name)
  }
}
