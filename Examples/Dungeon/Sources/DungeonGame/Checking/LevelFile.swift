package import Foundation

/// A file with a level, written by hand.
///
/// Reading it finds all mistakes at once, except those that another mistake hides.
package struct LevelFile {
  /// The name that errors give the file.
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

  /// The level that is played when the command line names no file.
  package static func oldMine() throws(LevelError) -> LevelFile {
    let url = Bundle.module.bundleURL.appending(path: "Levels/old-mine.json")
    return try LevelFile(path: url.path(percentEncoded: false))
  }

  /// Decodes and checks the level.
  ///
  /// - Throws: ``LevelError`` with all mistakes that were found.
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
