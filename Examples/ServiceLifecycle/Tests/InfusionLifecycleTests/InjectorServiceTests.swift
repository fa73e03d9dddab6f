import Infusion
import InfusionLifecycle
import Logging
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing

/// Records events in order, from any task.
private actor Record {
  private(set) var entries: [String] = []
  private var waiting: [(entry: String, continuation: CheckedContinuation<Void, Never>)] = []

  func note(_ entry: String) {
    entries.append(entry)
    for waiter in waiting where waiter.entry == entry { waiter.continuation.resume() }
    waiting.removeAll { $0.entry == entry }
  }

  func waitFor(_ entry: String) async {
    if entries.contains(entry) { return }
    await withCheckedContinuation { waiting.append((entry, $0)) }
  }
}

/// A resource that has to be opened and closed.
private final class Database: ReleasesFromInjection, Sendable {
  private let onRelease: @Sendable () throws -> Void

  init(onRelease: @escaping @Sendable () throws -> Void) { self.onRelease = onRelease }

  func releaseFromInjection() throws { try onRelease() }
}

/// A service that needs the database while it runs.
private struct Server: Service {
  let injector: Injector
  let record: Record

  func run() async throws {
    _ = try await injector.prepared(Database.self)
    await record.note("server runs")
    try await gracefulShutdown()
    // The database is not released yet.
    _ = try injector.resolve(Database.self)
    await record.note("server ends")
  }
}

private struct Failure: Error {}

@Suite(.timeLimit(.minutes(5)))
struct InjectorServiceTests {
  private let record = Record()
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func makeInjector(
    open: @escaping @Sendable () async throws -> Void = {},
    close: @escaping @Sendable () throws -> Void = {}
  ) throws -> Injector {
    let record = record
    return try Injector { binder in
      binder.bind(Database.self).toAsync {
        await record.note("opening")
        try await open()
        await record.note("open")
        return Database(onRelease: close)
      }
    }
  }

  @Test func aGroupStartsWithAPreparationAndEndsWithARelease() async throws {
    let (closed, close) = AsyncStream<Void>.makeStream()
    let injector = try makeInjector { close.finish() }
    try await testGracefulShutdown { trigger in
      let group = ServiceGroup(
        services: [InjectorService(injector), Server(injector: injector, record: record)],
        logger: logger)
      async let running: Void = group.run()
      await record.waitFor("server runs")
      trigger.triggerGracefulShutdown()
      try await running
    }
    for await _ in closed {}
    #expect(await record.entries == ["opening", "open", "server runs", "server ends"])
    #expect(injector.isShutDown)
  }

  @Test func aFailedPreparationEndsTheGroup() async throws {
    let injector = try makeInjector(open: { throw Failure() })
    let group = ServiceGroup(services: [InjectorService(injector)], logger: logger)
    let error = await #expect(throws: InjectionError.self) { try await group.run() }
    #expect(error?.underlying is Failure)
    #expect(injector.isShutDown)
  }

  @Test func aGracefulShutdownCancelsThePreparation() async throws {
    let injector = try makeInjector(open: {
      // The database never opens.
      try await Task.sleep(for: .seconds(3600))
    })
    try await testGracefulShutdown { trigger in
      let group = ServiceGroup(services: [InjectorService(injector)], logger: logger)
      async let running: Void = group.run()
      await record.waitFor("opening")
      trigger.triggerGracefulShutdown()
      try await running
    }
    #expect(injector.isShutDown)
    #expect(await record.entries == ["opening"])
  }

  @Test func aReleaseThatFailsIsReported() async throws {
    let injector = try makeInjector(close: { throw Failure() })
    try await testGracefulShutdown { trigger in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await InjectorService(injector).run() }
        _ = try await injector.prepared(Database.self)
        trigger.triggerGracefulShutdown()
        let error = await #expect(throws: InjectionError.self) { try await group.waitForAll() }
        #expect(error?.code == .releaseFailed)
      }
    }
    #expect(injector.isShutDown)
  }

  @Test func aCancelledServiceReleasesToo() async throws {
    let (closed, close) = AsyncStream<Void>.makeStream()
    let injector = try makeInjector { close.finish() }
    let task = Task { try await InjectorService(injector).run() }
    _ = try await injector.prepared(Database.self)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    for await _ in closed {}
    #expect(injector.isShutDown)
  }

  @Test func progressIsReported() async throws {
    let (reports, report) = AsyncStream<PreparationProgress>.makeStream()
    let injector = try makeInjector()
    try await testGracefulShutdown { trigger in
      async let running: Void = InjectorService(injector) { report.yield($0) }.run()
      for await progress in reports where progress.fraction == 1 { break }
      trigger.triggerGracefulShutdown()
      try await running
    }
    #expect(await record.entries == ["opening", "open"])
  }
}
