import HTTPTypes
import Hummingbird

/// The user who sends a request.
///
/// The header `X-User` has the name. That keeps the notes of users apart, but protects nothing:
/// a server for more than one's own machine would check a password or a token here.
package struct User: Equatable, Sendable, CustomStringConvertible {
  static let field = HTTPField.Name("X-User")!
  static let longest = 64

  /// One to 64 ASCII letters, digits, and `.`, `_`, `-`.
  package let name: String

  package var description: String { name }

  /// A user for the example request.
  static let example = User(valid: "example")

  private init(valid name: String) { self.name = name }

  /// Makes a user; nil if the name is not valid.
  package init?(name: String) {
    guard (1...Self.longest).contains(name.utf8.count), name.utf8.allSatisfy(\.isNameCharacter)
    else { return nil }
    self.init(valid: name)
  }

  /// The user who sends a request.
  init(_ request: Request) throws(Problem) {
    guard let name = request.headers[Self.field] else {
      throw Problem(
        .unauthorized, "Say whose notes it is about.",
        faults: [Problem.Fault(field: "\(Self.field)", detail: "the header is required")])
    }
    guard let user = User(name: name) else {
      let detail = "must be 1 to \(Self.longest) ASCII letters, digits, '.', '_' or '-'"
      throw Problem(
        .badRequest, "This cannot be the name of a user.",
        faults: [Problem.Fault(field: "\(Self.field)", detail: detail)])
    }
    self = user
  }
}

extension UInt8 {
  /// Whether it is an ASCII letter or digit, or one of `.`, `_`, `-`.
  var isNameCharacter: Bool {
    switch UnicodeScalar(self) {
    case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": true
    default: false
    }
  }
}
