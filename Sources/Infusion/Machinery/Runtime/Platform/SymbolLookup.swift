#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The address of a function of the process that no module declares; nil where it cannot be looked
/// up, as in a statically linked program.
func lookUp(_ name: String) -> UnsafeMutableRawPointer? {
  #if canImport(Darwin)
    unsafe dlsym(UnsafeMutableRawPointer(bitPattern: -2), name)
  #else
    unsafe dlsym(nil, name)
  #endif
}

/// The number of bytes that may be read of memory allocated for an object; nil where the C library
/// does not say, as in a statically linked program.
func allocatedSize(of memory: UnsafeRawPointer) -> Int? {
  #if canImport(Darwin)
    return unsafe malloc_size(memory)
  #else
    // The C library has the function, but Swift's module map does not show it.
    typealias UsableSize = @convention(c) (UnsafeRawPointer) -> Int
    guard let function = unsafe lookUp("malloc_usable_size") else { return nil }
    return unsafe unsafeBitCast(function, to: UsableSize.self)(memory)
  #endif
}
