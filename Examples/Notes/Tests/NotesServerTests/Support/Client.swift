import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

@testable import NotesServer

/// Sends requests to a server over HTTP.
struct Client: Sendable {
  let http: HTTPClient
  let base: String
  /// Stops the server.
  let stop: @Sendable () async -> Void

  /// Sends a request, and waits for the whole answer.
  ///
  /// - Parameters:
  ///   - user: The value of `X-User`; nil omits the header.
  func send(
    _ method: HTTPMethod, _ path: String, user: String? = "anna", headers: HTTPHeaders = [:],
    body: String? = nil
  ) async throws -> Answer {
    var request = HTTPClientRequest(url: base + path)
    request.method = method
    request.headers = headers
    if let user { request.headers.add(name: "X-User", value: user) }
    if let body { request.body = .bytes(ByteBuffer(string: body)) }
    let response = try await http.execute(request, timeout: .minutes(1))
    return Answer(
      status: Int(response.status.code), headers: response.headers,
      body: try await response.body.collect(upTo: 8 << 20))
  }

  /// Writes a note, and expects that the server keeps it.
  func write(_ title: String, _ text: String = "", user: String = "anna") async throws -> Note {
    let body = try JSONEncoder().encode(["title": title, "text": text])
    return try await send(
      .POST, "/notes", user: user, body: String(decoding: body, as: UTF8.self)
    ).decoded(as: Note.self)
  }
}

/// An answer of the server.
struct Answer: Sendable {
  let status: Int
  let headers: HTTPHeaders
  let body: ByteBuffer

  var text: String { String(buffer: body) }

  /// The body of an answer in JSON.
  func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(type, from: Data(body.readableBytesView))
  }

  /// The body of an answer, which must be a problem.
  var problem: Problem.Body {
    get throws { try decoded(as: Problem.Body.self) }
  }
}
