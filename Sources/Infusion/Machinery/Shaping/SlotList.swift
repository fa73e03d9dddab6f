/// The properties of one call of `requiring`, `accepting` or `injecting`.
///
/// The client compiles these calls once for each class, so they contain as little as possible:
/// the types, and two closures for all properties (see `SlotList+Literals.swift`). The list does
/// everything else.
@usableFromInline
struct SlotList {
  private let slots: [Slot]

  /// The properties as requirements.
  func elements(
    _ kind: RequirementElement.Kind, at location: CodeLocation?, named name: Name?
  ) -> [RequirementElement] {
    slots.map { RequirementElement(kind, $0, name: name, location: location) }
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
    var slots: [Slot] = []
    slots.reserveCapacity(4)
    // A setter that captures the arguments of a class makes a key path for each write: the optimizer
    // does not replace the key paths of a generic class by direct stores where it is still generic.
    let makesKeyPaths =
      unsafe !Slot.identity(of: write).isPlain && MetadataLayout.mayBeGeneric(root)
    for case let (index, type?) in [type1, type2, type3, type4].enumerated() {
      slots.append(
        makesKeyPaths
          ? Slot(paths(index), isPlain: false)
          : unsafe Slot(root, type, at: index, paths, write: write))
    }
    return SlotList(slots: slots)
  }

  /// Joins the parts of a longer list.
  @usableFromInline
  static func + (first: SlotList, second: SlotList) -> SlotList {
    SlotList(slots: first.slots + second.slots)
  }
}
