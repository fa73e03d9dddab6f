/// Finds `@Injected` markers once per class, in the metadata where possible, else with `Mirror`.
enum MarkerReflection {
  struct Child {
    let marker: any InjectionMarker
    let place: MarkerPlace
  }

  /// Whether there may be markers; false when the metadata shows that no class of the chain has
  /// one.
  static func mayFindMarkers(declaredIn cls: AnyClass) -> Bool {
    !superclasses(from: cls).allSatisfy { cls in
      if let storage = storage(of: cls) { return storage.isEmpty }
      // A marker is an object, so a property of another type needs no search.
      return DeclaredFields.of(cls)?.contains {
        $0.type is AnyClass && $0.type is any InjectionMarker.Type
      } == false
    }
  }

  /// The markers declared by one class of the object's chain, in the order of their declaration.
  static func children(of object: AnyObject, declaredIn owner: AnyClass) -> [Child] {
    // If a class has a mirror of its own, that mirror decides.
    guard
      Conformances.cast(type(of: object), type(of: object) as? any CustomReflectable.Type) == nil,
      let storage = storage(of: owner)
    else { return mirrored(object, declaredIn: owner) }
    return storage.compactMap { label, offset in
      let place = MarkerPlace(owner: owner, label: label, offset: offset)
      return place.marker(in: object).flatMap { marker in
        Conformances.cast(type(of: marker), type(of: marker) as? any InjectionMarker.Type)
          .map { Child(marker: $0.marker(marker), place: place) }
      }
    }
  }

  /// The labels and offsets of the fields that store markers, from the metadata of a class.
  ///
  /// The label of a property wrapper's storage begins with an underscore. The storage is neither
  /// optional nor weak, but a strong reference in the object itself.
  private static func storage(of cls: AnyClass) -> [(label: String, offset: Int)]? {
    guard let fields = MetadataLayout.fields(of: cls) else { return nil }
    var found: [(String, Int)] = []
    for field in fields where unsafe field.label.pointee == CChar(UInt8(ascii: "_")) {
      guard let marker = MetadataLayout.descriptor(of: Injected<Never>.self),
        let isMarker = unsafe MangledName(at: field.typeName).isName(of: marker)
      else { return nil }
      if isMarker { unsafe found.append((String(cString: field.label), field.offset)) }
    }
    return found
  }

  /// The name of the only marker of a type that a class declares.
  ///
  /// - Returns: Nil for a nested or generic class, and when there is more than one such marker.
  static func property(
    storing marker: Any.Type, inClassNamed name: String, declaredAt location: CodeLocation
  ) -> String? {
    guard let cls = declaredType(name, "C", at: location) as? AnyClass,
      let markers = DeclaredFields.of(cls)?.filter({ $0.type == marker }), markers.count == 1
    else { return nil }
    return StoredProperties.name(ofStorage: markers[0].label)
  }

  /// Whether a type is known to be a structure; a nested or generic one is not.
  static func isStructure(_ name: String, declaredAt location: CodeLocation) -> Bool {
    declaredType(name, "V", at: location) != nil
  }

  /// The type of a name and a kind, as the compiler writes it in mangled names.
  private static func declaredType(
    _ name: String, _ kind: String, at location: CodeLocation
  ) -> Any.Type? {
    let module = location.fileID.prefix { $0 != "/" }
    return _typeByName("\(module.utf8.count)\(module)\(name.utf8.count)\(name)\(kind)")
  }

  private static func mirrored(_ object: AnyObject, declaredIn owner: AnyClass) -> [Child] {
    // The library remembers the properties only for the names in messages.
    StoredProperties.meet(object)
    return Mirror.of(object, seenAs: owner)?.children.compactMap { child in
      guard let label = child.label, label.hasPrefix("_"),
        type(of: child.value) is any InjectionMarker.Type,
        let marker = child.value as? any InjectionMarker
      else { return nil }
      let offset = offset(of: marker, in: object)
      return Child(
        marker: marker, place: MarkerPlace(owner: owner, label: label, offset: offset))
    } ?? []
  }

  /// Where a marker's reference is stored in the object; nil when that is not certain.
  ///
  /// Another property may hold the marker, too, but only one reference to it is the storage. A
  /// custom mirror may show anything, so its markers are not searched for. Where the metadata is
  /// known, it has been used already, or it says nothing about this class.
  private static func offset(of marker: any InjectionMarker, in object: AnyObject) -> Int? {
    #if canImport(Darwin)
      if object is any CustomReflectable { return nil }
      let start = unsafe Unmanaged.passUnretained(object).toOpaque()
      let wanted = unsafe UInt(
        bitPattern: Unmanaged.passUnretained(marker as AnyObject).toOpaque())
      let header = 2 * MemoryLayout<UInt>.stride  // class and reference counts
      guard let size = unsafe allocatedSize(of: start), size > header else { return nil }
      let found = stride(from: header, to: size, by: MemoryLayout<UInt>.stride)
        .filter { unsafe start.load(fromByteOffset: $0, as: UInt.self) == wanted }
      return found.count == 1 ? found.first : nil
    #else
      return nil
    #endif
  }
}
