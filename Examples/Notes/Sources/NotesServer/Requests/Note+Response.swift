import HTTPTypes
import Hummingbird

extension Note: ResponseEncodable {
  /// The tag of the present version, for `ETag` and `If-Match`.
  var entityTag: String { "\"\(version)\"" }

  /// An answer that consists of the note.
  func response(
    _ status: HTTPResponse.Status = .ok, location: String? = nil
  ) -> EditedResponse<Note> {
    var headers: HTTPFields = [.eTag: entityTag]
    headers[.location] = location
    return EditedResponse(status: status, headers: headers, response: self)
  }
}

extension NotePage: ResponseEncodable {}

extension Account.Summary: ResponseEncodable {}
