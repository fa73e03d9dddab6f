import Infusion

/// A store of a custom scope; a closure can make it fail.
final class MemoryStore: InstanceStore, Sendable {
  private let values = Locked<[Key: Kept]>([:])
  private let intervene: @Sendable (_ isPublishing: Bool, Key) throws -> Void

  init(_ intervene: @escaping @Sendable (_ isPublishing: Bool, Key) throws -> Void = { _, _ in }) {
    self.intervene = intervene
  }

  func value(for key: Key) throws -> Any? {
    try intervene(false, key)
    return values.with { $0[key]?.value }
  }

  func publish(_ value: Any, for key: Key) throws {
    try intervene(true, key)
    let kept = Kept(value: value)
    values.with { $0[key] = kept }
  }

  func withdraw(_ key: Key) {
    let old = values.with { $0.removeValue(forKey: key) }
    withExtendedLifetime(old) {}
  }

  func removeAll() {
    let old = values.with { values in
      defer { values = [:] }
      return values
    }
    withExtendedLifetime(old) {}
  }

  var count: Int { values.with { $0.count } }

  private struct Kept: @unchecked Sendable { let value: Any }
}
