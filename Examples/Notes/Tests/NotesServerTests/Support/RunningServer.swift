import AsyncHTTPClient
import Hummingbird
import Infusion
import InfusionTesting
import Logging
import ServiceLifecycle
import Testing

@testable import NotesServer

extension Logger {
  /// A logger without output.
  static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
}

extension Trait where Self == InjectorTrait {
  /// Gives every test the injector of a server that keeps its notes in memory.
  static var server: Self { .injector(ServerModule(storage: .memory, logger: .silent)) }
}

/// Why a server did not run.
struct DidNotListen: Error {}

/// Runs the server on a free port of the loopback interface while a closure talks to it.
///
/// When this returns, the server has ended, and its injector is shut down.
///
/// - Parameters:
///   - injector: The injector to run with; without one, the injector of the test.
///   - connections: The greatest number of connections that the client opens.
///   - body: Sends requests to the server.
func withServer<Result: Sendable>(
  _ injector: Injector? = nil, connections: Int = 8,
  _ body: (Client) async throws -> Result
) async throws -> Result {
  let injector = try injector ?? .current
  let (ports, port) = AsyncStream<Int>.makeStream()
  let application = try NotesApplication.make(
    with: injector, configuration: ServerConfiguration(port: 0, storage: .memory)
  ) { address in
    port.yield(address.port ?? 0)
  }
  let group = ServiceGroup(
    configuration: ServiceGroupConfiguration(services: [application], logger: .silent))
  return try await withThrowingTaskGroup(of: Void.self) { tasks in
    tasks.addTask {
      defer { port.finish() }
      try await group.run()
    }
    var listening = ports.makeAsyncIterator()
    guard let number = await listening.next() else {
      try await tasks.waitForAll()
      throw DidNotListen()
    }
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
    let result = try await HTTPClient.withHTTPClient(configuration: configuration) { http in
      try await body(
        Client(http: http, base: "http://127.0.0.1:\(number)") {
          await group.triggerGracefulShutdown()
        })
    }
    await group.triggerGracefulShutdown()
    try await tasks.waitForAll()
    return result
  }
}
