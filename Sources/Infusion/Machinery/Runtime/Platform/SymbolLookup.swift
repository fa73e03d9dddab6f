// The project builds the branch for Glibc; its check `platforms` only compiles the others.
#if canImport(Darwin)
  import Darwin
#elseif canImport(WinSDK)
  import WinSDK
#elseif canImport(Android)
  import Android
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#else
  #error("Infusion does not know this platform's symbols.")
#endif

/// The address of a function of the process that no module declares; nil where it cannot be looked
/// up, as in a statically linked program.
func lookUp(_ name: String) -> UnsafeMutableRawPointer? {
  #if canImport(WinSDK)
    let library = unsafe "swiftCore.dll".withCString(encodedAs: UTF16.self) {
      unsafe GetModuleHandleW($0)
    }
    return unsafe unsafeBitCast(GetProcAddress(library, name), to: UnsafeMutableRawPointer?.self)
  #else
    return unsafe dlsym(UnsafeMutableRawPointer(bitPattern: everyImage), name)
  #endif
}

// What `dlsym` takes to search every image: a macro, which Swift does not import.
#if canImport(Darwin)
  private var everyImage: Int { -2 }
#elseif canImport(Android) && _pointerBitWidth(_32)
  private var everyImage: Int { -1 }
#elseif !canImport(WinSDK)
  private var everyImage: Int { 0 }
#endif

/// The number of bytes that may be read of memory allocated for an object; nil where the platform
/// does not say, as in a statically linked program.
func allocatedSize(of memory: UnsafeRawPointer) -> Int? {
  #if canImport(Darwin)
    return unsafe malloc_size(memory)
  #elseif canImport(WinSDK)
    return nil
  #else
    // The C library has the function, but Swift's module map does not show it.
    typealias UsableSize = @convention(c) (UnsafeRawPointer) -> Int
    guard let function = unsafe lookUp("malloc_usable_size") else { return nil }
    return unsafe unsafeBitCast(function, to: UsableSize.self)(memory)
  #endif
}
