import GRDB
import Infusion
import InfusionTesting
import NIOHTTP1
import Testing

@testable import NotesServer

extension ServerTests {
  /// Requests that the server answers with a problem.
  @Suite(.server)
  struct ProblemTests {
    /// A rejected body, and the expected problem.
    struct Refusal: Sendable, CustomTestStringConvertible {
      let body: String
      let status: Int
      let faults: [Problem.Fault]

      init(_ body: String, _ status: Int, _ faults: KeyValuePairs<String, String>) {
        self.body = body
        self.status = status
        self.faults = faults.map { Problem.Fault(field: $0.key, detail: $0.value) }
      }

      var testDescription: String { "\(status): \(body.prefix(60))" }
    }

    static let refusals = [
      Refusal("", 400, ["body": "must be JSON"]),
      Refusal("title=a", 400, ["body": "must be JSON"]),
      Refusal(#"{"title": "a", "text": "b""#, 400, ["body": "must be JSON"]),
      Refusal("[]", 400, ["body": "must be an object"]),
      Refusal("null", 400, ["body": "must be an object, and is null"]),
      Refusal("{}", 400, ["title": "is missing"]),
      Refusal(#"{"title": "a"}"#, 400, ["text": "is missing"]),
      Refusal(#"{"title": 3, "text": "b"}"#, 400, ["title": "must be a string"]),
      Refusal(#"{"title": "a", "text": ["b"]}"#, 400, ["text": "must be a string"]),
      Refusal(#"{"title": null, "text": "b"}"#, 400, ["title": "must be a string, and is null"]),
      Refusal(#"{"title": "", "text": "b"}"#, 422, ["title": "must not be empty"]),
      Refusal(#"{"title": " \t", "text": "b"}"#, 422, ["title": "must not be empty"]),
      Refusal(#"{"title": "a\nb", "text": "b"}"#, 422, ["title": "must be one line"]),
      Refusal(
        #"{"title": "\#(String(repeating: "t", count: 201))", "text": "b"}"#, 422,
        ["title": "must not exceed 200 characters"]),
      Refusal(
        #"{"title": "", "text": "\#(String(repeating: "t", count: 10_001))"}"#, 422,
        ["title": "must not be empty", "text": "must not exceed 10000 characters"]),
      Refusal(
        #"{"title": "a\u0000b", "text": "\u0000"}"#, 422,
        [
          "title": "must not contain the character U+0000",
          "text": "must not contain the character U+0000",
        ]),
    ]

    @Test(arguments: refusals)
    func theAnswerToARejectedBodyNamesItsFields(refusal: Refusal) async throws {
      try await withServer { client in
        let note = try await client.write("before")
        for (method, path) in [("POST", "/notes"), ("PUT", "/notes/\(note.id)")] {
          let answer = try await client.send(.init(rawValue: method), path, body: refusal.body)
          #expect(answer.status == refusal.status)
          #expect(answer.headers["Content-Type"] == ["application/problem+json"])
          let problem = try answer.problem
          #expect(problem.status == refusal.status)
          #expect(problem.errors == refusal.faults)
        }
        let kept = try await client.send(.GET, "/notes").decoded(as: NotePage.self)
        #expect(kept.notes == [note])
      }
    }

    @Test func aBodyThatIsTooLargeIsRefused() async throws {
      let text = String(repeating: "t", count: 200 << 10)
      try await withServer { client in
        let answer = try await client.send(
          .POST, "/notes", body: #"{"title": "large", "text": "\#(text)"}"#)
        #expect(answer.status == 413)
        #expect(try answer.problem.detail == "The body is too large.")
        // The server does not take the rest of the body for the next request.
        #expect(
          try await client.send(.GET, "/notes").decoded(as: NotePage.self).notes.isEmpty)
      }
    }

    @Test(
      arguments: [
        ("GET", "/notes/7"), ("PUT", "/notes/7"), ("DELETE", "/notes/7"),
        ("GET", "/notes/seven"), ("GET", "/notes/-1"), ("GET", "/notes/99999999999999999999"),
        ("DELETE", "/notes/0x1"),
      ])
    func aNoteThatDoesNotExistIsNotFound(method: String, path: String) async throws {
      try await withServer { client in
        let body = method == "PUT" ? #"{"title": "a", "text": "b"}"# : nil
        let answer = try await client.send(.init(rawValue: method), path, body: body)
        #expect(answer.status == 404)
        let number = path.dropFirst("/notes/".count)
        #expect(
          try answer.problem
            == Problem.Body(
              title: "Not Found", status: 404, detail: "There is no note '\(number)'.", errors: nil)
        )
      }
    }

    @Test(arguments: [("GET", "/nothing"), ("POST", "/"), ("PATCH", "/notes/1"), ("POST", "/me")])
    func aPathWithoutARouteIsNotFound(method: String, path: String) async throws {
      try await withServer { client in
        let answer = try await client.send(.init(rawValue: method), path, user: nil)
        #expect(answer.status == 404)
        #expect(answer.headers["Content-Type"] == ["application/problem+json"])
        #expect(
          try answer.problem
            == Problem.Body(title: "Not Found", status: 404, detail: nil, errors: nil))
      }
    }

    @Test(
      arguments: [
        ("GET", "/me"), ("GET", "/notes"), ("POST", "/notes"), ("GET", "/notes/1"),
        ("PUT", "/notes/1"), ("DELETE", "/notes/1"),
      ])
    func aRequestWithoutAUserIsRefused(method: String, path: String) async throws {
      try await withServer { client in
        let answer = try await client.send(.init(rawValue: method), path, user: nil)
        #expect(answer.status == 401)
        #expect(answer.headers["WWW-Authenticate"] == [#"X-User realm="notes""#])
        #expect(
          try answer.problem.errors
            == [Problem.Fault(field: "X-User", detail: "the header is required")])
      }
    }

    @Test(arguments: ["", "a b", "a/b", "\u{E4}nna", String(repeating: "x", count: 65)])
    func aUserWithoutANameIsRefused(name: String) async throws {
      try await withServer { client in
        let answer = try await client.send(.GET, "/notes", user: name)
        #expect(answer.status == 400)
        #expect(try answer.problem.errors?.map(\.field) == ["X-User"])
      }
    }

    @Test(
      arguments: [
        ("limit", "0"), ("limit", "101"), ("limit", "-1"), ("limit", "many"), ("limit", ""),
        ("before", "0"), ("before", "-5"), ("before", "x"), ("before", "99999999999999999999"),
      ])
    func aPageThatDoesNotExistIsRefused(parameter: String, value: String) async throws {
      try await withServer { client in
        let answer = try await client.send(.GET, "/notes?\(parameter)=\(value)")
        #expect(answer.status == 400)
        #expect(try answer.problem.errors?.map(\.field) == [parameter])
      }
    }

    @Test func aReplacementOfAnotherVersionIsRefused() async throws {
      try await withServer { client in
        let note = try await client.write("Shopping")
        let body = #"{"title": "Shopping", "text": "bread"}"#
        let answer = try await client.send(
          .PUT, "/notes/\(note.id)", headers: ["If-Match": "\"4\""], body: body)
        #expect(answer.status == 412)
        #expect(
          try answer.problem.errors == [Problem.Fault(field: "If-Match", detail: "expected \"1\"")])
        #expect(try await client.send(.GET, "/notes/\(note.id)").decoded(as: Note.self) == note)
      }
    }

    @Test(arguments: ["1", "\"\"", "\"one\"", "W/\"1\"", "\""])
    func anInvalidTagIsRefused(tag: String) async throws {
      try await withServer { client in
        let note = try await client.write("Shopping")
        let answer = try await client.send(
          .PUT, "/notes/\(note.id)", headers: ["If-Match": tag],
          body: #"{"title": "Shopping", "text": "bread"}"#)
        #expect(answer.status == 400)
        #expect(try answer.problem.errors?.map(\.field) == ["If-Match"])
      }
    }

    @Test(
      .overriding {
        $0.bind((any NoteRepository).self).to {
          BrokenRepository(error: DatabaseError(resultCode: .SQLITE_FULL, message: "disk is full"))
        }
      })
    func aDatabaseThatCannotBeReachedIsUnavailable() async throws {
      try await withServer { client in
        let answer = try await client.send(
          .POST, "/notes", body: #"{"title": "a", "text": "b"}"#)
        #expect(answer.status == 503)
        #expect(!answer.text.contains("disk"))
      }
    }

    @Test(
      .overriding {
        $0.bind((any NoteRepository).self).to {
          BrokenRepository(error: DatabaseError(resultCode: .SQLITE_CORRUPT, message: "secret"))
        }
      })
    func aClientIsNotToldWhatIsWrongInside() async throws {
      try await withServer { client in
        let answer = try await client.send(.GET, "/notes")
        #expect(answer.status == 500)
        #expect(
          try answer.problem
            == Problem.Body(title: "Internal Server Error", status: 500, detail: nil, errors: nil))
      }
    }

    @Test func aMissingDependencyIsAnErrorOfTheServer() async throws {
      try await withServer { client in
        try Injector.current.update { $0.unbind((any NoteRepository).self) }
        let answer = try await client.send(.GET, "/notes")
        #expect(answer.status == 500)
        #expect(!answer.text.contains("NoteRepository"))
      }
    }
  }
}
