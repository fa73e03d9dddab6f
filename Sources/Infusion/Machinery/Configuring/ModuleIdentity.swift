/// The identity of a module: two modules with equal identities are the same module.
enum ModuleIdentity: Hashable {
  case object(KeptObject)
  /// The class counts, because a subclass inherits `==` and may declare other bindings.
  case value(AnyHashable, of: ObjectIdentifier)
  /// A type without stored properties has one value.
  case type(ObjectIdentifier)
  /// Anything else is a module of its own.
  case unique(Int)

  init<M: Module>(_ module: M) {
    if MemoryLayout<M>.size == 0 {
      self = .type(ObjectIdentifier(M.self))
    } else if let value = module as? any Hashable {
      self = .value(AnyHashable(value), of: ObjectIdentifier(Swift.type(of: module)))
    } else if M.self is AnyClass {
      self = .object(KeptObject(object: module as AnyObject))
    } else {
      self = .unique(UniqueNumber.next())
    }
  }
}

extension ModuleIdentity {
  /// An object that is kept, so that no other can take its address.
  struct KeptObject: Hashable {
    let object: AnyObject

    static func == (left: KeptObject, right: KeptObject) -> Bool { left.object === right.object }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
  }
}
