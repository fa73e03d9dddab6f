import Infusion
import Testing

final class Leaf: Sendable {
  let number: Int
  private let live: Counter
  init(_ live: Counter, _ number: Int = -1) {
    self.live = live
    self.number = number
    live.increment()
  }
  deinit { live.increment(by: -1) }
}

final class Part: Injectable, AwakesFromInjection, @unchecked Sendable {
  var leaf: Leaf!
  private let live: Counter
  private(set) var awakes = 0
  init(_ live: Counter) {
    self.live = live
    live.increment()
  }
  deinit { live.increment(by: -1) }
  static var requires: [PartialKeyPath<Part>] { [\.leaf] }
  func awakeFromInjection() { awakes += 1 }
}

final class Owner: Injectable, @unchecked Sendable {
  var part: Part!
  var parts: [Part] = []
  static var requires: [PartialKeyPath<Owner>] { [\.part, \.parts] }
}

func expectComplete(_ part: Part) {
  if part.leaf == nil || part.awakes != 1 { Issue.record("an incomplete part is handed out") }
}

struct BaseModule: Module {
  let live: Counter
  func configure(_ binder: Binder) {
    let live = live
    binder.bind(Leaf.self).to { Leaf(live) }
    binder.bind(Part.self).to { Part(live) }
    binder.bind(Part.self, named: "kept").to { Part(live) }.in(.singleton)
    binder.contribute(Part.self).to { Part(live) }.in(.singleton)
    binder.contribute(Part.self).to { Part(live) }
  }
}

struct ShadowingModule: Module, UnloadableModule {
  let live: Counter
  func configure(_ binder: Binder) {
    let live = live
    binder.bind(Part.self).to { Part(live) }.in(.singleton)
    binder.bind(Part.self, named: "kept").to { Part(live) }.in(.weak)
    binder.contribute(Part.self).to { Part(live) }
  }
  func unload(from injector: Injector) throws {
    _ = injector.hasBinding(Part.self)
  }
}
