/// Virtual time, which advances when all pieces that are due are asleep.
///
/// The plan says how many pieces have begun at each time. The clock stands still until they have
/// begun, and then advances to the next piece that wakes: so a test measures the order of the work,
/// not the speed of the machine. If a preparation begins a piece later than it could, the clock
/// stands still until the test is cancelled.
actor VirtualClock {
  private(set) var now = 0
  /// The time when each piece has begun.
  private(set) var begun: [Int: Int] = [:]
  private var sleepers: [Int: (deadline: Int, continuation: CheckedContinuation<Void, any Error>)] =
    [:]
  private let dueBegins: [Int]

  /// - Parameter begins: The time when each piece begins, by the plan.
  init(begins: [Int]) {
    dueBegins = begins.sorted()
  }

  func sleep(_ number: Int, for duration: Int) async throws {
    begun[number] = now
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
        } else {
          sleepers[number] = (now + duration, continuation)
          pass()
        }
      }
    } onCancel: {
      Task { await wake(number) }
    }
  }

  private func wake(_ number: Int) {
    sleepers.removeValue(forKey: number)?.continuation.resume(throwing: CancellationError())
  }

  private func pass() {
    while begun.count == dueBegins.count(where: { $0 <= now }),
      let next = sleepers.values.map(\.deadline).min()
    {
      now = next
      let woken = sleepers.filter { $0.value.deadline == next }
      for (number, sleeper) in woken {
        sleepers[number] = nil
        sleeper.continuation.resume()
      }
    }
  }
}

/// A plan of pieces of work with delays; each piece needs some of the earlier ones.
struct Schedule {
  struct Piece {
    let number: Int
    let needs: [Int]
    let delay: Int
  }

  private(set) var pieces: [Piece] = []
  private(set) var begins: [Int] = []
  private(set) var ends: [Int] = []

  /// Makes pieces with up to three needs each, the same for the same seed.
  init(count: Int, seed: UInt64) {
    var random = Random(seed: seed)
    for number in 0..<count {
      // From the nearest pieces, so that there are long chains.
      let candidates = Array(max(0, number - 9)..<number).shuffled(using: &random)
      let needs = candidates.prefix(Int.random(in: 0...3, using: &random)).sorted()
      let delay = Int.random(in: 1...9, using: &random)
      let begin = needs.map { ends[$0] }.max() ?? 0
      pieces.append(Piece(number: number, needs: needs, delay: delay))
      begins.append(begin)
      ends.append(begin + delay)
    }
  }

  var longestPath: Int { ends.max() ?? 0 }
  var sum: Int { pieces.reduce(0) { $0 + $1.delay } }
}

/// The same random numbers for the same seed.
struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// Counts events from any task.
actor TaskTally {
  private(set) var counts: [String: Int] = [:]

  func count(_ name: String) { counts[name, default: 0] += 1 }

  var total: Int { counts.values.reduce(0, +) }
}

/// A door at which tasks wait until it is opened; a cancelled task passes with an error.
actor TaskGate {
  private var isOpen = false
  private var arrivedCount = 0
  private var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
  private var observers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  private var lastNumber = 0

  func open() {
    isOpen = true
    for continuation in waiting.values { continuation.resume() }
    waiting = [:]
  }

  /// Waits for the door to open.
  func pass() async throws {
    lastNumber += 1
    let number = lastNumber
    arrive()
    guard !isOpen else { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
        if Task.isCancelled {
          waiter.resume(throwing: CancellationError())
        } else {
          waiting[number] = waiter
        }
      }
    } onCancel: {
      Task { await cancel(number) }
    }
  }

  /// Waits for the door to open, even if the task is cancelled.
  func passWithoutBeingCancelled() async {
    arrive()
    guard !isOpen else { return }
    lastNumber += 1
    let number = lastNumber
    try? await wait(number)
  }

  private func wait(_ number: Int) async throws {
    try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
      waiting[number] = waiter
    }
  }

  /// Waits until the given number of tasks have arrived.
  func arrivals(_ count: Int) async {
    guard arrivedCount < count else { return }
    await withCheckedContinuation { observers.append((count, $0)) }
  }

  private func arrive() {
    arrivedCount += 1
    for observer in observers where observer.count <= arrivedCount {
      observer.continuation.resume()
    }
    observers.removeAll { $0.count <= arrivedCount }
  }

  private func cancel(_ number: Int) {
    waiting.removeValue(forKey: number)?.resume(throwing: CancellationError())
  }
}
