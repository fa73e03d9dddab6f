import Foundation

/// Why a level file cannot be played: everything that is wrong, in the order of the file.
///
/// Each problem begins with file, line and column, as compilers write it, and says what to do.
package struct LevelError: Error, CustomStringConvertible {
  package let description: String

  init(name: String, problems: [LevelProblem], in text: [UInt8]) {
    let placed = problems.map { (position: TextPosition(of: $0.offset, in: text), problem: $0) }
    let paragraphs = placed.sorted { $0.position < $1.position }.map { position, problem in
      """
      \(name):\(position): error: \(problem.subject): \(problem.sentence)
        To fix this, \(problem.advice).
      """
    }
    description = paragraphs.joined(separator: "\n")
  }

  init(name: String, unreadable error: any Error) {
    let error = error as NSError
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    let isSystemError = cause.domain == NSPOSIXErrorDomain
    let reason =
      isSystemError ? String(cString: strerror(Int32(cause.code))) : cause.localizedDescription
    description = """
      \(name): error: the file cannot be read: \(reason)
        To fix this, give the path of a level file, or none for the level that comes with the game.
      """
  }
}

/// One thing that is wrong, where, and with what.
struct LevelProblem {
  /// The place in the text, as a number of bytes.
  let offset: Int
  /// The entity or the room.
  let subject: String
  let sentence: String
  let advice: String
}

// MARK: - Naming entities and rooms

extension LevelProblem {
  /// What a way leads to, as somebody would say it: `dragon "smaug"`, `entities[3]`, `room "hall"`.
  ///
  /// - Parameters:
  ///   - way: The way to a value.
  ///   - members: What is known of the entity or the room on that way.
  static func subject(_ way: [JSONMap.Step], _ members: [JSONMap.Member]) -> String {
    guard way.count >= 2, case .name(let list) = way[0], case .index(let index) = way[1],
      ["entities", "rooms"].contains(list)
    else { return "the level" }
    func text(_ name: String) -> String? { members.last { $0.name == name }?.value.text }
    let noun = list == "rooms" ? "room" : text("kind") ?? "entity"
    return if let id = text("id") { "\(noun) \"\(id)\"" } else { "\(noun) at \(list)[\(index)]" }
  }

  static func subject(_ way: [JSONMap.Step], in map: JSONMap) -> String {
    subject(way, map.nearest(to: way.prefix(2)).members)
  }

  init(_ error: JSONSyntaxError) {
    let members = error.members.count > 2 ? error.members[2] : []
    offset = error.offset
    subject = Self.subject(error.way, members)
    sentence = "this is not JSON: \(error.sentence)"
    advice = error.advice
  }
}
