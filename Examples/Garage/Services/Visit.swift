import Infusion

/// A customer's visit: it keeps what is made once per visit.
///
/// The scope asks the injector for the visit of the moment. Each visit has a child injector of its
/// own, which binds it.
final class Visit: InstanceStore {
  private var instances: [Key: Any] = [:]

  func value(for key: Key) -> Any? { instances[key] }

  func publish(_ value: Any, for key: Key) {
    instances[key] = value
  }
}

extension Scope {
  static let visit = Scope("visit") { try $0.resolve(Visit.self) }
}
