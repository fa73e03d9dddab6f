import Infusion

/// A customer's visit, with the instances that are created once per visit.
///
/// The scope asks the injector for the current visit. Each visit has its own child injector, which
/// binds it.
final class Visit {
  let instances = ScopeStore()
}

extension Scope {
  static let visit = Scope("visit") { try $0.resolve(Visit.self).instances }
}
