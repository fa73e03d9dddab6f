import Infusion
import InfusionTesting
import Synchronization
import NIOHTTP1
import Testing

@testable import NotesServer

extension ServerTests {
  /// The pages for people.
  @Suite(.server)
  struct PagesTests {
    /// Draws nothing, and remembers the graphs.
    final class Drawer: GraphDrawer {
      struct Failure: Error {}

      private let asked = Mutex<[String]>([])
      private let draws: @Sendable (Int) throws -> String?

      init(_ draws: @escaping @Sendable (Int) throws -> String?) { self.draws = draws }

      var texts: [String] { asked.withLock { $0 } }

      func draw(_ dot: String) throws -> String? {
        let count = asked.withLock { asked in
          asked.append(dot)
          return asked.count
        }
        return try draws(count)
      }
    }

    private func use(_ drawer: Drawer) throws {
      try Injector.current.update { $0.bind((any GraphDrawer).self).to(instance: drawer) }
    }

    @Test(
      arguments: [
        ("/", "text/html; charset=utf-8", "<title>Notes</title>"),
        ("/home.js", "text/javascript; charset=utf-8", "'If-Match'"),
        ("/home.css", "text/css; charset=utf-8", "font:"),
      ])
    func theHomePageNeedsNoUser(path: String, type: String, part: String) async throws {
      try await withServer { client in
        let answer = try await client.send(.GET, path, user: nil)
        #expect(answer.status == 200)
        #expect(answer.headers["Content-Type"] == [type])
        #expect(answer.headers["X-Content-Type-Options"] == ["nosniff"])
        #expect(answer.text.contains(part))
      }
    }

    @Test func theGraphIsDrawnOnceForAllClients() async throws {
      let drawer = Drawer { _ in "<svg/>" }
      try use(drawer)
      try await withServer { client in
        let answers = try await withThrowingTaskGroup(of: Answer.self) { tasks in
          for _ in 1...8 { tasks.addTask { try await client.send(.GET, "/graph", user: nil) } }
          return try await tasks.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.allSatisfy { $0.status == 200 && $0.text == "<svg/>" })
        #expect(answers.allSatisfy { $0.headers["Content-Type"] == ["image/svg+xml"] })
      }
      let text = try #require(drawer.texts.first)
      #expect(drawer.texts.count == 1)
      // The objects of a request are shown, too.
      for part in ["NoteDraft", "RequestModule", "NoteRepository", "TitleRule", "User"] {
        #expect(text.contains(part) == (part != "TitleRule"))
      }
    }

    @Test func withoutADrawerTheGraphIsText() async throws {
      try use(Drawer { _ in nil })
      try await withServer { client in
        let answer = try await client.send(.GET, "/graph", user: nil)
        #expect(answer.status == 200)
        #expect(answer.headers["Content-Type"] == ["text/plain; charset=utf-8"])
        #expect(answer.text.hasPrefix("flowchart LR\n"))
      }
    }

    @Test func aDrawingThatFailsIsTriedAgain() async throws {
      try use(
        Drawer { count in
          if count == 1 { throw Drawer.Failure() }
          return "<svg/>"
        })
      try await withServer { client in
        let failed = try await client.send(.GET, "/graph", user: nil)
        let drawn = try await client.send(.GET, "/graph", user: nil)
        #expect(failed.status == 500)
        #expect(drawn.text == "<svg/>")
      }
    }

    @Test func graphvizDrawsIfItIsInstalled() async throws {
      try await withServer { client in
        let answer = try await client.send(.GET, "/graph", user: nil)
        #expect(answer.status == 200)
        if answer.headers["Content-Type"] == ["image/svg+xml"] {
          #expect(answer.text.contains("<svg "))
          #expect(answer.text.contains("NoteRepository"))
        } else {
          #expect(answer.text.hasPrefix("flowchart LR\n"))
        }
      }
    }

    @Test func graphvizSaysWhatItCannotDraw() async throws {
      guard try await Graphviz().draw("digraph {}") != nil else { return }
      await #expect(throws: Graphviz.Failure.self) { try await Graphviz().draw("no graph") }
    }
  }
}
