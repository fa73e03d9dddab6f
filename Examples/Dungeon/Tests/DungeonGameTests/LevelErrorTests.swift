import Foundation
import Testing

@testable import DungeonGame

/// A level with one mistake, and what is said of it.
struct Breakage: Sendable, CustomTestStringConvertible {
  static let level = """
    {
      "title": "Two rooms",
      "rooms": [
        { "id": "west", "title": "the west", "exits": ["east"] },
        { "id": "east", "title": "the east", "exits": ["west"] }
      ],
      "entities": [
        { "kind": "hero", "id": "ada", "name": "Ada", "room": "west", "hitPoints": 9, "strength": 5 },
        {
          "kind": "dragon", "id": "smaug", "name": "Smaug", "room": "east",
          "hitPoints": 30, "strength": 8, "eggs": 2
        },
        { "kind": "door", "id": "gate", "name": "a gate", "room": "west", "to": "east", "key": "k" },
        { "kind": "key", "id": "k", "name": "a key", "room": "west" },
        { "kind": "chief", "id": "urgash", "name": "Urgash", "room": "west",
          "hitPoints": 9, "strength": 3, "calls": "goblin", "guards": 2 }
      ]
    }
    """

  let original: String
  let replacement: String
  let message: String

  init(_ original: String, _ replacement: String, _ message: String) {
    self.original = original
    self.replacement = replacement
    self.message = message
  }

  var testDescription: String { "\(original) → \(replacement)" }

  var text: String { Self.level.replacing(original, with: replacement, maxReplacements: 1) }
}

struct LevelErrorTests {
  private func message(_ text: String) -> String {
    message(Data(text.utf8))
  }

  private func message(_ data: Data) -> String {
    do {
      _ = try LevelFile(name: "level.json", data: data).level()
      return "nothing"
    } catch {
      return error.description
    }
  }

  @Test func aLevelWithoutMistakesHasNoError() {
    #expect(message(Breakage.level) == "nothing")
  }

  // MARK: - Not JSON

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
    #expect(message(breakage.text) == breakage.message)
  }

  @Test func anEmptyFileIsNotJSON() {
    #expect(
      message("") == """
        level.json:1:1: error: the level: this is not JSON: the file ends, but a value is missing
          To fix this, complete the file; a part of it may have been lost.
        """)
  }

  @Test func aFileInAnotherEncodingIsNotJSON() throws {
    let text = Breakage.level.replacing("Smaug", with: "Smäug")
    #expect(
      message(try #require(text.data(using: .isoLatin1))) == """
        level.json:10:51: error: dragon "smaug": this is not JSON: the text is not UTF-8
          To fix this, save the file as UTF-8.
        """)
  }

  // MARK: - Not a level

  @Test(arguments: [
    Breakage(
      #""kind": "dragon""#, #""kind": "dragoon""#,
      """
      level.json:10:15: error: dragoon "smaug": there is no kind "dragoon"
        To fix this, write one of hero, goblin, chief, skeleton, dragon, whelp, door, key, potion, sword.
      """),
    Breakage(
      #""kind": "dragon", "#, "",
      """
      level.json:9:5: error: entity "smaug": the field "kind" is missing
        To fix this, add "kind".
      """),
    Breakage(
      #""id": "smaug", "#, "",
      """
      level.json:9:5: error: dragon at entities[1]: the field "id" is missing
        To fix this, add "id".
      """),
    Breakage(
      #""hitPoints": 30, "#, "",
      """
      level.json:9:5: error: dragon "smaug": the field "hitPoints" is missing
        To fix this, add "hitPoints".
      """),
    Breakage(
      #""hitPoints": 30"#, #""hitPoints": "thirty""#,
      """
      level.json:11:20: error: dragon "smaug": "hitPoints" is the text "thirty", and has to be a whole number
        To fix this, write a whole number.
      """),
    Breakage(
      #""hitPoints": 30"#, #""hitPoints": 30.5"#,
      """
      level.json:11:20: error: dragon "smaug": "hitPoints" is 30.5, and has to be a whole number
        To fix this, write a whole number.
      """),
    Breakage(
      #""hitPoints": 30"#, #""hitPoints": 99999999999999999999"#,
      """
      level.json:11:20: error: dragon "smaug": "hitPoints" is 99999999999999999999, and has to be a whole number
        To fix this, write a whole number.
      """),
    Breakage(
      #""hitPoints": 30"#, #""hitPoints": null"#,
      """
      level.json:11:20: error: dragon "smaug": "hitPoints" is null, and has to be a whole number
        To fix this, write a whole number.
      """),
    Breakage(
      #""name": "Smaug""#, #""name": ["Smaug"]"#,
      """
      level.json:10:48: error: dragon "smaug": "name" is a list, and has to be a text in quotation marks
        To fix this, write a text in quotation marks.
      """),
    Breakage(
      #"{ "kind": "key", "id": "k", "name": "a key", "room": "west" }"#, "7",
      """
      level.json:14:5: error: entity at entities[3]: this is 7, and has to be an object in braces, { }
        To fix this, write an object in braces, { }.
      """),
    Breakage(
      #""exits": ["west"]"#, #""exits": "west""#,
      """
      level.json:5:51: error: room "east": "exits" is the text "west", and has to be a list in brackets, [ ]
        To fix this, write a list in brackets, [ ].
      """),
    Breakage(
      #""exits": ["west"]"#, #""exits": [1]"#,
      """
      level.json:5:52: error: room "east": this is 1, and has to be a text in quotation marks
        To fix this, write a text in quotation marks.
      """),
    Breakage(
      #""title": "Two rooms","#, "",
      """
      level.json:1:1: error: the level: the field "title" is missing
        To fix this, add "title".
      """),
    Breakage(
      Breakage.level, "[]",
      """
      level.json:1:1: error: the level: this is a list, and has to be an object in braces, { }
        To fix this, write an object in braces, { }.
      """),
  ])
  func whatCannotBeDecodedIsNamedByLineAndEntity(breakage: Breakage) {
    #expect(message(breakage.text) == breakage.message)
  }

  // MARK: - Not playable

  @Test(arguments: [
    Breakage(
      #""eggs": 2"#, #""egs": 2, "eggs": 2"#,
      """
      level.json:11:39: error: dragon "smaug": there is no field "egs"
        To fix this, remove it, or write one of kind, id, name, room, hitPoints, strength, eggs.
      """),
    Breakage(
      #""eggs": 2"#, #""eggs": 2, "eggs": 3"#,
      """
      level.json:11:50: error: dragon "smaug": "eggs" stands here for the second time
        To fix this, remove one of the two.
      """),
    Breakage(
      #""title": "the east""#, #""title": "the east", "light": 1"#,
      """
      level.json:5:42: error: room "east": there is no field "light"
        To fix this, remove it, or write one of id, title, exits.
      """),
    Breakage(
      #""hitPoints": 30"#, #""hitPoints": -3"#,
      """
      level.json:11:20: error: dragon "smaug": "hitPoints" is -3, and 1 is the least it can be
        To fix this, write a whole number from 1 to 9999.
      """),
    Breakage(
      #""strength": 8"#, #""strength": 800"#,
      """
      level.json:11:36: error: dragon "smaug": "strength" is 800, and 99 is the most it can be
        To fix this, write a whole number from 0 to 99.
      """),
    Breakage(
      #""eggs": 2"#, #""eggs": -1"#,
      """
      level.json:11:47: error: dragon "smaug": "eggs" is -1, and 0 is the least it can be
        To fix this, write a whole number from 0 to 99.
      """),
    Breakage(
      #""id": "smaug""#, #""id": "ada""#,
      """
      level.json:10:31: error: dragon "ada": the id "ada" is that of entities[0], line 8, already
        To fix this, give one of the two another id.
      """),
    Breakage(
      #""id": "smaug""#, #""id": """#,
      """
      level.json:10:31: error: dragon "": "id" is empty
        To fix this, give it an id.
      """),
    Breakage(
      #""room": "east""#, #""room": "attic""#,
      """
      level.json:10:65: error: dragon "smaug": there is no room "attic"
        To fix this, add it to "rooms", or write one of west, east.
      """),
    Breakage(
      #""exits": ["west"]"#, #""exits": ["west", "attic"]"#,
      """
      level.json:5:60: error: room "east": an exit leads to "attic", and there is no such room
        To fix this, add it to "rooms", or write one of west, east.
      """),
    Breakage(
      #""to": "east""#, #""to": "attic""#,
      """
      level.json:13:77: error: door "gate": there is no room "attic"
        To fix this, add it to "rooms", or write one of west, east.
      """),
    Breakage(
      #""to": "east""#, #""to": "west""#,
      """
      level.json:13:77: error: door "gate": no exit leads from "west" to "west"
        To fix this, add "west" to the exits of the room "west", or put the door elsewhere.
      """),
    Breakage(
      #""key": "k""#, #""key": "smaug""#,
      """
      level.json:13:92: error: door "gate": there is no key "smaug"
        To fix this, add an entity of the kind "key" with that id, or leave "key" out for an open door.
      """),
    Breakage(
      #""calls": "goblin""#, #""calls": "potion""#,
      """
      level.json:16:47: error: chief "urgash": there is no kind of monster called "potion"
        To fix this, write one of goblin, chief, skeleton, dragon, whelp.
      """),
    Breakage(
      #""kind": "hero""#, #""kind": "goblin""#,
      """
      level.json:7:15: error: the level: there is no hero
        To fix this, add an entity of the kind "hero".
      """),
    Breakage(
      #""kind": "key", "id": "k""#,
      #""kind": "hero", "hitPoints": 1, "strength": 1, "id": "k""#,
      """
      level.json:13:92: error: door "gate": there is no key "k"
        To fix this, add an entity of the kind "key" with that id, or leave "key" out for an open door.
      level.json:14:15: error: hero "k": there is a hero already, at entities[0]
        To fix this, keep one hero.
      """),
  ])
  func whatCannotBePlayedIsNamedByLineAndEntity(breakage: Breakage) {
    #expect(message(breakage.text) == breakage.message)
  }

  @Test func everythingThatIsWrongIsSaidInTheOrderOfTheFile() {
    let text = Breakage.level
      .replacing(#""hitPoints": 30"#, with: #""hitPoints": true"#)
      .replacing(#""id": "k""#, with: #""id": "gate""#)
      .replacing(#""guards": 2"#, with: #""gards": 2"#)
    #expect(
      message(text) == """
        level.json:11:20: error: dragon "smaug": "hitPoints" is true, and has to be a whole number
          To fix this, write a whole number.
        level.json:14:28: error: key "gate": the id "gate" is that of entities[2], line 13, already
          To fix this, give one of the two another id.
        level.json:15:5: error: chief "urgash": the field "guards" is missing
          To fix this, add "guards".
        level.json:16:57: error: chief "urgash": there is no field "gards"
          To fix this, remove it, or write one of kind, id, name, room, hitPoints, strength, calls, guards.
        """)
  }

  @Test func aFileThatIsNotThereIsAnError() {
    let error = #expect(throws: LevelError.self) { try LevelFile(path: "/nowhere/level.json") }
    #expect(
      error?.description == """
        /nowhere/level.json: error: the file cannot be read: No such file or directory
          To fix this, give the path of a level file, or none for the level that comes with the game.
        """)
  }
}
