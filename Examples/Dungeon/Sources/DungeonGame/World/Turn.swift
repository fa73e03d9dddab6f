import Infusion

/// The present turn: has what there is one of in each turn.
final class Turn {
  let instances = ScopeStore()

  func begin() {
    instances.reset()
  }
}

extension Scope {
  /// One for everybody, until the next turn begins.
  static let turn = Scope("turn") { try $0.resolve(Turn.self).instances }
}
