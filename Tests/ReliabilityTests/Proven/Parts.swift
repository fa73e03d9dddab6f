import Infusion

/// What the proofs inject.
final class Wheel {}

/// Counts how often it is awoken, and whether its property was set by then.
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

/// An object that counts how many of its kind live.
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

/// Hears everything and does nothing.
struct SilentObserver: InjectionObserver {}

extension Injector.Options {
  /// With an observer that does nothing, or without one.
  static func observed(_ isObserved: Bool) -> Self {
    Self(observers: isObserved ? [SilentObserver()] : [])
  }
}
