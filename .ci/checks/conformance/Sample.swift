// What the search for numbered tests has to tell apart. It is read, never compiled.
import Testing

struct Sample {
  @Test("OBJ-1: counts") func plain() {}

  @Test(
    "OBJ-2, OBJ-3: counts for both, on however many lines",
    arguments: [1, 2], ["(", "// no comment"])
  func several(number: Int, text: String) {}

  @Test("OBJ-4: is disabled", .disabled("for a while")) func disabled() {}

  @Test(
    "OBJ-5: is disabled, on several lines",
    .disabled(
      "for a while"
    )
  )
  func disabledOnLines() {}

  @Test("OBJ-6: may not run", .enabled(if: false)) func conditional() {}

  @Test("OBJ-7: is allowed to fail") func knownIssue() {
    withKnownIssue { #expect(Bool(false)) }
  }

  // @Test("OBJ-8: is a comment") func commented() {}

  /* /* @Test("OBJ-9: is a comment in a comment") func commented() {} */
  @Test("OBJ-10: is a comment, too") func commented() {} */

  #if false
    @Test("OBJ-11: is left out") func leftOut() {}
    #if os(Linux)
      @Test("OBJ-12: is left out, too") func leftOut() {}
    #endif
  #else
    @Test("OBJ-13: counts") func otherwise() {}
  #endif

  @Test("names OBJ-14, and does not begin with it") func elsewhere() {}

  @Test func unnamed() {
    let name = #"@Test("OBJ-15: is a string")"#
    print(name)
  }

  @Test("OBJ-99: has an unknown number; .disabled is only mentioned") func unknown() {}

  @Test("Defect01: counts, with \"quotes\" and a (parenthesis") func defect() {}
}

@Suite(.disabled("with everything in it")) struct DisabledSample {
  @Test("OIL-1: is disabled with its suite") func disabled() {}
}

@Suite("another") struct OtherSample {
  @Test("OIL-2: counts") func enabled() {}
}
