import Dispatch
import Foundation
import Infusion
import Synchronization
import Testing

/// Created once for all threads of a round, after all of them have arrived.
private final class Expensive: Sendable {}

/// Created without a binding; its initializer waits like the creator of `Expensive`.
private final class OnDemand: DefaultInitializable, Sendable {
  init() { Round.current?.create() }
}

/// An injection that several threads perform at the same time.
private final class Round: Sendable {
  /// The current round, for initializers without arguments.
  private static let present = Guarded<Round?>(nil)
  static var current: Round? { present.value }

  let creations = Atomic(0)
  private let threadCount: Int
  private let arrived = DispatchGroup()
  private let ended = DispatchGroup()
  private let answers = Guarded<[AnyObject]>([])

  init(threadCount: Int) {
    self.threadCount = threadCount
    Self.present.change { $0 = self }
  }

  /// Waits for all threads, so that the others ask during the creation.
  func create() {
    creations.add(1, ordering: .relaxed)
    arrived.wait()
  }

  /// Lets every thread ask once.
  ///
  /// - Returns: The values that the threads have received.
  func run(_ ask: @escaping @Sendable () throws -> AnyObject) -> [AnyObject] {
    for _ in 0..<threadCount {
      arrived.enter()
      ended.enter()
    }
    for _ in 0..<threadCount {
      Thread.detachNewThread { [self] in
        arrived.leave()
        if let answer = try? ask() { answers.change { $0.append(answer) } }
        ended.leave()
      }
    }
    ended.wait()
    return answers.value
  }
}

/// A value behind a lock that the thread sanitizer recognizes.
private final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var content: Value

  init(_ content: Value) { self.content = content }

  var value: Value { lock.withLock { content } }

  func change(_ body: (inout Value) -> Void) { lock.withLock { body(&content) } }
}

struct OCInjectConcurrencyTests {
  @Test(
    "OCI-26: threads that inject at once run the constructor once, and all receive the value",
    .timeLimit(.minutes(5)))
  func oci26() async {
    // The threads ask the shared injector, because they have no current one.
    await #expect(processExitsWith: .success) {
      for number in 0..<400 {
        let round = Round(threadCount: 8)
        Injector.setDefault(
          try Injector(options: .init(onDemandScope: .singleton)) {
            $0.bind(Expensive.self).to {
              round.create()
              return Expensive()
            }.in(.singleton)
          })
        let answers =
          number % 2 == 0
          ? round.run { try inject(Expensive.self) } : round.run { try inject(OnDemand.self) }
        #expect(answers.count == 8)
        #expect(Set(answers.map { ObjectIdentifier($0) }).count == 1)
        #expect(round.creations.load(ordering: .relaxed) == 1)
      }
    }
  }
}
