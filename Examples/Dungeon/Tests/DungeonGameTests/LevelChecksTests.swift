import Foundation
import Testing

@testable import DungeonGame

/// Level files that can be decoded but not played.
struct LevelChecksTests {
  @Test func aLevelWithoutMistakesHasNoError() {
    #expect(LevelError.message(Breakage.level) == "nothing")
  }

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
      #""id": "smaug""#, #""id": "Smaug\n\"the\u00e9\"", "eggs": 0"#,
      """
      level.json:11:39: error: dragon "Smaug\\n\\"the\u{e9}\\"": "eggs" stands here for the second time
        To fix this, remove one of the two.
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
    #expect(LevelError.message(breakage.text) == breakage.message)
  }

  @Test func allMistakesAreListedInTheOrderOfTheFile() {
    let text = Breakage.level
      .replacing(#""hitPoints": 30"#, with: #""hitPoints": true"#)
      .replacing(#""id": "k""#, with: #""id": "gate""#)
      .replacing(#""guards": 2"#, with: #""gards": 2"#)
    #expect(
      LevelError.message(text) == """
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

  /// Whether a message is empty, or names a location, a subject and what to do.
  private func isComplete(_ message: String) -> Bool {
    let pattern =
      /(level\.json:\d+:\d+: error: (the level|[^:]+): [^\n]+\n  To fix this, [^\n]+\.\n?)+/
    return message == "nothing"
      || (try? pattern.wholeMatch(in: message)) != nil
        && !message.contains("it cannot be decoded") && !message.contains("correct that")
  }

  @Test func everyMissingCharacterHasAMessageWithLineAndAdvice() {
    let text = Array(Breakage.level.utf8)
    for index in text.indices {
      var damaged = text
      damaged.remove(at: index)
      let message = LevelError.message(Data(damaged))
      if !isComplete(message) { Issue.record("without the byte at \(index): \(message)") }
    }
  }

  @Test(arguments: ["null", "true", "-1", "0.5", "1e400", "\"x\"", "[]", "{}", "[[{\"id\": 1}]]"])
  func everyReplacedValueHasAMessageWithLineAndAdvice(value: String) {
    let values = Breakage.level.matches(of: /: (\d+|"[^"]*"|\[[^\]\[{]*\])/)
    #expect(values.count > 30)
    for match in values {
      let place = match.output.1.startIndex..<match.output.1.endIndex
      let text = Breakage.level.replacingCharacters(in: place, with: value)
      let message = LevelError.message(text)
      if !isComplete(message) { Issue.record("\(value) for \(match.output.1): \(message)") }
    }
  }

  @Test func aMissingFileIsAnError() {
    let error = #expect(throws: LevelError.self) { try LevelFile(path: "/nowhere/level.json") }
    #expect(
      error?.description == """
        /nowhere/level.json: error: the file cannot be read: No such file or directory
          To fix this, give the path of a level file, or none for the level that comes with the game.
        """)
  }
}
