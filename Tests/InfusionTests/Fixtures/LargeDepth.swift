#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The length of a chain that would overflow a stack of 512 KB if the library used recursion.
///
/// 5,000 in `swift test`; `INFUSION_TEST_SCALE`, which is a factor, makes it 100,000 in the longer lane
/// of the checks, whose optimized code needs less stack.
let largeDepth = {
  let scale = getenv("INFUSION_TEST_SCALE").flatMap { Double(String(cString: $0)) } ?? 1
  return max(1_000, Int((scale > 1 ? 10_000 : 5_000) * scale))
}()
