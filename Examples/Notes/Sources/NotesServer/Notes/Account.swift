import Infusion

/// Reports the user whose request this is.
final class Account: Injectable, DefaultInitializable {
  /// The answer to `GET /me`.
  struct Summary: Codable, Sendable {
    let user: String
    /// The identifier of the request.
    let request: String
    /// How many notes the user has.
    let notes: Int
  }

  private var notes: (any NoteRepository)!
  private var request: RequestIdentifier!
  private var user: User!

  static var requires: Requirements { requiring(\.notes, \.request, \.user) }

  init() {}

  func summary() async throws -> Summary {
    Summary(
      user: user.name, request: request.text, notes: try await notes.count(of: user))
  }
}
