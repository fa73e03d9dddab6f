#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The extent of the tests, which environment variables change.
///
/// - `INFUSION_TEST_SCALE`: a factor for the number of repetitions, and for the depth of chains; 1
///   unless set. The same tests run in every lane: the check `test` takes 1, `test-release` 10,
///   `soak` 500, and the sanitizers take a half.
/// - `INFUSION_TEST_SEED`: the seed of a random test, to run it again alone.
/// - `INFUSION_TEST_PATIENCE`: the seconds after which threads that have not ended are considered
///   hanging; 600 unless set. No test measures time, and a busy machine may be slow.
enum Settings {
  static let scale = environment("INFUSION_TEST_SCALE").flatMap { Double($0) } ?? 1
  static let patience = environment("INFUSION_TEST_PATIENCE").flatMap { Int($0) } ?? 600
  static let seed = environment("INFUSION_TEST_SEED").flatMap { UInt64($0) }

  /// The number of repetitions, at least one.
  ///
  /// - Parameter count: The number of repetitions in the longer lane; the normal lane has a tenth.
  static func times(_ count: Int) -> Int { max(1, Int(Double(count) * scale / 10)) }

  /// The length of a chain that overflows a small stack if anything recurses: 100,000 in the longer lane;
  /// in the normal one, where code that is not optimized needs more stack, 5,000.
  static let depth = times(scale > 1 ? 100_000 : 50_000)

  /// The seeds of random plans, whose outcome depends on the interleaving; the seed that is set many
  /// times, if there is one.
  ///
  /// - Parameter count: The number of seeds in the longer lane; the normal lane has a tenth.
  static func seedsOfPlans(_ count: Int) -> [UInt64] {
    seed.map { Array(repeating: $0, count: 2_000) } ?? Array(1...UInt64(times(count)))
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}

/// SplitMix64: the same numbers for the same seed, on every platform.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}
