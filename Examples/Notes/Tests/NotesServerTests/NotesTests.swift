import Foundation
import InfusionTesting
import NIOHTTP1
import Testing

@testable import NotesServer

extension ServerTests {
  /// Requests for notes that succeed.
  @Suite(.server)
  struct NotesTests {
    @Test func aWrittenNoteIsReturnedAndKept() async throws {
      try await withServer { client in
        let answer = try await client.send(
          .POST, "/notes", body: #"{"title": "Shopping", "text": "milk"}"#)
        #expect(answer.status == 201)
        #expect(answer.headers["Location"] == ["/notes/1"])
        #expect(answer.headers["ETag"] == ["\"1\""])
        let note = try answer.decoded(as: Note.self)
        #expect(note.id == 1)
        #expect(note.author == "anna")
        #expect(note.title == "Shopping")
        #expect(note.text == "milk")
        #expect(note.created == note.changed)
        #expect(note.version == 1)

        let again = try await client.send(.GET, "/notes/1")
        #expect(again.status == 200)
        #expect(again.headers["ETag"] == ["\"1\""])
        #expect(try again.decoded(as: Note.self) == note)
      }
    }

    @Test func fieldsOtherThanTitleAndTextAreIgnored() async throws {
      try await withServer { client in
        let body = #"{"title": "t", "text": "x", "id": 7, "author": "ben", "version": 9}"#
        let note = try await client.send(.POST, "/notes", body: body).decoded(as: Note.self)
        #expect((note.id, note.author, note.version) == (1, "anna", 1))
      }
    }

    @Test func theTextOfANoteIsReturnedUnchanged() async throws {
      let text = "line\n\ttab \"quoted\" \\ <b>&amp;</b> \u{1F600} e\u{301} ' ; DROP TABLE note"
      try await withServer { client in
        let note = try await client.write("Characters", text)
        #expect(
          try await client.send(.GET, "/notes/\(note.id)").decoded(as: Note.self).text == text)
      }
    }

    @Test func aNoteOfTheGreatestLengthIsKept() async throws {
      let title = String(repeating: "t", count: TitleRule.longest)
      let text = String(repeating: "\u{1F600}", count: TextRule.longest)
      try await withServer { client in
        let note = try await client.write(title, text)
        #expect(try await client.send(.GET, "/notes/\(note.id)").decoded(as: Note.self) == note)
      }
    }

    @Test func aNoteIsReplacedAndItsVersionCounted() async throws {
      try await withServer { client in
        let note = try await client.write("Shopping", "milk")
        let answer = try await client.send(
          .PUT, "/notes/\(note.id)", headers: ["If-Match": "\"1\""],
          body: #"{"title": "Shopping", "text": "milk, bread"}"#)
        #expect(answer.status == 200)
        #expect(answer.headers["ETag"] == ["\"2\""])
        let changed = try answer.decoded(as: Note.self)
        #expect(changed.text == "milk, bread")
        #expect(changed.version == 2)
        #expect(changed.created == note.created)
        #expect(try await client.send(.GET, "/notes/\(note.id)").decoded(as: Note.self) == changed)
      }
    }

    @Test(arguments: ["*", nil]) func aNoteIsReplacedInAnyVersion(tag: String?) async throws {
      try await withServer { client in
        let note = try await client.write("Shopping")
        let answer = try await client.send(
          .PUT, "/notes/\(note.id)", headers: tag.map { ["If-Match": $0] } ?? [:],
          body: #"{"title": "Shopping", "text": "bread"}"#)
        #expect(answer.status == 200)
      }
    }

    @Test func aNoteIsDeleted() async throws {
      try await withServer { client in
        let note = try await client.write("Shopping")
        let answer = try await client.send(.DELETE, "/notes/\(note.id)")
        #expect(answer.status == 204)
        #expect(answer.text.isEmpty)
        #expect(try await client.send(.GET, "/notes/\(note.id)").status == 404)
        // No later note gets its number.
        #expect(try await client.write("Another").id > note.id)
      }
    }

    @Test func notesAreListedInPagesTheNewestFirst() async throws {
      try await withServer { client in
        for number in 1...45 { _ = try await client.write("note \(number)") }
        let standard = try await client.send(.GET, "/notes").decoded(as: NotePage.self)
        #expect(standard.notes.map(\.id) == Array((26...45).reversed()))
        #expect(standard.next == 26)

        var path = "/notes?limit=20"
        var pages: [[Note.ID]] = []
        while pages.count < 10 {
          let page = try await client.send(.GET, path).decoded(as: NotePage.self)
          pages.append(page.notes.map(\.id))
          guard let next = page.next else { break }
          path = "/notes?limit=20&before=\(next)"
          // A note that is written between two requests does not move the pages.
          _ = try await client.write("meanwhile")
        }
        #expect(pages.map(\.count) == [20, 20, 5])
        #expect(pages.flatMap { $0 } == Array((1...45).reversed()))
      }
    }

    @Test func theLastPageOfAListHasNoNextPage() async throws {
      try await withServer { client in
        #expect(
          try await client.send(.GET, "/notes").decoded(as: NotePage.self)
            == NotePage(notes: [], next: nil))
        for number in 1...4 { _ = try await client.write("note \(number)") }
        let page = try await client.send(.GET, "/notes?limit=4").decoded(as: NotePage.self)
        #expect(page.notes.count == 4)
        #expect(page.next == nil)
      }
    }

    @Test func usersSeeOnlyTheirOwnNotes() async throws {
      try await withServer { client in
        let note = try await client.write("secret", user: "anna")
        let path = "/notes/\(note.id)"
        let content = #"{"title": "mine", "text": "now"}"#
        #expect(try await client.send(.GET, path, user: "ben").status == 404)
        #expect(try await client.send(.PUT, path, user: "ben", body: content).status == 404)
        #expect(try await client.send(.DELETE, path, user: "ben").status == 404)
        let list = try await client.send(.GET, "/notes", user: "ben").decoded(as: NotePage.self)
        #expect(list.notes.isEmpty)
        #expect(try await client.send(.GET, path, user: "anna").decoded(as: Note.self) == note)
      }
    }

    @Test func theServerReportsTheUserOfTheRequest() async throws {
      try await withServer { client in
        _ = try await client.write("one", user: "ben")
        let answer = try await client.send(
          .GET, "/me", user: "ben", headers: ["X-Request-Id": "request-7"])
        let summary = try answer.decoded(as: Account.Summary.self)
        #expect(summary.user == "ben")
        #expect(summary.notes == 1)
        #expect(summary.request == "request-7")
        #expect(answer.headers["X-Request-Id"] == ["request-7"])
      }
    }

    @Test(arguments: ["", "has space", "new\tline", String(repeating: "x", count: 65)])
    func aRequestWithoutAUsableIdentifierReceivesOne(sent: String) async throws {
      try await withServer { client in
        let answer = try await client.send(.GET, "/me", headers: ["X-Request-Id": sent])
        let given = try answer.decoded(as: Account.Summary.self).request
        #expect(given != sent)
        #expect(given.count >= 16)
        #expect(answer.headers["X-Request-Id"] == [given])
      }
    }

    @Test func headIsAnsweredLikeGetWithoutABody() async throws {
      try await withServer { client in
        let note = try await client.write("Shopping")
        let found = try await client.send(.HEAD, "/notes/\(note.id)")
        #expect(found.status == 200)
        #expect(found.headers["ETag"] == ["\"1\""])
        #expect(found.text.isEmpty)
        let missing = try await client.send(.HEAD, "/notes/99")
        #expect(missing.status == 404)
        #expect(missing.text.isEmpty)
        // The connection can still be used.
        #expect(try await client.send(.GET, "/notes/\(note.id)").status == 200)
      }
    }

    @Test func onlyOneOfTwoReplacementsOfOneVersionSucceeds() async throws {
      try await withServer { client in
        let note = try await client.write("counter")
        let statuses = try await withThrowingTaskGroup(of: Int.self) { tasks in
          for number in 1...8 {
            tasks.addTask {
              try await client.send(
                .PUT, "/notes/\(note.id)", headers: ["If-Match": "\"1\""],
                body: #"{"title": "counter", "text": "\#(number)"}"#
              ).status
            }
          }
          return try await tasks.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.sorted() == [200] + Array(repeating: 412, count: 7))
      }
    }
  }
}
