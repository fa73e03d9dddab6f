import Dispatch
import Infusion
import Testing

#if !canImport(Darwin)
  /// What the library asks, declared as it declares it.
  @_silgen_name("swift_isInConformanceExecutionContext")
  private func mayUseConformances(
    _ type: Any.Type, of actor: UnsafePointer<any GlobalActor.Type>
  ) -> Bool

  private func runTimeLibrarySaysMainActor() -> Bool {
    let actor: any GlobalActor.Type = MainActor.self
    return withUnsafePointer(to: actor) { mayUseConformances(actor, of: $0) }
  }

  private protocol Probe {}
  @MainActor private final class Isolated: @MainActor Probe {}
  @MainActor private final class Made {}
  @MainActor private final class Kept {}

  /// What the library's question, a cast and three requests say about the present code.
  private func answers(_ injector: Injector) -> [Bool] {
    [
      runTimeLibrarySaysMainActor(),
      (Isolated.self as Any) is any Probe.Type,
      (try? injector.resolve(Made.self)) != nil,
      (try? injector.resolve(Kept.self)) != nil,
      (try? injector.resolve(Kept.self, named: "link")) != nil,
    ]
  }
  private let yes = [true, true, true, true, true]
  private let no = [false, false, false, false, false]

  private actor Other {
    func ask(_ injector: Injector) -> [Bool] { answers(injector) }
  }
  private final class Queue: SerialExecutor {
    private let queue = DispatchQueue(label: "executor")
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }
  private actor OnQueue {
    private nonisolated let queue = Queue()
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
    func ask(_ injector: Injector) -> [Bool] { answers(injector) }
  }
  private actor OnMainExecutor {
    nonisolated var unownedExecutor: UnownedSerialExecutor { MainActor.sharedUnownedExecutor }
    func ask(_ injector: Injector) -> [Bool] { answers(injector) }
  }

  @MainActor private func makeInjector() throws -> Injector {
    let injector = try Injector { binder in
      binder.bind(Made.self).to { Made() }
      binder.bind(Kept.self).to { Kept() }.in(.singleton)
      binder.bind(Kept.self, named: "link").to(Kept.self) { $0 }
    }
    #expect(answers(injector) == yes)
    return injector
  }

  /// The library asks Swift's run-time library whether code runs on the main actor.
  struct MainActorAssumptionsTests {
    @Test func theRunTimeLibraryKnowsTheMainActor() async throws {
      let injector = try await makeInjector()
      #expect(await MainActor.run { answers(injector) } == yes)
      #expect(await Task { @MainActor in answers(injector) }.value == yes)
      #expect(
        await Task { @MainActor in await Task.immediate { answers(injector) }.value }.value == yes)
      #expect(await OnMainExecutor().ask(injector) == yes)
      let besideQueue = await MainActor.run {
        DispatchQueue(label: "beside").sync { answers(injector) }
      }
      #expect(besideQueue == yes)
    }

    @Test func theRunTimeLibraryKnowsWhatIsNotTheMainActor() async throws {
      let injector = try await makeInjector()
      #expect(await Task.detached { answers(injector) }.value == no)
      #expect(
        await Task.detached { await Task.immediate { answers(injector) }.value }.value == no)
      #expect(await Other().ask(injector) == no)
      #expect(await OnQueue().ask(injector) == no)
      let onQueue = await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: answers(injector)) }
      }
      #expect(onQueue == no)
    }

    /// Whether the main queue counts depends on the executor in force: the requests follow the cast.
    @Test func theAnswersAgreeOnTheMainQueue() async throws {
      let injector = try await makeInjector()
      let synchronous = await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(returning: DispatchQueue.main.sync { answers(injector) })
        }
      }
      let asynchronous = await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume(returning: answers(injector)) }
      }
      #expect(Set(synchronous).count == 1)
      #expect(Set(asynchronous).count == 1)
    }
  }
#endif
