import Foundation
import GRDB
import InMemoryLogging
import Infusion
import InfusionTesting
import Logging
import MetricsTestKit
import NIOHTTP1
import Testing

@testable import NotesServer

extension ServerTests {
  /// How the server is wired, and how tests change its wiring.
  struct WiringTests {
    static let noon = Date(timeIntervalSince1970: 1_800_000_000)

    /// Creates a folder, and removes it after the body has ended.
    private func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "notes-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      return try await body(folder)
    }

    @Test(.server) func theGraphOfARequestIsValid() throws {
      expectValidGraph(
        try Injector.current.makeExampleRequest(), including: NoteDraft.self, NoteRevision.self)
    }

    @Test(.server) func aServerWithAMissingBindingIsNotMade() throws {
      let injector = try Injector.current
      try injector.update { $0.unbind((any TimeSource).self) }
      let error = #expect(throws: InjectionError.self) {
        try NotesApplication.make(
          with: injector, configuration: ServerConfiguration(storage: .memory)
        ) { _ in }
      }
      #expect(error?.code == .missingBinding)
      #expect(error?.key == Key((any TimeSource).self))
    }

    @Test(
      .server,
      .overriding {
        $0.bind((any NoteRepository).self).to(instance: NoteDictionary())
        $0.bind((any TimeSource).self).to(instance: StoppedTime(now: noon))
        // The preparation would open it, although no binding needs it now.
        $0.unbind(NotesDatabase.self)
      },
      .recordingInjections)
    func aServerRunsWithAnotherRepositoryAndAnotherClock() async throws {
      try await withServer { client in
        let note = try await client.write("Shopping")
        #expect(note.created == Self.noon)
        let again = try await client.send(.GET, "/notes/1").decoded(as: Note.self)
        #expect(again == note)
        let list = try await client.send(.GET, "/notes").decoded(as: NotePage.self)
        #expect(list.notes == [note])
        #expect(try await client.send(.DELETE, "/notes/1").status == 204)
        let repository = try #require(try inject((any NoteRepository).self) as? NoteDictionary)
        let left = await repository.count(of: try #require(User(name: "anna")))
        #expect(left == 0)
      }
      try InjectionRecorder.current.expectNotCreated(NotesDatabase.self)
    }

    @Test func singletonsAreReleasedInTheReverseOrder() async throws {
      let log = InMemoryLogHandler()
      let injector = try Injector(
        ServerModule(storage: .memory, logger: Logger(label: "test") { _ in log }))
      try await withServer(injector) { client in _ = try await client.send(.GET, "/me") }
      let released = log.entries.map(\.message.description).filter { $0.hasPrefix("released") }
      #expect(
        released == [
          "released the repository: statistics are up to date",
          "released the database: closed",
          "released the activity: 1 requests answered",
        ])
      #expect(injector.isShutDown)
    }

    @Test(.server) func aRunningRequestIsAnsweredBeforeTheServerEnds() async throws {
      let (arrivals, arrival) = AsyncStream<Void>.makeStream()
      let (permits, permit) = AsyncStream<Void>.makeStream()
      let injector = try Injector.current
      try injector.update { binder in
        binder.bind((any NoteRepository).self).to(
          instance: NoteDictionary {
            arrival.finish()
            for await _ in permits {}
          })
      }
      try await withServer { client in
        async let answer = client.send(.GET, "/me")
        for await _ in arrivals {}
        await client.stop()
        #expect(!injector.isShutDown)
        permit.finish()
        let status = try await answer.status
        #expect(status == 200)
      }
      #expect(injector.isShutDown)
    }

    @Test func aRequestIsLoggedWithItsIdentifierAndItsUser() async throws {
      let log = InMemoryLogHandler()
      let injector = try Injector(
        ServerModule(storage: .memory, logger: Logger(label: "test") { _ in log }))
      try await withServer(injector) { client in
        let note = try await client.write("Shopping", user: "ben")
        _ = try await client.send(
          .DELETE, "/notes/\(note.id)", user: "ben", headers: ["X-Request-Id": "request-7"])
      }
      let deletion = try #require(log.entries.first { $0.message == "note deleted" })
      #expect(deletion.metadata["user"] == "ben")
      #expect(deletion.metadata["request"] == "request-7")
      #expect(deletion.metadata["note"] == "1")
      let answer = try #require(log.entries.first { $0.message == "DELETE /notes/1" })
      #expect(answer.metadata["request"] == "request-7")
      #expect(answer.metadata["status"] == "204")
    }

    @Test func eventsOfTheInjectorAreLoggedAndMeasured() async throws {
      let log = InMemoryLogHandler()
      let metrics = TestMetrics()
      var logger = Logger(label: "test") { _ in log }
      logger.logLevel = .debug
      let injector = try Injector(
        [ServerModule(storage: .memory, logger: .silent)],
        options: .observed(by: logger, metrics: metrics))
      try await withServer(injector) { client in
        for _ in 1...3 { _ = try await client.send(.GET, "/me") }
      }
      let made = log.entries.map(\.message.description)
      #expect(made.count { $0 == "made Account" } == 3)
      #expect(made.count { $0 == "made NotesDatabase" } == 1)
      let accounts = try metrics.expectTimer(
        "injection_creations", [("type", "Account"), ("scope", "unscoped")])
      #expect(accounts.values.count == 3)
    }

    @Test func acknowledgedNotesSurviveARestart() async throws {
      try await withFolder { folder in
        let storage = Storage.file(folder.appending(path: "notes.sqlite").path)
        let first = try Injector(ServerModule(storage: storage, logger: .silent))
        let note = try await withServer(first) { try await $0.write("Shopping", "milk") }
        let second = try Injector(ServerModule(storage: storage, logger: .silent))
        try await withServer(second) { client in
          let kept = try await client.send(.GET, "/notes/1").decoded(as: Note.self)
          #expect(kept == note)
        }
      }
    }

    @Test func everyCommitIsWrittenToTheDisk() async throws {
      try await withFolder { folder in
        let path = folder.appending(path: "notes.sqlite").path
        let database = try await NotesDatabase.open(.file(path), logger: .silent)
        try await database.connection.write { database in
          let journal = try String.fetchOne(database, sql: "PRAGMA journal_mode")
          let synchronous = try Int.fetchOne(database, sql: "PRAGMA synchronous")
          #expect(journal == "wal")
          #expect(synchronous == 2)  // FULL
        }
        try database.releaseFromInjection()
      }
    }

    @Test func aServerThatCannotOpenItsFileDoesNotListen() async throws {
      let injector = try Injector(
        ServerModule(storage: .file("/nowhere/notes.sqlite"), logger: .silent))
      let error = await #expect(throws: InjectionError.self) {
        try await withServer(injector) { _ in Issue.record("The server listens.") }
      }
      #expect(error?.underlying is DatabaseError)
      #expect(injector.isShutDown)
    }
  }
}
