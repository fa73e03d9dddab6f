import Infusion
import Synchronization
import Testing

@globalActor private actor Archive {
  static let shared = Archive()
}

@MainActor private final class Player: @MainActor ReleasesAsynchronouslyFromInjection {
  private let log: SafeJournal
  nonisolated init(_ log: SafeJournal) { self.log = log }
  func releaseFromInjection() async { log.note("-player") }
}
@Archive private final class Recorder: @Archive ReleasesAsynchronouslyFromInjection {
  private let log: SafeJournal
  nonisolated init(_ log: SafeJournal) { self.log = log }
  func releaseFromInjection() async { log.note("-recorder") }
}
@Archive private final class Folder: @Archive ReleasesFromInjection {
  private let log: SafeJournal
  nonisolated init(_ log: SafeJournal) { self.log = log }
  func releaseFromInjection() { log.note("-folder") }
}
/// Belongs to no actor by itself.
private final class Cache: ReleasesAsynchronouslyFromInjection, @unchecked Sendable {
  private let log: SafeJournal
  init(_ log: SafeJournal) { self.log = log }
  nonisolated(nonsending) func releaseFromInjection() async {
    MainActor.assertIsolated()
    log.note("-cache")
  }
}
/// Its declarations belong to the main actor, its release to none.
private final class Widget: @MainActor Injectable, ReleasesFromInjection {
  private let log: SafeJournal
  @MainActor static var requires: Requirements { [] }
  init(_ log: SafeJournal) { self.log = log }
  func releaseFromInjection() {
    MainActor.assertIsolated()
    log.note("-widget")
  }
}
@MainActor private final class Pane: @MainActor ReleasesFromInjection {
  private let log: SafeJournal
  nonisolated init(_ log: SafeJournal) { self.log = log }
  func releaseFromInjection() { log.note("-pane") }
}
private final class Book: ReleasesFromInjection, Sendable {
  let release: @Sendable () -> Void
  init(_ release: @escaping @Sendable () -> Void) { self.release = release }
  func releaseFromInjection() { release() }
}
/// Ends an injector while it is released.
private final class Closing: ReleasesAsynchronouslyFromInjection, Sendable {
  let injector = Mutex<Injector?>(nil)
  func releaseFromInjection() async throws {
    let injector = injector.withLock { $0.take() }
    try await injector?.shutdownGracefully()
  }
}
/// Is released for as long as the gate is closed.
private final class Session: ReleasesAsynchronouslyFromInjection, Sendable {
  private let (log, gate): (SafeJournal, TaskGate)
  private let began: TaskGate
  init(_ log: SafeJournal, _ gate: TaskGate, began: TaskGate) {
    (self.log, self.gate, self.began) = (log, gate, began)
  }
  func releaseFromInjection() async throws {
    await began.open()
    await gate.passWithoutBeingCancelled()
    log.note("-session")
    throw Mishap()
  }
}

/// Where objects are released, and what else happens meanwhile.
@Suite(.timeLimit(.minutes(5)))
struct ReleaseIsolationTests {
  private let log = SafeJournal()

  private func taken() -> String {
    defer { log.clear() }
    return log.all.joined(separator: " ")
  }

  @Test func asynchronousReleasesOfOtherActorsAreNotLost() async throws {
    for isCalledOnMainActor in [false, true] {
      let injector = try Injector { [log] binder in
        binder.bind(Player.self).to { Player(log) }.in(.singleton)
        binder.bind(Recorder.self).to { Recorder(log) }.in(.singleton)
      }
      _ = try injector.resolve(Player.self)
      _ = try injector.resolve(Recorder.self)
      #expect(try failure { try injector.shutdown() }.code == .awaitRequired)
      if isCalledOnMainActor {
        #expect(await MainActor.run { injector.releaseSingletons() }.isEmpty)
      }
      try await injector.shutdownGracefully()
      #expect(taken() == "-recorder -player")
    }
  }

  @Test func whatTheMainActorHasMadeIsAwaitedThere() async throws {
    let injector = try Injector { [log] binder in
      binder.onMainActor.bind(Cache.self).to { Cache(log) }.in(.singleton)
    }
    try await MainActor.run { _ = try injector.resolve(Cache.self) }
    try await injector.shutdownGracefully()
    #expect(taken() == "-cache")
  }

  @Test func aClassOfTheMainActorIsReleasedThere() async throws {
    let injector = try Injector { [log] binder in
      binder.bind(Widget.self).to { Widget(log) }.in(.singleton)
    }
    try await MainActor.run { _ = try injector.resolve(Widget.self) }
    #expect(try failure { try injector.shutdown() }.code == .mainActorRequired)
    #expect(!injector.isShutDown)
    try await injector.shutdownGracefully()
    #expect(taken() == "-widget")
  }

  @Test func aClassOfAnActorIsReleasedThereWhereverItsObjectsAreMade() async throws {
    let injector = try Injector { [log] binder in
      binder.onMainActor.bind(Folder.self).to { Folder(log) }.in(.singleton)
    }
    try await MainActor.run { _ = try injector.resolve(Folder.self) }
    try await injector.shutdownGracefully()
    #expect(taken() == "-folder")
  }

  private actor Office {
    func makeAndShutDown(_ log: SafeJournal) async throws {
      let book = Book { [unowned self] in
        self.assertIsolated()
        log.note("-book")
      }
      let injector = try Injector { binder in
        binder.bind(Book.self).to { _ in book }.in(.singleton)
        binder.bind(Pane.self).to { Pane(log) }.in(.singleton)
      }
      _ = try injector.resolve(Book.self)
      _ = try injector.resolve(Pane.self)
      try await injector.shutdownGracefully()
    }
  }

  /// Behind an object of another actor, too.
  @Test func theOthersAreReleasedOnTheActorOfTheCaller() async throws {
    try await Office().makeAndShutDown(log)
    #expect(taken() == "-pane -book")
  }

  /// Is released wherever its caller is, and says where that was.
  private final class Note: ReleasesAsynchronouslyFromInjection {
    private let (text, log, office): (String, SafeJournal, Desk)
    init(_ text: String, _ log: SafeJournal, _ office: Desk) {
      (self.text, self.log, self.office) = (text, log, office)
    }
    nonisolated(nonsending) func releaseFromInjection() async throws {
      office.assertIsolated()
      await Task.yield()
      office.assertIsolated()
      log.note(text)
      throw Mishap()
    }
  }
  private final class Unloading: UnloadableModule {
    private let unloaded: @Sendable () -> Void
    init(_ unloaded: @escaping @Sendable () -> Void) { self.unloaded = unloaded }
    func configure(_ binder: Binder) {}
    func unload(from injector: Injector) { unloaded() }
  }

  private actor Desk {
    func makeAndShutDown(_ log: SafeJournal) async throws {
      let parent = try Injector(
        Unloading { [unowned self] in
          self.assertIsolated()
          log.note("-module")
        })
      let (note, inner) = (Note("-note", log, self), Note("-child", log, self))
      try parent.update { binder in
        binder.bind(Note.self).to { _ in note }.in(.singleton)
        binder.bind(Player.self).to { Player(log) }.in(.singleton)
      }
      let child = try parent.makeChild { binder in
        binder.bind(Note.self).to { _ in inner }.in(.singleton)
        binder.bind(Recorder.self).to { Recorder(log) }.in(.singleton)
      }
      for injector in [parent, child] { _ = try injector.resolve(Note.self) }
      _ = try parent.resolve(Player.self)
      _ = try child.resolve(Recorder.self)
      do {
        try await parent.shutdownGracefully()
        Issue.record("nothing was thrown")
      } catch {
        #expect(error.errors.count == 2)
      }
      self.assertIsolated()
    }
  }

  /// Children, awaited releases and modules included, whatever else is released in between.
  @Test func everythingThatBelongsToNoActorEndsOnTheActorOfTheCaller() async throws {
    try await Desk().makeAndShutDown(log)
    #expect(taken() == "-recorder -child -module -player -note")
  }

  @Test func anObjectOfAChildMayAskForTheEndOfTheParent() async throws {
    let (parent, closing) = (try Injector(), Closing())
    let child = try parent.makeChild { $0.bind(Closing.self).to { closing }.in(.singleton) }
    _ = try child.resolve(Closing.self)
    closing.injector.withLock { $0 = parent }
    try await parent.shutdownGracefully()
    #expect(child.isShutDown && parent.isShutDown)
  }

  @Test func anObjectThatAnUpdateDropsMayAskForTheEnd() async throws {
    let closing = Closing()
    let injector = try Injector { $0.bind(Closing.self).to { closing }.in(.singleton) }
    _ = try injector.resolve(Closing.self)
    closing.injector.withLock { $0 = injector }
    try injector.update { $0.unbind(Closing.self) }
    try await injector.shutdownGracefully()
    #expect(injector.isShutDown)
  }

  /// A task releases the first object, which ends the other injector.
  @Test func anObjectThatADroppedObjectReleasesMayAskForTheEnd() async throws {
    let closing = Closing()
    let injector = try Injector { $0.bind(Closing.self).to { closing }.in(.singleton) }
    let other = try Injector { binder in
      binder.bind(Book.self).to { Book { try? injector.shutdown() } }.in(.singleton)
    }
    _ = try injector.resolve(Closing.self)
    _ = try other.resolve(Book.self)
    closing.injector.withLock { $0 = other }
    try injector.update { $0.unbind(Closing.self) }
    for _ in 0..<10_000 where !other.isShutDown { await Task.yield() }
    for _ in 0..<10_000 where !injector.isShutDown { await Task.yield() }
    #expect(injector.isShutDown)
  }

  private func makeSession(_ gate: TaskGate, began: TaskGate) throws -> Injector {
    let injector = try Injector { [log] binder in
      binder.bind(Book.self).to { Book { log.note("-book") } }.in(.singleton)
      binder.bind(Session.self).to { Session(log, gate, began: began) }.in(.singleton)
    }
    _ = try injector.resolve(Book.self)
    _ = try injector.resolve(Session.self)
    return injector
  }

  /// It could not wait, and would release what the object still uses.
  @Test func aShutdownDuringAnAwaitedReleaseIsRefused() async throws {
    let (gate, began) = (TaskGate(), TaskGate())
    let injector = try makeSession(gate, began: began)
    try injector.update { $0.unbind(Session.self) }
    await began.passWithoutBeingCancelled()
    #expect(try failure { try injector.shutdown() }.code == .awaitRequired)
    #expect(!injector.isShutDown && taken() == "")
    await gate.open()
    let error = try await asyncFailure { try await injector.shutdownGracefully() }
    #expect(error.code == .releaseFailed)
    #expect(taken() == "-session -book")
  }

  @Test func whatAnUpdateDropsWaitsForWhatAnEarlierOneHasDropped() async throws {
    let (gate, began) = (TaskGate(), TaskGate())
    let injector = try makeSession(gate, began: began)
    try injector.update { $0.unbind(Session.self) }
    await began.passWithoutBeingCancelled()
    try injector.update { $0.unbind(Book.self) }
    #expect(taken() == "")
    await gate.open()
    _ = try await asyncFailure { try await injector.shutdownGracefully() }
    #expect(taken() == "-session -book")
  }
}
