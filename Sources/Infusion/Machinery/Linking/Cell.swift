import Synchronization

/// The binding of a key, or of a contribution, in one snapshot, once it is linked.
///
/// Plans hold cells, so a request finds the binding without looking the key up.
final class Cell: Source {
  /// The injector of the snapshot.
  let core: Unretained<InjectorCore>
  /// The binding that answers, once it is known; it belongs to this injector or to one above it.
  let content = OnceReference<ActiveBinding>()

  /// The contribution that the cell is for; nil when it is for the binding in force for its key.
  let contribution: BindingDeclaration?
  /// The number that identifies, with the injector, a frame that makes a value for the cell.
  ///
  /// All snapshots of the injector have the same one. A class and the cell of its unnamed key have
  /// it, too: an existing object under injection answers a request for its class. That of a named
  /// key is odd, and may be that of another key.
  let identity: UInt
  /// The number of images of the process at the last search that found nothing; 0 before the first
  /// one, and where images cannot be counted.
  private let searchedImages = Atomic<Int>(0)
  /// The same if no image could add anything.
  private static var allImages: Int { .max }

  init(_ key: Key, in snapshot: Snapshot, of contribution: BindingDeclaration? = nil) {
    core = snapshot.coreReference
    self.contribution = contribution
    identity = contribution.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? key.identity
    super.init(key, in: snapshot, isCell: true)
  }

  /// The binding that answers a request, from this injector, from one above, or made on demand; nil
  /// when there is none.
  ///
  /// The first request may run user code, namely the declarations of a class.
  func binding() throws(InjectionError) -> ActiveBinding? {
    if let known = content.load() { return known }
    // Only another image can add a conformance, with which the type would be made on demand.
    let searched = searchedImages.load(ordering: .relaxed)
    if searched == Self.allImages || searched > 0 && searched == MetadataLayout.imageCount {
      try snapshot.core.requireOpen(key)
      return nil
    }
    return try snapshot.findBinding(for: self).map { content.storeIfEmpty($0) }
  }

  /// Whether a search has found that nothing will ever answer, and the injector has not ended.
  @inline(__always)
  var isAbsent: Bool {
    searchedImages.load(ordering: .relaxed) == Self.allImages && !core.with { $0.isShutDown }
  }

  /// Calls a search for what the type declares, and notes that it finds nothing.
  func searching(
    _ search: () throws(InjectionError) -> ActiveBinding?
  ) throws(InjectionError) -> ActiveBinding? {
    let isFinal =
      snapshot.core.options.requiresExplicitBindings
      || TypeRepresentation.isExistential(key.type)
    let images = isFinal ? Self.allImages : MetadataLayout.imageCount
    let found = try search()
    if found == nil { searchedImages.store(images, ordering: .relaxed) }
    return found
  }
}

extension Unretained<Cell> {
  /// The binding, if it is known; it lives as long as the snapshot.
  @inline(__always)
  var binding: Unretained<ActiveBinding>? {
    with { $0.content.unprotected }
  }

  /// Copies an existing instance that the injector keeps; false when there is none, when there are
  /// observers, or when the thread is out of reach.
  @inline(__always)
  func copyExisting(
    into memory: UnsafeMutableRawPointer, on record: Unretained<ThreadRecord>
  ) -> Bool {
    binding?.with { binding in
      unsafe !binding.isObserved
        && binding.copyExisting(into: memory, on: record, retainOpaquely)
    } ?? false
  }
}
