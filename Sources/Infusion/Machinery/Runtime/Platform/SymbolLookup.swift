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
