import InMemoryLogging
import Infusion
import InfusionLogging
import Logging
import Testing

private final class Engine {}
private final class Car: Injectable {
  var engine: Engine!
  static var requires: [PartialKeyPath<Car>] { [\.engine] }
}
private struct Mishap: Error {}

struct LoggingObserverTests {
  private let handler = InMemoryLogHandler()

  private func makeInjector(
    writing level: Logger.Level = .trace, levels: LoggingObserver.Levels = .init(),
    _ configure: @escaping (Binder) throws -> Void
  ) throws -> Injector {
    var logger = Logger(label: "test") { _ in handler }
    logger.logLevel = level
    let observer = LoggingObserver(logger, levels: levels)
    return try Injector(options: .init(observers: [observer]), configure)
  }

  private func lines() -> [String] { handler.entries.map { "\($0.level) \($0.message)" } }

  @Test func everyEventIsLoggedAtItsLevel() throws {
    var levels = LoggingObserver.Levels()
    levels.beginning = .trace
    let injector = try makeInjector(levels: levels) { binder in
      binder.bind(Car.self).to { Car() }
      binder.bind(Engine.self).to { Engine() }.in(.singleton)
    }
    _ = try injector.resolve(Car.self)
    _ = try injector.resolve(Engine.self)
    #expect(
      lines() == [
        "trace making Car", "trace making Engine", "debug made Engine", "trace injected Car",
        "debug made Car", "trace reused Engine",
      ])
  }

  @Test func metadataContainsKeyScopeDepthAndDuration() throws {
    let injector = try makeInjector { binder in
      binder.bind(Car.self, named: "red").to { Car() }
      binder.bind(Engine.self).to { Engine() }.in(.singleton)
    }
    _ = try injector.resolve(Car.self, named: "red")
    let made = handler.entries.filter { $0.level == .debug }.map(\.metadata)
    #expect(made.map { $0["injection.key"] } == ["Engine", "Car named \"red\""])
    #expect(made.map { $0["injection.scope"] } == ["singleton", "unscoped"])
    #expect(made.map { $0["injection.depth"] } == ["1", "0"])
    for metadata in made {
      #expect((Double("\(metadata["injection.duration"] ?? "")") ?? -1) >= 0)
      #expect(metadata["injection.code"] == nil)
    }
    _ = try injector.resolve(Engine.self)
    #expect(handler.entries.last?.metadata.keys.contains("injection.duration") == false)
  }

  @Test func theFullTextOfAFailureIsLoggedOnce() throws {
    let injector = try makeInjector { binder in
      binder.bind(Car.self).to { Car() }
      binder.bind(Engine.self).to { () throws -> Engine in throw Mishap() }
    }
    let error = #expect(throws: InjectionError.self) { _ = try injector.resolve(Car.self) }
    #expect(error?.code == .providerFailed)
    #expect(lines().first == "debug Engine failed: providerFailed")
    let last = try #require(handler.entries.last)
    #expect(last.level == .error)
    #expect("\(last.message)".hasPrefix("[Infusion/providerFailed] Creating 'Engine' failed."))
    #expect(last.metadata["injection.code"] == "providerFailed")
    #expect(handler.entries.count == 2)
  }

  @Test func droppedMessagesAreNotMade() throws {
    let injector = try makeInjector(writing: .error) { $0.bind(Engine.self).to { Engine() } }
    _ = try injector.resolve(Engine.self)
    #expect(handler.entries.isEmpty)
  }

  @Test func aNilLevelOmitsTheEvents() throws {
    var levels = LoggingObserver.Levels()
    levels.creation = nil
    levels.failure = nil
    let injector = try makeInjector(levels: levels) { $0.bind(Engine.self).to { Engine() } }
    _ = try injector.resolve(Engine.self)
    #expect(throws: InjectionError.self) { _ = try injector.resolve(Car.self, named: "none") }
    #expect(handler.entries.isEmpty)
  }
}
