/// The properties of one call of `requiring`, `accepting` or `injecting`.
///
/// The client compiles these calls once for each class, so they contain as little as possible:
/// the types, and two closures for all properties (see `SlotList+Literals.swift`). The list does
/// everything else.
@usableFromInline
struct SlotList {
  private let slots: [Slot]

  private init(
    _ root: Any.Type, _ types: [Any.Type?], _ paths: @escaping Slot.Paths,
    _ write: @escaping Slot.Write
  ) {
    slots = types.enumerated().compactMap { index, type in
      type.map { unsafe Slot(root, $0, index, paths, write) }
    }
  }

  /// The properties as requirements.
  func elements(
    _ kind: RequirementElement.Kind, at place: CodeLocation?, named name: Name?
  ) -> [RequirementElement] {
    slots.map { RequirementElement(kind, $0, name: name, place: place) }
  }
}

extension SlotList {
  /// Makes a list of up to four properties, whose types a client passes in registers.
  @usableFromInline
  static func make(
    _ root: Any.Type,
    _ type1: Any.Type, _ type2: Any.Type? = nil, _ type3: Any.Type? = nil, _ type4: Any.Type? = nil,
    paths: @escaping Slot.Paths, write: @escaping Slot.Write
  ) -> SlotList {
    unsafe SlotList(root, [type1, type2, type3, type4], paths, write)
  }

  @usableFromInline
  static func make(
    _ root: Any.Type,
    _ type1: Any.Type, _ type2: Any.Type, _ type3: Any.Type, _ type4: Any.Type,
    _ type5: Any.Type, _ type6: Any.Type? = nil, _ type7: Any.Type? = nil, _ type8: Any.Type? = nil,
    paths: @escaping Slot.Paths, write: @escaping Slot.Write
  ) -> SlotList {
    unsafe SlotList(
      root, [type1, type2, type3, type4, type5, type6, type7, type8], paths, write)
  }
}
