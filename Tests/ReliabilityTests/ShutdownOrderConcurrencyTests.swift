import Infusion
import Testing

/// Shutdowns while other threads release objects of the injector.
@Suite(.timeLimit(.minutes(5)))
struct ShutdownOrderConcurrencyTests {
  /// An object that is released in two steps, so that others can come in between.
  private final class Part: ReleasesFromInjection {
    private let name: String
    private let journal: Locked<[String]>
    private let release: () throws -> Void

    init(
      _ name: String, _ journal: Locked<[String]>, release: @escaping () throws -> Void = {}
    ) {
      (self.name, self.journal, self.release) = (name, journal, release)
    }

    func releaseFromInjection() throws {
      journal.with { $0.append("\(name) begins") }
      try release()
      journal.with { $0.append("\(name) ends") }
    }
  }

  /// How a thread comes to release an object.
  enum Occasion: CaseIterable { case update, release, request }

  private let journal = Locked<[String]>([])
  private let begun = Latch()

  /// An injector whose object "user" needs its object "used", and takes its time to be released.
  private func makeInjector(_ release: @escaping @Sendable () throws -> Void) throws -> Injector {
    let (journal, begun) = (journal, begun)
    let injector = try Injector { binder in
      binder.bind(Part.self, named: "used").to { Part("used", journal) }.in(.singleton)
      let user = binder.bind(Part.self, named: "user").to { injector in
        _ = try injector.resolve(Part.self, named: "used")
        return Part("user", journal) {
          begun.countDown()
          try release()
        }
      }
      user.in(.singleton)
      binder.bind(Int.self).to { injector in
        injector.releaseSingletons(of: Part.self, named: "user")
        return 1
      }
    }
    _ = try injector.resolve(Part.self, named: "user")
    return injector
  }

  private func drop(_ occasion: Occasion, _ injector: Injector) throws {
    switch occasion {
    case .update: try injector.update { $0.unbind(Part.self, named: "user") }
    case .release: injector.releaseSingletons(of: Part.self, named: "user")
    case .request: _ = try injector.resolve(Int.self)
    }
  }

  @Test(arguments: Occasion.allCases)
  func aShutdownWaitsForTheObjectsThatAnotherThreadReleases(_ occasion: Occasion) throws {
    let injector = try makeInjector { for _ in 0..<100 { sleepBriefly() } }
    let failures = Counter()
    onThreads(2) { thread in
      do {
        if thread == 0 { return try drop(occasion, injector) }
        _ = begun.wait()
        try injector.shutdown()
        journal.with { $0.append("over") }
      } catch {
        failures.increment()
      }
    }
    #expect(failures.value == 0)
    #expect(
      journal.current == ["user begins", "user ends", "used begins", "used ends", "over"])
  }

  /// An update of one injector has built the object of another, and fails.
  @Test func aShutdownWaitsForWhatAFailedUpdateOfAnotherInjectorDrops() throws {
    final class Dropped {
      let end: () -> Void
      init(_ end: @escaping () -> Void) { self.end = end }
      deinit { end() }
    }
    let (journal, begun) = (journal, begun)
    let changed = try Injector { $0.bind(Int.self).to { 1 } }
    let other = try Injector { binder in
      binder.bind(Part.self).to {
        _ = try changed.resolve(Int.self)
        return Part("built", journal)
      }
      .in(.singleton)
    }
    let codes = Locked<[InjectionError.Code]>([])
    onThreads(2) { thread in
      do {
        if thread == 0 {
          return try changed.update { binder in
            binder.bind(Int.self).to { 2 }
            binder.bind(String.self).to { injector in
              _ = try other.resolve(Part.self)
              _ = try injector.create {
                Dropped {
                  begun.countDown()
                  for _ in 0..<100 { sleepBriefly() }
                }
              }
              throw CancellationError()
            }
            .asEagerSingleton()
          }
        }
        _ = begun.wait()
        try other.shutdown()
        journal.with { $0.append("over") }
      } catch {
        codes.with { $0.append((error as? InjectionError)?.code ?? .several) }
      }
    }
    #expect(codes.current == [.providerFailed])
    #expect(journal.current == ["built begins", "built ends", "over"])
  }

  @Test(arguments: Occasion.allCases)
  func aGracefulShutdownAwaitsTheObjectsThatAThreadReleases(_ occasion: Occasion) async throws {
    let injector = try makeInjector { for _ in 0..<100 { sleepBriefly() } }
    let (ended, hasEnded) = AsyncStream<Void>.makeStream()
    startThread {
      try? drop(occasion, injector)
      hasEnded.finish()
    }
    while journal.current.isEmpty { await Task.yield() }
    try await injector.shutdownGracefully()
    journal.with { $0.append("over") }
    for await _ in ended {}
    #expect(
      journal.current == ["user begins", "user ends", "used begins", "used ends", "over"])
  }

  /// The parent ends its child first, whose object another thread is releasing.
  @Test func theShutdownOfAParentWaitsForTheObjectsOfItsChild() throws {
    let journal = journal
    let parent = try Injector { binder in
      binder.bind(Part.self, named: "parent's").to { Part("parent's", journal) }.in(.singleton)
    }
    let begun = begun
    let child = try parent.makeChild { binder in
      binder.bind(Part.self).to { injector in
        _ = try injector.resolve(Part.self, named: "parent's")
        return Part("child's", journal) {
          begun.countDown()
          for _ in 0..<100 { sleepBriefly() }
        }
      }.in(.singleton)
    }
    _ = try child.resolve(Part.self)
    onThreads(2) { thread in
      if thread == 0 {
        child.releaseSingletons()
      } else {
        _ = begun.wait()
        #expect(throws: Never.self) { try parent.shutdown() }
      }
    }
    #expect(
      journal.current
        == ["child's begins", "child's ends", "parent's begins", "parent's ends"])
  }

  /// Two threads release an object each, and both objects end the injector.
  @Test func objectsThatTwoThreadsReleaseMayShutTheInjectorDown() throws {
    let journal = journal
    let (first, both, ended) = (Latch(), Latch(2), Counter())
    let holder = Locked<Injector?>(nil)
    let injector = try Injector { binder in
      for name in ["one", "two"] {
        binder.bind(Part.self, named: Name(name)).to {
          Part(name, journal) {
            first.countDown()
            both.countDown()
            _ = both.wait()
            try holder.current?.shutdown()
            ended.increment()
          }
        }.in(.singleton)
      }
    }
    holder.with { $0 = injector }
    defer { holder.with { $0 = nil } }
    for name in ["one", "two"] { _ = try injector.resolve(Part.self, named: Name(name)) }
    onThreads(2) { thread in
      // Otherwise one thread might release both.
      if thread == 1 { _ = first.wait() }
      injector.releaseSingletons(of: Part.self, named: thread == 0 ? "one" : "two")
    }
    #expect(ended.value == 2)
    #expect(injector.isShutDown)
  }

  /// The object that is being released waits for the update that shuts its injector down.
  @Test func aShutdownGivesWayToAReleaseThatWaitsForIt() throws {
    let other = try Injector { $0.bind(Int.self).to(instance: 1) }
    let updates = Latch()
    let injector = try makeInjector {
      _ = updates.wait()
      try other.update { $0.bind(Int.self).to(instance: 2) }
    }
    let failures = Counter()
    onThreads(2) { thread in
      if thread == 0 {
        if !injector.releaseSingletons(of: Part.self, named: "user").isEmpty {
          failures.increment()
        }
        return
      }
      _ = begun.wait()
      do {
        try other.update { _ in
          updates.countDown()
          try injector.shutdown()
        }
      } catch {
        failures.increment()
      }
    }
    #expect(failures.value == 0)
    #expect(try other.resolve(Int.self) == 2)
    #expect(injector.isShutDown)
  }
}
