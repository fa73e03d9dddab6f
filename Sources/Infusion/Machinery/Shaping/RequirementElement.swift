/// One entry of a class's list, as declared: not yet checked against the class.
@usableFromInline
struct RequirementElement {
  enum Kind {
    case requires
    case accepts
    case excludes
  }

  let kind: Kind
  let keyPath: AnyKeyPath
  /// The compiled setter of `requiring` and `accepting`; nil for a plain key path.
  let slot: Slot?
  let name: Name?
  let place: CodeLocation?

  init(keyPath: AnyKeyPath, name: Name? = nil) {
    kind = .requires
    self.keyPath = keyPath
    slot = nil
    self.name = name
    place = nil
  }

  init(excluding keyPath: AnyKeyPath) {
    kind = .excludes
    self.keyPath = keyPath
    slot = nil
    name = nil
    place = nil
  }

  private init(_ kind: Kind, _ slot: CompiledSlot, _ place: CodeLocation, _ name: Name?) {
    self.kind = kind
    keyPath = slot.keyPath
    self.slot = slot.slot
    self.name = name
    self.place = place
  }

  @usableFromInline
  static func requires(
    _ slot: CompiledSlot, _ place: CodeLocation, named name: Name? = nil
  ) -> RequirementElement {
    RequirementElement(.requires, slot, place, name)
  }

  @usableFromInline
  static func accepts(
    _ slot: CompiledSlot, _ place: CodeLocation, named name: Name? = nil
  ) -> RequirementElement {
    RequirementElement(.accepts, slot, place, name)
  }
}
