// The project builds the branch for Glibc; its check `platforms` only compiles the others.
#if canImport(Darwin)
  import Darwin
#elseif canImport(WinSDK)
  import ucrt
#elseif canImport(Android)
  import Android
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#else
  #error("Infusion does not know this platform's C library.")
#endif

// Functions of the C library that are the same on every platform.

/// Whether a variable of the environment has a value.
func environment(_ variable: String, is value: String) -> Bool {
  guard let found = unsafe getenv(variable) else { return false }
  return unsafe strcmp(found, value) == 0
}

/// Sorts elements in memory, in place.
///
/// Swift's own sorting would make the run-time library search all conformances of the program for the
/// type of its working memory.
func sort(
  _ elements: UnsafeMutableRawBufferPointer, stride: Int,
  by compare: @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> Int32
) {
  guard let start = elements.baseAddress else { return }
  unsafe qsort(start, elements.count / stride, stride, compare)
}
