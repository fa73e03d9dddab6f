import Infusion

/// An object that these tests inject.
final class Wheel {}

/// Counts how often it awakes, and how often it does so without its property.
final class CountingPart: Injectable, AwakesFromInjection, @unchecked Sendable {
  var wheel: Wheel!
  private(set) var awakes = 0
  private(set) var unfinishedAwakes = 0

  static var requires: [PartialKeyPath<CountingPart>] { [\.wheel] }

  func awakeFromInjection() {
    awakes += 1
    if wheel == nil { unfinishedAwakes += 1 }
  }
}

/// An object of a class whose list asks the current injector for another object.
final class PartWhoseListAsks: Injectable, AwakesFromInjection, @unchecked Sendable {
  var wheel: Wheel!
  private(set) var awakes = 0

  static var requires: [PartialKeyPath<PartWhoseListAsks>] {
    _ = try? inject(CountingPart.self)
    return [\.wheel]
  }

  func awakeFromInjection() { awakes += 1 }
}

/// An object that counts the live objects of its class.
final class LivePart {
  let number: Int
  private let live: Counter
  init(_ live: Counter, _ number: Int = 0) {
    self.live = live
    self.number = number
    live.increment()
  }
  deinit { live.increment(by: -1) }
}

/// An observer that does nothing.
struct SilentObserver: InjectionObserver {}

extension Injector.Options {
  /// Options with an observer that does nothing, or without an observer.
  static func observed(_ isObserved: Bool) -> Self {
    Self(observers: isObserved ? [SilentObserver()] : [])
  }
}
