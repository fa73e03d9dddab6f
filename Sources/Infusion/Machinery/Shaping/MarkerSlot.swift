/// The interface of an `@Injected` marker whose value type the library does not know.
protocol InjectionMarker: AnyObject {
  var name: Name? { get }
  var location: CodeLocation { get }

  func makeSlot(reaching place: MarkerPlace) -> Slot
}

extension InjectionMarker {
  /// Returns an object of the conforming class as a marker.
  static func marker(_ object: AnyObject) -> any InjectionMarker {
    unsafe unsafeDowncast(object, to: Self.self)
  }
}

/// The way to find a marker in the objects of a class.
struct MarkerPlace {
  /// The class that declares the marked property.
  let owner: AnyClass
  /// The label of the marker's storage, as reflection shows it.
  let label: String
  /// The distance in bytes of the marker's reference from the start of the object.
  let offset: Int

  /// The marker in an object of the class or a subclass.
  ///
  /// The word holds a strong reference to a marker for as long as the object lives: `_x` is a `var`
  /// of that type.
  func marker(in object: AnyObject) -> AnyObject {
    let start = unsafe Unmanaged.passUnretained(object).toOpaque()
    return unsafe start.load(fromByteOffset: offset, as: AnyObject.self)
  }
}

extension Injected: InjectionMarker {
  /// Makes the slot of the marked property that has this marker in one of the objects.
  func makeSlot(reaching place: MarkerPlace) -> Slot {
    unsafe Slot(
      nil, Value.self,
      write: { object, memory, _ in
        Self.marker(at: place, in: object).value =
          unsafe memory.assumingMemoryBound(to: Value.self).move()
      },
      marked: ExclusiveAccess.canBeChecked() ? storage(at: place) : nil,
      leaving: { Self.marker(at: place, in: $0).leave() })
  }

  /// Where the values of the property lie; nil when only the marker itself can replace them.
  ///
  /// An Optional of a reference is one word, as the reference is. A value of another type takes code
  /// that knows the type.
  private func storage(at place: MarkerPlace) -> Slot.MarkedStorage? {
    guard TypeRepresentation.wordsOfReference(Value.self) == 1 else { return nil }
    let start = unsafe Unmanaged.passUnretained(self).toOpaque()
    let value = unsafe withUnsafeMutablePointer(to: &self.value) {
      UnsafeMutableRawPointer($0)
    }
    let distance = unsafe value - start
    let word = MemoryLayout<UInt>.size
    guard let size = unsafe allocatedSize(of: start), (2 * word...size - word).contains(distance)
    else { return nil }
    let absent = unsafe withUnsafeBytes(of: Value?.none) { unsafe $0.load(as: UInt.self) }
    return Slot.MarkedStorage(
      offset: place.offset, marker: Injected.self, value: distance, absent: absent)
  }

  private static func marker(at place: MarkerPlace, in object: AnyObject) -> Injected {
    guard let marker = place.marker(in: object) as? Injected else {
      fatalError(
        "The @Injected property '\(place.label)' of '\(TypeText(place.owner).text)' is no longer "
          + "where it was found first: it must be a stored property.")
    }
    return marker
  }
}
