extension InjectionError {
  /// A property that a class lists.
  public struct Property: Sendable, CustomStringConvertible {
    /// The class whose list contains the property.
    public let owner: Any.Type
    /// The name, where key path or reflection can tell; several possible ones are joined with "or".
    public let name: String?
    /// The position in the list, counted from one.
    public let position: Int
    /// The type of the property, when the error is about its declaration.
    public let type: Any.Type?

    /// Owner and name, `Car.engine`, or the position where the name is not known.
    public var description: String {
      let owner = TypeText(owner).text
      return name.map { "\(owner).\($0)" } ?? "requirement \(position) of \(owner)"
    }
  }

  /// One step on the way from the call to the failure.
  public struct Step: Sendable {
    /// What a step is.
    public enum Kind: Sendable {
      /// A property asks for a value.
      case property
      /// A parameter of an initializer, a link or a collection asks for a value.
      case parameter
      /// A value is being made by user code.
      case creation
      /// The program has called the injector.
      case call
    }

    /// What the step is.
    public let kind: Kind
    /// Who asks: `Car.engine`, `resolve(Car.self)`.
    public let subject: String
    /// What is known of it: `requirement 1 of Car`.
    public let detail: String
    /// Where it is declared, bound or called.
    public let location: SourceLocation?
    /// The property that asks, for a step of that kind.
    public let property: Property?

    private init(
      _ kind: Kind, _ subject: String, _ detail: String, _ location: SourceLocation?,
      property: Property? = nil
    ) {
      self.kind = kind
      self.subject = subject
      self.detail = detail
      self.location = location
      self.property = property
    }
  }
}

extension InjectionError.Step {
  /// Something asks for a value that could not be had.
  ///
  /// A declaration that carries its place is shown with it; otherwise the binding of the value, if
  /// there is one, is.
  init(_ requirement: Requirement, in object: AnyObject?, bound: BindingDeclaration?) {
    switch requirement.subject {
    case .property(let owner, _, _, let position):
      let property = InjectionError.Property(requirement, in: object)
      let position = "requirement \(position) of \(TypeText(owner).text)"
      if let place = requirement.place {
        self.init(.property, property.description, position, place, property: property)
      } else if let bound, bound.isExplicit {
        self.init(
          .property, property.description, bound.boundText, bound.place, property: property)
      } else {
        self.init(.property, property.description, position, nil, property: property)
      }
    case .parameter(let key, let position):
      self.init(.parameter, "\(key)", "parameter \(position) of its initializer", nil)
    case .link(let key):
      self.init(.parameter, "\(key)", "linked to another type", nil)
    case .contribution(let key):
      self.init(.parameter, "\(key)", "collects what is contributed", bound?.place)
    }
  }

  /// User code that makes or awakes something.
  init(_ declaration: BindingDeclaration?, class type: AnyClass?) {
    if let declaration, declaration.isExplicit {
      self.init(.creation, "\(declaration.key)", declaration.boundText, declaration.place)
    } else if let declaration {
      self.init(.creation, "\(declaration.key)", "created on demand", nil)
    } else {
      self.init(.creation, type.map { TypeText($0).text } ?? "an object", "being injected", nil)
    }
  }

  init(_ call: CallFacts) {
    self.init(.call, call.text, "", call.place)
  }
}

extension InjectionError.Property {
  init(_ requirement: Requirement, in object: AnyObject?, type: Any.Type? = nil) {
    guard case .property(let owner, _, _, let position) = requirement.subject else {
      fatalError("a requirement of a class")
    }
    self.init(
      owner: owner, name: PropertyName(of: requirement, in: object).text, position: position,
      type: type)
  }
}

extension BindingDeclaration {
  /// `bound in GarageModule`, through which modules ever.
  var boundText: String {
    modulePath.isEmpty ? "bound" : "bound in \(modulePath.joined(separator: " → "))"
  }
}
