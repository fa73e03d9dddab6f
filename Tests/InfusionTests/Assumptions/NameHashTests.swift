import Infusion
import Testing

/// Equal names have equal hashes, however their characters are encoded.
struct NameHashTests {
  @Test func onlyThreeCharactersEqualOneOfASCII() {
    let ascii = Set((UInt8.min..<128).map { String(UnicodeScalar($0)) })
    let twins = (0x80...0x10FFFF).compactMap { UnicodeScalar(UInt32($0)) }
      .filter { ascii.contains(String($0)) }
    #expect(twins.map(\.value) == [0x37E, 0x1FEF, 0x212A])
    for twin in twins {
      let text = String(twin)
      let same = ascii.first { $0 == text }
      #expect(text.quickHash == same?.quickHash)
      #expect("left \(text) right".quickHash == "left \(same ?? "") right".quickHash)
    }
  }

  @Test(arguments: [
    "", "a", "ab", "abc", "abcd", "abcde", "abcdef", "abcdefg", "abcdefgh", "abcdefghi",
    "a name of more than 16 bytes",
  ])
  func theHashIsThatOfTheText(text: String) {
    #expect(text.quickHash == String(text.reversed().reversed()).quickHash)
    #expect(text.quickHash != (text + "x").quickHash)
  }

  @Test func composedAndDecomposedCharactersAreTheSameName() throws {
    let injector = try Injector { binder in
      binder.bind(Int.self, named: "caf\u{E9}").to { 1 }
      binder.bind(Int.self, named: "\u{212A}").to { 2 }
    }
    #expect(try injector.resolve(Int.self, named: "cafe\u{301}") == 1)
    #expect(try injector.resolve(Int.self, named: "K") == 2)
  }

  @Test func shortNamesRarelyShareAHash() {
    let names = (0..<10_000).map { "name\($0)" } + (0..<10_000).map { "\($0)name" }
    #expect(Set(names.map(\.quickHash)).count == names.count)
  }
}
