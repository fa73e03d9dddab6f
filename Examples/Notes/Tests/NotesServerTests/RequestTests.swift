import Foundation
import Infusion
import InfusionTesting
import Synchronization
import NIOHTTP1
import Testing

@testable import NotesServer

#if canImport(Glibc)
  import Allocations
#endif

extension ServerTests {
  /// Every request has its own injector, and leaves nothing behind.
  @Suite(.server)
  struct RequestTests {
    /// How many of the registered objects are still alive.
    final class Census: Sendable {
      private struct Entry: Sendable {
        weak let object: (any AnyObject & Sendable)?
      }

      private struct Count {
        var entries: [Entry] = []
        var registered = 0
        var most = 0
      }

      private let count = Mutex(Count())

      func register(_ object: any AnyObject & Sendable) {
        count.withLock { count in
          count.entries.removeAll { $0.object == nil }
          count.entries.append(Entry(object: object))
          count.registered += 1
          count.most = max(count.most, count.entries.count)
        }
      }

      var registered: Int { count.withLock { $0.registered } }
      var most: Int { count.withLock { $0.most } }
      var living: Int { count.withLock { $0.entries.count { $0.object != nil } } }
    }

    static let connections = 8

    /// Sends requests over all connections at once, each with its own user and identifier, and
    /// checks that each answer contains them.
    private func send(_ count: Int, from start: Int, with client: Client) async throws {
      try await withThrowingTaskGroup(of: Void.self) { tasks in
        for worker in 0..<Self.connections {
          tasks.addTask {
            for number in stride(from: start + worker, to: start + count, by: Self.connections) {
              try await check(number, with: client)
            }
          }
        }
        try await tasks.waitForAll()
      }
    }

    private func check(_ number: Int, with client: Client) async throws {
      let user = "user-\(number)"
      let identifier = "request-\(number)"
      let headers: HTTPHeaders = ["X-Request-Id": identifier]
      let answer: Answer
      switch number % 10 {
      case 0:
        // Its own user writes the note and deletes it.
        let note = try await client.write("by \(user)", user: user)
        #expect(note.author == user)
        answer = try await client.send(
          .DELETE, "/notes/\(note.id)", user: user, headers: headers)
        #expect(answer.status == 204)
      case 1:
        answer = try await client.send(
          .POST, "/notes", user: user, headers: headers,
          body: #"{"title": "", "text": "refused"}"#)
        #expect(answer.status == 422)
      default:
        answer = try await client.send(
          .GET, "/me", user: user, headers: headers)
        let summary = try answer.decoded(as: Account.Summary.self)
        #expect(summary.user == user)
        #expect(summary.request == identifier)
      }
      #expect(answer.headers["X-Request-Id"] == [identifier])
    }

    @Test func tenThousandRequestsCarryTheirOwnValuesAndLeaveNothing() async throws {
      let injectors = Census()
      let activity = try inject(Activity.self)
      try Injector.current.update { binder in
        binder.bind(Account.self).to { injector in
          injectors.register(injector)
          return Account()
        }
      }
      try await withServer(connections: Self.connections) { client in
        try await send(2_000, from: 0, with: client)
        let before = allocatedBytes()
        try await send(10_000, from: 2_000, with: client)
        let growth = allocatedBytes() - before
        print("bytes allocated after 10000 requests more: \(growth)")
        // If every request left its injector behind, the growth would be more than 50 MB.
        #expect(growth < 1 << 20)
      }
      #expect(injectors.registered == 9_600)
      #expect(injectors.most <= Self.connections)
      #expect(injectors.living == 0)
      // Every tenth number sends two requests.
      #expect(activity.answered == 13_200)
    }

    @Test func aRequestSeesItsOwnInjectorNotThatOfTheServer() async throws {
      let server = try Injector.current
      let seen = Mutex<[Injector]>([])
      try server.update { binder in
        binder.bind(Account.self).to { injector in
          seen.withLock { $0.append(injector) }
          return Account()
        }
      }
      try await withServer { client in
        for _ in 1...2 { _ = try await client.send(.GET, "/me") }
      }
      let injectors = seen.withLock { $0 }
      #expect(injectors.count == 2)
      #expect(injectors.first !== injectors.last)
      #expect(injectors.allSatisfy { $0.parent === server })
      // They end with the server's injector.
      #expect(injectors.allSatisfy { $0.isShutDown })
    }

    @Test func nothingOfARequestIsBoundInTheServer() async throws {
      try await withServer { client in
        #expect(try await client.send(.GET, "/me").status == 200)
        let server = try Injector.current
        #expect(!server.hasBinding(User.self))
        #expect(!server.hasBinding(RequestIdentifier.self))
      }
    }
  }
}

/// How many bytes the process has allocated and not freed.
private func allocatedBytes() -> Int {
  #if canImport(Glibc)
    let information = mallinfo2()
    return Int(information.uordblks) + Int(information.hblkhd)
  #else
    return 0
  #endif
}
