import Foundation

/// A JSON file that describes a garage.
struct GarageFile {
  let path: String

  /// The file beside the sources, wherever the repository and the current folder are.
  static let example = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "garage.json").path(percentEncoded: false)

  /// Decodes the garage and everything in it.
  func garage() throws(FileError) -> Garage {
    let data: Data
    do {
      data = try FileHandle(forReadingFrom: URL(filePath: path)).readToEnd() ?? Data()
    } catch {
      throw FileError(path, unreadable: error)
    }
    do {
      return try JSONDecoder().decode(Garage.self, from: data)
    } catch {
      throw FileError(path, containing: data, undecodable: error)
    }
  }
}
