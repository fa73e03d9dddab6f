import Foundation
import Testing

@testable import DungeonGame

/// Level files with syntax errors.
struct SyntaxErrorTests {
  @Test(arguments: [
    Breakage(
      #""Smaug", "room""#, #""Smaug" "room""#,
      """
      level.json:10:56: error: dragon "smaug": this is not JSON: a comma or '}' is missing
        To fix this, write one of them before this.
      """),
    Breakage(
      #""eggs": 2"#, #""eggs": 2,"#,
      """
      level.json:11:48: error: dragon "smaug": this is not JSON: a comma stands before '}'
        To fix this, remove the comma.
      """),
    Breakage(
      #""eggs": 2"#, #""eggs" 2"#,
      """
      level.json:11:46: error: dragon "smaug": this is not JSON: a colon is missing
        To fix this, write one after "eggs".
      """),
    Breakage(
      #""eggs": 2"#, "eggs: 2",
      """
      level.json:11:39: error: dragon "smaug": this is not JSON: the name of a field is missing
        To fix this, write it in quotation marks, like "name".
      """),
    Breakage(
      #""eggs": 2"#, #""eggs": two"#,
      """
      level.json:11:47: error: dragon "smaug": this is not JSON: 'two' is no value
        To fix this, write texts in quotation marks: "two".
      """),
    Breakage(
      #""eggs": 2"#, #""eggs": 02"#,
      """
      level.json:11:47: error: dragon "smaug": this is not JSON: this is no number
        To fix this, write it like 7, -7 or 0.7.
      """),
    Breakage(
      #""eggs": 2"#, #""eggs":"#,
      """
      level.json:12:5: error: dragon "smaug": this is not JSON: a value is missing
        To fix this, write one, or remove the comma before.
      """),
    Breakage(
      #""Smaug", "room""#, #""Smaug, "room""#,
      """
      level.json:10:57: error: dragon "smaug": this is not JSON: a comma or '}' is missing
        To fix this, write one of them before this.
      """),
    Breakage(
      #""room": "east","#, #""room": "east,"#,
      """
      level.json:10:65: error: dragon "smaug": this is not JSON: a text does not end on its line
        To fix this, close it with a quotation mark.
      """),
    Breakage(
      "Smaug", #"Sm\aug"#,
      """
      level.json:10:51: error: dragon "smaug": this is not JSON: this is no escape sequence
        To fix this, write \\\\ for a backslash, \\n for a new line.
      """),
    Breakage(
      #""eggs": 2"#, #""eggs": /* many */ 2"#,
      """
      level.json:11:47: error: dragon "smaug": this is not JSON: JSON has no comments
        To fix this, remove the comment.
      """),
    Breakage(
      #""eggs": 2"#, "\"eggs\": '2'",
      """
      level.json:11:47: error: dragon "smaug": this is not JSON: texts have other quotation marks
        To fix this, write " for '.
      """),
    Breakage(
      #""exits": ["west"] }"#, #""exits": ["west" }"#,
      """
      level.json:5:59: error: room "east": this is not JSON: a comma or ']' is missing
        To fix this, write one of them before this.
      """),
    Breakage(
      "  ]\n}", "  ]\n",
      """
      level.json:18:1: error: the level: this is not JSON: the file ends, but '}' is missing
        To fix this, complete the file; a part of it may have been lost.
      """),
    Breakage(
      "  ]\n}", "  ]\n}}",
      """
      level.json:18:2: error: the level: this is not JSON: something follows after the end
        To fix this, remove what stands behind the last bracket.
      """),
  ])
  func aTextThatIsNotJSONIsNamedByLineAndEntity(breakage: Breakage) {
    #expect(LevelError.message(breakage.text) == breakage.message)
  }

  @Test func anEmptyFileIsNotJSON() {
    #expect(
      LevelError.message("") == """
        level.json:1:1: error: the level: this is not JSON: the file ends, but a value is missing
          To fix this, complete the file; a part of it may have been lost.
        """)
  }

  @Test func aFileInAnotherEncodingIsNotJSON() throws {
    let text = Breakage.level.replacing("Smaug", with: "Smäug")
    #expect(
      LevelError.message(try #require(text.data(using: .isoLatin1))) == """
        level.json:10:51: error: dragon "smaug": this is not JSON: the text is not UTF-8
          To fix this, save the file as UTF-8.
        """)
  }
}
