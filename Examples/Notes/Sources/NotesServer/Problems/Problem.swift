import Foundation
package import HTTPTypes
package import Hummingbird

/// Why the server cannot do what a request asks for, in the format of RFC 9457.
package struct Problem: HTTPResponseError, Equatable {
  /// A mistake in one field.
  package struct Fault: Codable, Equatable, Sendable {
    /// The path of the field in the body, or the name of a header or a parameter.
    package let field: String
    package let detail: String
  }

  package let status: HTTPResponse.Status
  package let detail: String?
  package let faults: [Fault]

  init(_ status: HTTPResponse.Status, _ detail: String? = nil, faults: [Fault] = []) {
    self.status = status
    self.detail = detail
    self.faults = faults
  }

  /// The user has no note with that number.
  static func noNote(_ id: some CustomStringConvertible) -> Problem {
    Problem(.notFound, "There is no note '\(id)'.")
  }

  /// The body of the answer.
  package struct Body: Codable, Equatable, Sendable {
    package var title: String
    package var status: Int
    package var detail: String?
    package var errors: [Fault]?
  }

  package func response(from request: Request, context: some RequestContext) throws -> Response {
    var response = try context.responseEncoder.encode(
      Body(
        title: status.reasonPhrase, status: status.code, detail: detail,
        errors: faults.isEmpty ? nil : faults),
      from: request, context: context)
    response.status = status
    response.headers[.contentType] = "application/problem+json"
    if status == .unauthorized {
      response.headers[.wwwAuthenticate] = #"\#(User.field) realm="notes""#
    }
    return request.method == .head ? response.createHeadResponse() : response
  }
}
