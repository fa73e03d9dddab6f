/// Finds `@Injected` markers once per class, in its metadata.
enum MarkerReflection {
  /// Whether a class of the chain has markers.
  static func findsMarkers(declaredIn cls: AnyClass) -> Bool {
    superclasses(from: cls).contains { !storage(of: $0).isEmpty }
  }

  /// The markers declared by one class of the object's chain, in the order of their declaration.
  static func markers(
    of object: AnyObject, declaredIn owner: AnyClass
  ) -> [(marker: any InjectionMarker, place: MarkerPlace)] {
    storage(of: owner).compactMap { label, offset in
      let place = MarkerPlace(owner: owner, label: label, offset: offset)
      let marker = place.marker(in: object)
      return Conformances.present.cast(
        type(of: marker), type(of: marker) as? any InjectionMarker.Type
      )
      .map { ($0.marker(marker), place) }
    }
  }

  /// The labels and offsets of the fields that store markers.
  ///
  /// The storage is neither optional nor weak, but a strong reference in the object itself.
  private static func storage(of cls: AnyClass) -> [(label: String, offset: Int)] {
    if let found = storageInMetadata(of: cls) { return found }
    return StoredProperties.of(cls).filter { property in
      property.mayBeOfWrapper && property.isStrong && property.type is AnyClass
        && Conformances.present.cast(property.type, property.type as? any InjectionMarker.Type)
          != nil
    }.map { ($0.storage, $0.offset) }
  }

  /// The same from the metadata itself, which takes no search for the types of the fields; nil where
  /// its layout is not known.
  private static func storageInMetadata(of cls: AnyClass) -> [(label: String, offset: Int)]? {
    guard let fields = MetadataLayout.wrapperFields(of: cls) else { return nil }
    var found: [(String, Int)] = []
    for field in fields {
      guard let marker = unsafe MetadataLayout.descriptor(of: Injected<Never>.self),
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
    guard let cls = declaredType(name, "C", at: location) as? AnyClass else { return nil }
    let markers = StoredProperties.of(cls).filter { $0.type == marker }
    return markers.count == 1 ? markers[0].label : nil
  }

  /// What declares the markers that name it as their owner; a nested or generic type is not found.
  static func home(
    ofMarkersIn name: String, declaredAt location: CodeLocation
  ) -> InjectionError.Marker.Home {
    if name.hasSuffix(")") { return .function }
    if declaredType(name, "V", at: location) != nil { return .structure }
    guard let cls = declaredType(name, "C", at: location) as? AnyClass else { return .other }
    if MetadataLayout.isActor(cls) { return .actor }
    // It declares a marker, at least.
    return StoredProperties.of(cls).isEmpty ? .undescribed : .other
  }

  /// The type of a name and a kind, as the compiler writes it in mangled names.
  private static func declaredType(
    _ name: String, _ kind: String, at location: CodeLocation
  ) -> Any.Type? {
    let module = location.fileID.prefix { $0 != "/" }
    return _typeByName("\(module.utf8.count)\(module)\(name.utf8.count)\(name)\(kind)")
  }
}
