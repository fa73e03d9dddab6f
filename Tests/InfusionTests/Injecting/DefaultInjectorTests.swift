import Dispatch
import Foundation
import Infusion
import Testing

private final class Clock: DefaultInitializable { init() {} }
private class Car: Injectable, DefaultInitializable {
  var text: String!
  required init() {}
  class var requires: Requirements { requiring(\.text) }
}
private final class Sports: Car {}
private final class Plain: AwakesFromInjection {
  func awakeFromInjection() {}
}
private final class Marked {
  @Injected var text: String
  @Injected("n") var named: String?
}
private struct Refused: Error {}

private func makeInjector(_ text: String) throws -> Injector {
  try Injector { $0.bind(String.self).to { text } }
}

/// Tests of the injectors of the process and of a task; no other test may set the former.
@Suite(.serialized) struct DefaultInjectorTests {
  init() { Injector.clear() }

  @Test func thereIsNoDefaultAtFirst() throws {
    #expect(!Injector.isConfigured)
    for attempt in [
      { _ = try Injector.default }, { _ = try Injector.current }, { _ = try inject(Clock.self) },
      { _ = try Clock.inject() }, { _ = try Marked().$text.resolve() },
    ] {
      let error = try #require(throws: InjectionError.self) { try attempt() }
      #expect(error.code == .noDefaultInjector)
    }
  }

  @Test func theErrorNamesTheCallThatFoundNoInjector() throws {
    let place = CodeLocation(fileID: "App/main.swift", line: 9)
    for attempt in [
      { _ = try inject(Clock.self, fileID: place.fileID, line: place.line) },
      { _ = try Clock.inject(fileID: place.fileID, line: place.line) },
      { _ = try Clock.inject(Clock.self, fileID: place.fileID, line: place.line) },
      { _ = try Clock().inject(Clock.self, fileID: place.fileID, line: place.line) },
    ] {
      let error = try #require(throws: InjectionError.self) { try attempt() }
      #expect(error.code == .noDefaultInjector)
      #expect(error.location == place)
      #expect(error.path.map(\.subject) == ["inject(Clock.self)"])
    }
  }

  @Test func whoWaitsForACreationWithoutACurrentInjectorTriesWithItsOwn() async throws {
    let (creation, hasFailed) = (AwaitedCreation(), Gate())
    nonisolated(unsafe) var failure: InjectionError?
    let injector = try Injector { binder in
      binder.bind(String.self).to { () throws -> String in
        creation.waitForOtherCall()
        return try Injector.current.resolve(Int.self).description
      }.in(.singleton)
      binder.bind(Int.self).to { 1 }
    }
    Thread.detachNewThread {
      do { _ = try injector.resolve(String.self) } catch { failure = error as? InjectionError }
      hasFailed.open()
    }
    creation.waitForBeginning()
    creation.otherCallAsks()
    #expect(try Injector.withCurrent(injector) { try injector.resolve(String.self) } == "1")
    hasFailed.wait()
    #expect(failure?.code == .noDefaultInjector)
  }

  @Test func setDefaultSetsAndRemoves() throws {
    let injector = try makeInjector("a")
    Injector.setDefault(injector)
    #expect(Injector.isConfigured)
    #expect(try Injector.default === injector)
    #expect(try Injector.current === injector)
    Injector.setDefault(nil)
    #expect(!Injector.isConfigured)
    Injector.setDefault(injector)
    Injector.clear()
    #expect(throws: InjectionError.self) { try Injector.default }
  }

  @Test func configureMakesTheDefaultOnce() throws {
    let injector = try Injector.configure { $0.bind(String.self).to { "a" } }
    #expect(try Injector.default === injector)
    #expect(try inject(String.self) == "a")
    let error = try #require(throws: InjectionError.self) {
      try Injector.configure { _ in Issue.record("configured twice") }
    }
    #expect(error.code == .alreadyConfigured)
    #expect(try Injector.default === injector)
    Injector.clear()
    #expect(try Injector.configure { _ in } !== injector)
    Injector.clear()
  }

  @Test func aDefaultThatItsOwnClosureConfiguresIsKept() throws {
    var inner: Injector?
    let error = try failure {
      try Injector.configure { _ in inner = try Injector.configure { _ in } }
    }
    #expect(error.code == .alreadyConfigured)
    #expect(try Injector.default === inner)
    Injector.clear()
  }

  /// Two threads that configure at once come to the same end.
  @Test func theEagerSingletonsOfAnInjectorThatIsNotKeptAreReleased() throws {
    let journal = Journal()
    let first = try makeInjector("first")
    let configure: (Binder) -> Void = { binder in
      binder.bind(Resource.self).to {
        Injector.setDefault(first)
        return Resource("eager", journal)
      }.asEagerSingleton()
    }
    #expect(try Injector.configureOnce(configure) === first)
    #expect(journal.take() == "+eager -eager")
    Injector.clear()
    let error = try #require(throws: InjectionError.self) { try Injector.configure(configure) }
    #expect(error.code == .alreadyConfigured)
    #expect(journal.take() == "+eager -eager")
    Injector.clear()
  }

  @Test func configureOnceKeepsAnExistingDefault() throws {
    let injector = try Injector.configureOnce { $0.bind(String.self).to { "a" } }
    let again = try Injector.configureOnce { _ in Issue.record("configured twice") }
    #expect(again === injector)
    #expect(try inject(String.self) == "a")
    Injector.clear()
  }

  @Test func clearAndConfigureReplacesTheDefault() throws {
    let old = try Injector.clearAndConfigure { $0.bind(String.self).to { "a" } }
    let new = try Injector.clearAndConfigure { $0.bind(String.self).to { "b" } }
    #expect(old !== new)
    #expect(try Injector.default === new)
    #expect(try inject(String.self) == "b")
    Injector.clear()
  }

  @Test func aConfigurationThatFailsChangesNothing() throws {
    #expect(throws: InjectionError.self) { try Injector.configure { _ in throw Refused() } }
    #expect(throws: InjectionError.self) { try Injector.configureOnce { _ in throw Refused() } }
    #expect(!Injector.isConfigured)
    let injector = try Injector.configure { _ in }
    #expect(throws: InjectionError.self) {
      try Injector.clearAndConfigure { _ in throw Refused() }
    }
    #expect(try Injector.default === injector)
    Injector.clear()
  }

  @Test func theDefaultIsReleasedWhenItIsReplaced() throws {
    weak var old = try Injector.configure { $0.bind(Clock.self).to { Clock() }.in(.singleton) }
    weak let clock = try inject(Clock.self)
    #expect(old != nil)
    #expect(clock != nil)
    Injector.clear()
    #expect(old == nil)
    #expect(clock == nil)
    old = nil
  }

  @Test(.timeLimit(.minutes(5)))
  func configureOnceFromManyThreadsMakesOneDefault() async throws {
    for _ in 0..<200 {
      Injector.clear()
      let identities = await withTaskGroup { group in
        for _ in 0..<8 {
          group.addTask { (try? Injector.configureOnce { _ in }).map { ObjectIdentifier($0) } }
        }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(identities.count == 1)
      #expect(identities.first == ObjectIdentifier(try Injector.default))
    }
    Injector.clear()
  }

  /// What is set in the meantime is kept.
  @Test(arguments: [false, true])
  func anInjectorThatIsNotKeptAsTheDefaultIsShutDown(isOnce: Bool) throws {
    struct Unloading: UnloadableModule {
      let journal: Journal
      func configure(_ binder: Binder) {}
      func unload(from injector: Injector) { journal.note("unload") }
    }
    let journal = Journal()
    let other = try Injector()
    defer { Injector.clear() }
    var child: Injector?
    func configure(_ binder: Binder) throws {
      binder.install(Unloading(journal: journal))
      binder.bind(Clock.self).to { injector in
        child = try injector.makeChild()
        Injector.setDefault(other)
        return Clock()
      }
      .asEagerSingleton()
    }
    if isOnce {
      #expect(try Injector.configureOnce(configure) === other)
    } else {
      #expect(try failure { try Injector.configure(configure) }.code == .alreadyConfigured)
    }
    #expect(journal.entries == ["unload"])
    #expect(child?.isShutDown == true)
  }

  @Test func withCurrentHoldsForTheClosure() throws {
    let standard = try makeInjector("default")
    let injector = try makeInjector("current")
    let inner = try makeInjector("inner")
    Injector.setDefault(standard)
    defer { Injector.clear() }
    let text = try Injector.withCurrent(injector) { () throws in
      #expect(try Injector.current === injector)
      #expect(try Injector.default === standard)
      try Injector.withCurrent(inner) { () throws in #expect(try inject(String.self) == "inner") }
      return try inject(String.self)
    }
    #expect(text == "current")
    #expect(try inject(String.self) == "default")
    #expect(throws: Refused.self) { try Injector.withCurrent(injector) { throw Refused() } }
    #expect(try Injector.current === standard)
  }

  @Test func withCurrentKeepsTheTypeOfErrors() {
    do throws(InjectionError) {
      let injector = try Injector()
      try Injector.withCurrent(injector) { () throws(InjectionError) in
        _ = try inject(Int.self)
      }
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.code == .missingBinding)
    }
  }

  @Test func withCurrentHoldsAcrossSuspensions() async throws {
    let injector = try makeInjector("current")
    let text = try await Injector.withCurrent(injector) {
      await Task.yield()
      return try inject(String.self)
    }
    #expect(text == "current")
    #expect(throws: InjectionError.self) { try Injector.current }
    await #expect(throws: Refused.self) {
      try await Injector.withCurrent(injector) {
        await Task.yield()
        throw Refused()
      }
    }
  }

  @Test func childTasksInheritAndDetachedTasksDoNot() async throws {
    let injector = try makeInjector("current")
    try await Injector.withCurrent(injector) {
      async let bound = inject(String.self)
      #expect(try await bound == "current")
      let texts = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<16 { group.addTask { try inject(String.self) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(texts == Array(repeating: "current", count: 16))
      #expect(try await Task { try inject(String.self) }.value == "current")
      let detached = await Task.detached { try? inject(String.self) }.value
      #expect(detached == nil)
      let elsewhere = await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: try? inject(String.self)) }
      }
      #expect(elsewhere == nil)
    }
  }

  @Test func detachedTasksThreadsAndQueuesSeeTheDefault() async throws {
    Injector.setDefault(try makeInjector("default"))
    try await Injector.withCurrent(try makeInjector("current")) {
      let detached = try await Task.detached { try inject(String.self) }.value
      #expect(detached == "default")
      let queued = await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: try? inject(String.self)) }
      }
      #expect(queued == "default")
      let onThread = try onThreads(1) { _ in try inject(String.self) }[0]?.get()
      #expect(onThread == "default")
      #expect(try inject(String.self) == "current")
    }
    Injector.clear()
  }

  @Test func tasksDoNotDisturbOneAnother() async throws {
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          guard let injector = try? makeInjector("\(task)") else { return }
          await Injector.withCurrent(injector) {
            for _ in 0..<1_000 {
              #expect((try? inject(String.self)) == "\(task)")
              await Task.yield()
            }
          }
        }
      }
    }
  }

  @Test func everyDeclaringClassCanBeAskedForByItsName() throws {
    let plain = Plain()
    let injector = try Injector { binder in
      binder.bind(String.self).to { "current" }
      binder.bind(Plain.self).to(instance: plain)
    }
    try Injector.withCurrent(injector) { () throws in
      #expect(try Car.inject().text == "current")
      let sports: Sports = try Sports.inject()
      #expect(sports.text == "current")
      #expect(try Plain.inject() === plain)
      #expect(try inject(Plain.self) === plain)
      let inferred: String = try inject()
      #expect(inferred == "current")
    }
  }

  @Test func aDeclaringClassMayAskInItsOwnMethods() throws {
    let injector = try Injector { binder in
      binder.bind(String.self).to { "current" }
      binder.bind(String.self, named: "n").to { "named" }
    }
    try Injector.withCurrent(injector) { () throws in
      let asking = Asking()
      #expect(try asking.askEverything() == ["current", "named", "current"])
      #expect(try Asking.ask() == "current")
    }
  }

  @Test func aNameMayBeGivenToInject() throws {
    let injector = try Injector { $0.bind(String.self, named: "n").to { "named" } }
    try Injector.withCurrent(injector) { () throws in
      #expect(try inject(String.self, named: "n") == "named")
      #expect(throws: InjectionError.self) { try inject(String.self) }
    }
  }

  @Test func aMarkerThatIsReadBeforeAnyInjectionAsksTheCurrentInjector() throws {
    let standard = try makeInjector("default")
    Injector.setDefault(standard)
    defer { Injector.clear() }
    let marked = Marked()
    try Injector.withCurrent(makeInjector("current")) {
      #expect(marked.text == "current")
      #expect(marked.named == nil)
    }
    #expect(marked.text == "current")
    #expect(Marked().text == "default")
  }
}

private final class Asking: DefaultInitializable {
  func askEverything() throws -> [String] {
    let inferred: String = try inject()
    return [try inject(String.self), try inject(String.self, named: "n"), inferred]
  }

  static func ask() throws -> String { try inject(String.self) }
}
