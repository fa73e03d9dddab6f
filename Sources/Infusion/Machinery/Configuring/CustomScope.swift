/// What a custom scope is made of.
///
/// A class, so that copies of the scope are equal and others are not.
///
/// `@unchecked Sendable`: immutable. The closure is the user's; the documentation of `Scope` says
/// that several threads may call it at once.
final class CustomScope: Hashable, @unchecked Sendable {
  let name: String
  let store: (Injector) throws -> any InstanceStore

  init(name: String, store: @escaping (Injector) throws -> any InstanceStore) {
    self.name = name
    self.store = store
  }

  static func == (left: CustomScope, right: CustomScope) -> Bool { left === right }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
