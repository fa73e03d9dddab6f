import Foundation
import Testing

@testable import DungeonGame

struct JSONMapTests {
  private func position(_ text: String, _ way: JSONMap.Step...) throws -> String {
    let bytes = Array(text.utf8)
    let node = try JSONMap(bytes).nearest(to: way)
    return "\(TextPosition(of: node.offset, in: bytes))"
  }

  @Test func everyValueHasALineAndAColumn() throws {
    let text = """
      {
        "rooms": [
          "hall", { "id": "gate" }
        ]
      }
      """
    #expect(try position(text) == "1:1")
    #expect(try position(text, .name("rooms")) == "2:12")
    #expect(try position(text, .name("rooms"), .index(0)) == "3:5")
    #expect(try position(text, .name("rooms"), .index(1), .name("id")) == "3:21")
  }

  @Test func whatDoesNotExistIsWhereItShouldBe() throws {
    #expect(try position("[\n  { }\n]", .index(0), .name("id")) == "2:3")
    #expect(try position("[\n  { }\n]", .index(7), .name("id")) == "1:1")
  }

  @Test func columnsAreCountedInCharacters() throws {
    #expect(try position("[\"né 👩🏽‍🚀\", 1]", .index(1)) == "1:10")
  }

  @Test func linesMayEndAsOnWindows() throws {
    #expect(try position("[\r\n  1,\r\n  2\r\n]", .index(1)) == "3:3")
  }

  @Test func theLastOfTwoMembersOfOneNameCounts() throws {
    #expect(try position(#"{ "a": 1, "a": 2 }"#, .name("a")) == "1:16")
  }

  @Test func escapesAreReadAsFoundationReadsThem() throws {
    let text = #""q\" b\\ s\/ \b\f\n\r\t \u00e9 \uD83D\uDC09 \u0000""#
    let expected = try JSONDecoder().decode(String.self, from: Data(text.utf8))
    #expect(try JSONMap(Array(text.utf8)).root.text == expected)
  }

  /// Whether the map and Foundation both accept or both reject a text.
  ///
  /// On some platforms, Foundation accepts a comma before a closing bracket. The map never does.
  private func isAgreed(_ bytes: [UInt8]) -> Bool {
    let theirs =
      (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
    do {
      _ = try JSONMap(bytes)
      return theirs
    } catch {
      return !theirs || error.advice == "remove the comma"
    }
  }

  @Test(arguments: [
    "", " ", "1", "-1", "0", "-0", "01", "-", "+1", "1.", ".5", "1.5", "1e5", "1E+5", "1e", "1e-",
    "0x10", "1 2", "\"\"", "\"a", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\uD800\"",
    "\"\\uD800\\u0041\"", "\"\\uDC00\"", "\"\\uD83D\\uDC09\"", "\"\u{1}\"", "\"\n\"", "\"\u{7F}\"",
    "true", "false", "null", "nul", "True", "truefalse", "[]", "[", "]", "[1", "[1,", "[1,]", "[,]",
    "[1 2]", "[[]]", "[1]]", "{}", "{", "}", "{\"a\"}", "{\"a\":}", "{\"a\":1", "{\"a\":1,}",
    "{a:1}", "{'a':1}", "{\"a\":1 \"b\":2}", "{\"a\":1,\"b\":2}", "{\"a\":1,\"a\":2}", "{1:2}",
    "[1] // no", "/* no */ 1", "\u{FEFF}[1]", "[1\u{A0}]", "[\t1\r\n]", "[\u{B}1]",
  ])
  func aTextIsJSONWhereFoundationSaysSo(text: String) {
    #expect(isAgreed(Array(text.utf8)))
  }

  @Test(arguments: [
    [0xFF], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0x80, 0x22],
  ])
  func bytesThatAreNotUTF8AreRejected(bytes: [UInt8]) throws {
    #expect(throws: JSONSyntaxError.self) { try JSONMap(bytes) }
  }

  @Test func itAgreesWithFoundationIfAnyCharacterOfALevelIsMissing() throws {
    let text = Array(LevelGenerator(seed: 2).level(count: 4))
    for index in text.indices {
      var damaged = text
      damaged.remove(at: index)
      if !isAgreed(damaged) { Issue.record("without the byte at \(index)") }
    }
  }

  @Test(arguments: Array("{}[],:\"\\x9 \n".utf8))
  func itAgreesWithFoundationOnACharacterInTheWrongPosition(byte: UInt8) throws {
    let text = Array(LevelGenerator(seed: 2).level(count: 3))
    for index in text.indices {
      var damaged = text
      damaged[index] = byte
      if !isAgreed(damaged) { Issue.record("with \(byte) at \(index)") }
    }
  }

  @Test func aTextThatIsNestedTooDeepIsAnErrorNotACrash() {
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONMap([UInt8](repeating: UInt8(ascii: "["), count: 100_000))
    }
    #expect(error?.sentence == "this is nested too deep")
  }
}
