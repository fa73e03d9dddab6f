import Testing

/// How closures lie in memory, by which a binding that owns nothing is known.
struct ClosureAssumptionsTests {
  private struct Holder {
    let closure: (Int) throws -> Void

    var context: UInt {
      withUnsafeBytes(of: self) {
        $0.load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt.self)
      }
    }
  }

  @Test func aClosureIsItsCodeAndWhatItCaptures() {
    #expect(MemoryLayout<Holder>.size == 2 * MemoryLayout<UInt>.size)
    let journal = Journal()
    #expect(Holder { journal.note("\($0)") }.context != 0)
    #expect(Holder { _ in }.context == 0)
  }
}
