/// One dependency of a class or an initializer, with everything that a message says about it.
///
/// Threads may share it: immutable, but for the name of the property, which is written once.
final class Requirement {
  /// The part of the program that needs the value, such as a property of a class or a parameter of
  /// an initializer.
  enum Subject {
    /// A property listed by a class; the position counts from one within the list of that class.
    case property(owner: AnyClass, label: String?, position: Int)
    /// A parameter of the code that creates a value of the key; the position counts from one.
    case parameter(of: Key, position: Int)
    /// The other end of a link.
    case link(from: Key)
    /// A value contributed to a collection.
    case contribution(to: Key)
  }

  let subject: Subject
  /// The type of the property or parameter, of the other end of a link, or of the elements of a
  /// collection.
  let valueType: Any.Type
  let name: Name?
  let isOptional: Bool
  /// Whether the subject is a parameter of an Optional type, which may be nil; a handle never is.
  let acceptsNil: Bool
  /// Whether a module adds it to the class.
  let isAddition: Bool
  let location: CodeLocation?
  /// The property; nil for a subject of another kind.
  let slot: Slot?
  /// The name of the property, once something has asked for it.
  let foundName = OnceReference<AnyObject>()

  init(
    _ subject: Subject, of valueType: Any.Type, name: Name? = nil, isOptional: Bool = false,
    acceptsNil: Bool = false, isAddition: Bool = false, location: CodeLocation? = nil,
    slot: Slot? = nil
  ) {
    self.subject = subject
    self.valueType = valueType
    self.name = name
    self.isOptional = isOptional
    self.acceptsNil = acceptsNil
    self.isAddition = isAddition
    self.location = location
    self.slot = slot
  }
}

/// One entry of a class's list, as declared and not yet checked against the class.
@usableFromInline
struct RequirementElement {
  @usableFromInline
  enum Kind {
    case requires
    case accepts
    case excludes
    /// Required, by a module.
    case adds
  }

  let kind: Kind
  let slot: Slot
  let name: Name?
  /// The location of the declaration; nil for a plain list of key paths.
  let location: CodeLocation?

  init(_ kind: Kind, _ slot: Slot, name: Name? = nil, location: CodeLocation? = nil) {
    self.kind = kind
    self.slot = slot
    self.name = name
    self.location = location
  }

  /// An entry of a plain list.
  init(keyPath: AnyKeyPath, name: Name? = nil) {
    self.init(.requires, Slot(keyPath), name: name)
  }
}
