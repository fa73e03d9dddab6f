#if canImport(Darwin)
  import Darwin
#endif

/// How many bytes may be read of memory that was allocated for an object; nil where the C library
/// does not tell, as in a statically linked program.
func allocatedSize(of memory: UnsafeRawPointer) -> Int? {
  #if canImport(Darwin)
    return unsafe malloc_size(memory)
  #else
    // The C library has the function, and Swift's module map of it does not show it.
    typealias UsableSize = @convention(c) (UnsafeRawPointer) -> Int
    guard let function = unsafe lookUp("malloc_usable_size") else { return nil }
    return unsafe unsafeBitCast(function, to: UsableSize.self)(memory)
  #endif
}
