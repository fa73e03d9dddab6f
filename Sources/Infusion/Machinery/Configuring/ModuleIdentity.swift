/// The identity of a module: two modules with equal identities are the same module.
enum ModuleIdentity: Hashable {
  case object(KeptObject)
  case value(KeptValue)
  /// A type without stored properties has one value.
  case type(ObjectIdentifier)
  /// Anything else is a module of its own.
  case unique(Int)

  init<M: Module>(_ module: M) {
    if MemoryLayout<M>.size == 0 {
      self = .type(ObjectIdentifier(M.self))
    } else if let value = module as? any Hashable {
      self = .value(KeptValue(AnyHashable(value), of: Swift.type(of: module)))
    } else if M.self is AnyClass {
      self = .object(KeptObject(object: module as AnyObject))
    } else {
      self = .unique(UniqueNumber.next())
    }
  }
}

extension ModuleIdentity {
  /// A value that is kept with its hash.
  ///
  /// Its conformance to `Hashable` may belong to an actor, but its identity is looked up on any thread.
  /// The value is hashed once, where the module is installed, and never compared with itself.
  final class KeptValue: Hashable {
    private let value: AnyHashable
    /// The class counts, because a subclass inherits `==` and may declare other bindings.
    private let type: ObjectIdentifier
    private let hash: Int

    init(_ value: AnyHashable, of type: Any.Type) {
      self.value = value
      self.type = ObjectIdentifier(type)
      hash = value.hashValue
    }

    static func == (left: KeptValue, right: KeptValue) -> Bool {
      left === right
        || left.hash == right.hash && left.type == right.type && left.value == right.value
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }

  /// An object that is kept, so that no other can take its address.
  struct KeptObject: Hashable {
    let object: AnyObject

    static func == (left: KeptObject, right: KeptObject) -> Bool { left.object === right.object }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
  }
}
