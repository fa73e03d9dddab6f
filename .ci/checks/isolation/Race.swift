// The most ordinary module of an app, in a target whose default isolation is the main actor, and
// eight tasks that ask it for objects at once. What it counts belongs to the main actor.
import Infusion

final class Counter {
  static var made = 0
}

final class Badge {
  init() { Counter.made += 1 }
}

final class OnDemand: DefaultInitializable {
  init() { Counter.made += 1 }
}

struct BadgeModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Badge.self).to { Badge() }
  }
}

@main struct Race {
  static func main() async throws {
    let injector = try Injector(BadgeModule())
    let rounds = 20_000
    // They have been made here before: that is no reason to make them elsewhere.
    _ = try injector.resolve(Badge.self)
    _ = try injector.resolve(OnDemand.self)
    let tasks = (0..<8).map { _ in
      Task.detached {
        var refused = 0
        for _ in 0..<rounds {
          if isRefused({ _ = try injector.resolve(Badge.self) }) { refused += 1 }
          if isRefused({ _ = try injector.resolve(OnDemand.self) }) { refused += 1 }
        }
        return refused
      }
    }
    for _ in 0..<rounds { _ = try injector.resolve(Badge.self) }
    var refused = 0
    for task in tasks { refused += await task.value }
    guard refused == 16 * rounds, Counter.made == 2 + rounds else {
      fatalError("\(refused) requests were refused, and \(Counter.made) objects were made")
    }
    print("in order")
  }
}

nonisolated func isRefused(_ body: () throws -> Void) -> Bool {
  do {
    try body()
    return false
  } catch {
    return (error as? InjectionError)?.code == .mainActorRequired
  }
}
