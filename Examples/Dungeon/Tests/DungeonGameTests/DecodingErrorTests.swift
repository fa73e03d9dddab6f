import Testing

@testable import DungeonGame

/// Level files that the decoder rejects.
struct DecodingErrorTests {
  @Test(arguments: [
    Breakage(
      #""kind": "dragon""#, #""kind": "dragoon""#,
      """
      level.json:10:15: error: entity "smaug": there is no kind "dragoon"
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
    #expect(LevelError.message(breakage.text) == breakage.message)
  }
}
