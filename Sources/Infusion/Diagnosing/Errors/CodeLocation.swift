/// A location in your source.
///
/// `Sendable`.
public struct CodeLocation: Hashable, Sendable, CustomStringConvertible {
  /// The module and file, as in `#fileID`: `Garage/Car.swift`.
  public let fileID: String

  /// The line, counted from one.
  public let line: UInt

  /// Creates a location.
  ///
  /// - Parameters:
  ///   - fileID: The module and file, as `#fileID` gives them.
  ///   - line: The line, counted from one.
  public init(fileID: String, line: UInt) {
    self.fileID = fileID
    self.line = line
  }

  /// The file without its module, and the line: `Car.swift:12`.
  public var description: String {
    let file = fileID.split(separator: "/").last.map(String.init) ?? fileID
    return "\(file):\(line)"
  }
}
