package import Foundation

/// A file with a level, which somebody has written by hand.
///
/// Everything that is wrong with it is found in one go, as far as one mistake does not hide another.
package struct LevelFile {
  /// The name under which errors name the file.
  package let name: String
  private let data: Data

  /// Reads a file.
  ///
  /// - Throws: ``LevelError`` when it cannot be read.
  package init(path: String) throws(LevelError) {
    do {
      let data = try FileHandle(forReadingFrom: URL(filePath: path)).readToEnd()
      self.init(name: path, data: data ?? Data())
    } catch {
      throw LevelError(name: path, unreadable: error)
    }
  }

  package init(name: String, data: Data) {
    self.name = name
    self.data = data
  }

  /// The level that is played when no file is given.
  package static func oldMine() throws(LevelError) -> LevelFile {
    let url = Bundle.module.bundleURL.appending(path: "Levels/old-mine.json")
    return try LevelFile(path: url.path(percentEncoded: false))
  }

  /// Decodes and checks the level.
  ///
  /// - Throws: ``LevelError`` with everything that was found.
  package func level() throws(LevelError) -> Level {
    let text = [UInt8](data)
    let map: JSONMap
    do throws(JSONSyntaxError) {
      map = try JSONMap(text)
    } catch {
      throw LevelError(name: name, problems: [LevelProblem(error)], in: text)
    }
    let checks: LevelChecks
    do {
      let draft = try JSONDecoder().decode(LevelDraft.self, from: data)
      checks = LevelChecks(draft, map, of: text)
    } catch {
      throw LevelError(name: name, problems: [LevelProblem(error, in: map)], in: text)
    }
    guard checks.problems.isEmpty else {
      throw LevelError(name: name, problems: checks.problems, in: text)
    }
    return checks.level
  }
}
