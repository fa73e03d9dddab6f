import Foundation

/// Why a level file cannot be played: all its mistakes, in the order of the file.
///
/// Each one begins with file, line and column, as compilers write it, and says what to do.
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
