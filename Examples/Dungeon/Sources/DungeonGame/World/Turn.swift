import Infusion

/// The present turn, with the instances of the scope `.turn`.
final class Turn {
  let instances = ScopeStore()

  func begin() {
    instances.reset()
  }
}

extension Scope {
  /// One instance for all creatures, until the next turn begins.
  static let turn = Scope("turn") { try $0.resolve(Turn.self).instances }
}
