/// Writes what happens, line by line.
final class Chronicle {
  private let write: (String) -> Void

  init(_ write: @escaping (String) -> Void) {
    self.write = write
  }

  func begin(_ heading: String) {
    write(heading)
  }

  func note(_ event: String) {
    write("  \(event)")
  }
}
