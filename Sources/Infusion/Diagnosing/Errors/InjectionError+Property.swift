extension InjectionError {
  /// A property that a class lists.
  ///
  /// `Sendable`.
  public struct Property: Sendable, CustomStringConvertible {
    /// How a class says that it needs a property.
    enum Declaration: Sendable {
      /// `requiring` and `accepting`, which have a source location.
      case requirements
      /// A list of key paths.
      case list
      /// `injecting`, in a module.
      case addition
      /// `@Injected`.
      case marker
    }

    /// The class whose list contains the property.
    public let owner: Any.Type
    /// The name, if the key path or reflection reveals it; several possible names are joined with
    /// "or".
    ///
    /// A key path does not reveal a computed, wrapped or overridable property. Its name is then that
    /// of the stored property of the class with the same type, if there is one. Superclasses that
    /// list nothing count, too.
    public let name: String?
    /// The position in the list, counted from one.
    ///
    /// Properties that the list repeats from the superclass's list do not count.
    public let position: Int
    /// The type of the property, if it is known.
    public let type: Any.Type?
    /// The name that the property asks for, if any.
    let valueName: Name?
    let declaration: Declaration
    /// The class of the key path, if the owner lists a property through another class.
    let root: AnyClass?
    /// Whether the key path is known to lead through a property, or to be `\.self`.
    let isWithin: Bool

    /// Owner and name, `Car.engine`, or the position if the name is not known.
    public var description: String {
      name.map { "\(TypeText(owner).text).\($0)" } ?? place
    }

    /// The position in the list.
    private var place: String { "requirement \(position) of \(TypeText(owner).text)" }

    /// Which property it is, for a step that begins with its name.
    var detail: String {
      let place = isMarker ? "@Injected" : place
      guard name == nil, let type else { return place }
      return "\(place) of type \(TypeText(type).text)"
    }

    var isMarker: Bool { declaration == .marker }

    /// The possible names, one by one.
    var names: [String] { name?.split(separator: " or ").map(String.init) ?? [] }

    /// The name in a declaration, which the reader completes if several are possible.
    var declaredName: String { names.count == 1 ? names[0] : "…" }
  }
}

extension InjectionError.Property {
  /// A requirement of a class.
  ///
  /// - Parameter requirement: The requirement of a property; any other is a defect of the caller.
  init(_ requirement: Requirement) {
    guard case .property(let owner, _, let position) = requirement.subject,
      let slot = requirement.slot
    else {
      fatalError("a requirement of a class")
    }
    let root: AnyClass? = slot.root as? AnyClass
    let declaration: Declaration =
      if slot.root == nil {
        .marker
      } else if requirement.isAddition {
        .addition
      } else {
        requirement.location == nil ? .list : .requirements
      }
    self.init(
      owner: owner, name: requirement.propertyName, position: position,
      type: requirement.valueType, valueName: requirement.name,
      declaration: declaration, root: root == owner ? nil : root,
      isWithin: requirement.propertyName == "self"
        || slot.keyPath.map { KeyPathStorage.leadsThroughAProperty($0) } ?? false)
  }
}
