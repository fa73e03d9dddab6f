import Infusion

/// A customer's visit: it has what is made once per visit.
///
/// The scope asks the injector for the visit of the moment. Each visit has a child injector of its
/// own, which binds it.
final class Visit {
  let instances = ScopeStore()
}

extension Scope {
  static let visit = Scope("visit") { try $0.resolve(Visit.self).instances }
}
