import Infusion

/// The present turn: keeps what there is one of in each turn.
final class Turn: InstanceStore {
  private var instances: [Infusion.Key: Any] = [:]

  func begin() {
    instances = [:]
  }

  func value(for key: Infusion.Key) -> Any? { instances[key] }

  func publish(_ value: Any, for key: Infusion.Key) {
    instances[key] = value
  }
}

extension Scope {
  /// One for everybody, until the next turn begins.
  static let turn = Scope("turn") { try $0.resolve(Turn.self) }
}
