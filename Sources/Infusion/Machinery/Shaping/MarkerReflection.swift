/// Finds `@Injected` markers with `Mirror`, once per class.
enum MarkerReflection {
  struct Child {
    let label: String
    let marker: any InjectionMarker
  }

  /// The markers declared by one class of the object's chain, in the order of their declaration.
  static func children(of object: AnyObject, declaredIn owner: AnyClass) -> [Child] {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let level = mirror {
      if level.subjectType == owner {
        return level.children.compactMap { child in
          // The storage of a wrapped property is neither optional nor weak, and begins with an
          // underscore: it is a strong reference in the object itself.
          guard let label = child.label, label.hasPrefix("_"),
            type(of: child.value) is any InjectionMarker.Type,
            let marker = child.value as? any InjectionMarker
          else { return nil }
          return Child(label: label, marker: marker)
        }
      }
      mirror = level.superclassMirror
    }
    return []
  }

  /// Where the marker's reference is stored in the object.
  ///
  /// A synthesized mirror shows stored properties only, so the search meets the reference before
  /// the object ends; a custom mirror may show anything, and is not trusted with a search.
  static func place(of child: Child, in object: AnyObject, declaredIn owner: AnyClass)
    -> MarkerPlace
  {
    var offset: Int?
    if !(object is any CustomReflectable) {
      let start = unsafe Unmanaged.passUnretained(object).toOpaque()
      let wanted = unsafe UInt(
        bitPattern: Unmanaged.passUnretained(child.marker as AnyObject).toOpaque())
      var position = 2 * MemoryLayout<UInt>.stride  // behind the header: class and reference counts
      while unsafe start.load(fromByteOffset: position, as: UInt.self) != wanted {
        position += MemoryLayout<UInt>.stride
      }
      offset = position
    }
    return MarkerPlace(owner: owner, label: child.label, offset: offset)
  }
}
