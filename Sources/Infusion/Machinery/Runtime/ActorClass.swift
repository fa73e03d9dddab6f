/// Whether the objects of a class are actors.
///
/// A search for the conformance to `Actor` looks at every record of the program, once for each
/// class. The description of a class, which its metadata refers to, has a bit for it: see
/// *MetadataValues.h* of the Swift repository. A test compares the two. On Apple's systems,
/// Objective-C classes have other metadata, and searches use tables: there, the conformance is
/// searched for.
func isActor(_ cls: AnyClass) -> Bool {
  #if canImport(ObjectiveC) || !(arch(x86_64) || arch(arm64))
    return cls is any Actor.Type
  #else
    let metadata = unsafe unsafeBitCast(cls, to: UnsafeRawPointer.self)
    let description = unsafe metadata.load(fromByteOffset: 40, as: UnsafeRawPointer?.self)
    guard let flags = unsafe description?.load(as: UInt32.self) else { return false }
    return flags & (1 << 23) != 0
  #endif
}
