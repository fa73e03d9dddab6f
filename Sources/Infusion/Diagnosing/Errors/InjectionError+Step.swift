extension InjectionError {
  /// One step of the path from the call to the failure.
  ///
  /// `Sendable`.
  public struct Step: Sendable, CustomStringConvertible {
    /// The kind of a step.
    ///
    /// `Sendable`.
    public enum Kind: Sendable, CustomStringConvertible {
      /// A property asks for a value.
      case property
      /// A parameter of an initializer asks for a value, or a closure, a link or a collection does.
      case parameter
      /// Your code creates a value.
      case creation
      /// The program calls the injector.
      case call

      /// The name of the case.
      public var description: String {
        switch self {
        case .property: "property"
        case .parameter: "parameter"
        case .creation: "creation"
        case .call: "call"
        }
      }
    }

    /// What asks for a value, more exactly than the kind says.
    enum Asker: Sendable {
      case property(Property)
      case parameter(of: Key)
      case closure(of: Key)
      case link(from: Key)
      case collection(of: Key)
      /// Of the value of a binding, or of an object of a class; nil when neither is known.
      case creation(of: Key?)
      case call(CallFacts)
      /// A call that asks for no value, as it is written.
      case otherCall(String)
      /// The program calls `get()` of a `Lazy` or a `Provider`, which this type holds, if it is known.
      case handle(holder: Any.Type?)
      /// An `@Injected` property that was read before an injection had set it.
      case marker(Marker)

      /// The type that asks, for a property, a parameter, a closure or a link.
      var type: Any.Type? {
        switch self {
        case .property(let property): property.owner
        case .parameter(let key), .closure(let key), .link(let key): key.type
        case .collection, .creation, .call, .otherCall, .handle, .marker: nil
        }
      }

      /// The beginning of the step, made when something reads it: most errors are caught, and not read.
      var text: String {
        switch self {
        case .property(let property):
          property.name == nil ? TypeText(property.owner).text : property.description
        case .parameter(let key), .closure(let key), .link(let key), .collection(let key): "\(key)"
        case .creation(let key): key.map { "\($0)" } ?? "an object"
        case .call(let call): call.text
        case .otherCall(let text): text
        case .handle(let holder): holder.map { "get() in \(TypeText($0).text)" } ?? "get()"
        case .marker(let marker): marker.text
        }
      }
    }

    let asker: Asker
    /// What asks: `Car.engine`, `resolve(Car.self)`.
    public var subject: String { asker.text }
    /// Details about the subject: `requirement 1 of Car`.
    public var detail: String {
      let fact = property?.detail ?? fact
      return [fact, owner?.fact ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    /// What there is to say about the asker, unless it is a property.
    private let fact: String
    /// Where the asker is bound.
    private(set) var owner: BindingFacts?
    /// Where it is declared, bound or called.
    public private(set) var location: CodeLocation?
    /// Where the value that it asks for is bound, and by which modules, innermost last.
    private(set) var binding: BindingFacts?
    /// Whether a parameter or a call asks for an Optional.
    private(set) var acceptsNil = false
    /// Whether a closure receives the value, and does not ask for it itself.
    private(set) var isReceived = false
    /// The value under construction at the step, if an injector keeps it.
    var kept: Kept?

    init(
      _ asker: Asker, _ fact: String = "", of owner: BindingDeclaration? = nil,
      at location: CodeLocation? = nil
    ) {
      self.asker = asker
      self.fact = fact
      self.owner = owner.map { BindingFacts($0) }
      self.location = location ?? owner?.location
    }

    /// The subject, the detail, and the location.
    public var description: String {
      [subject, detail, location?.description ?? ""].filter { !$0.isEmpty }
        .joined(separator: ", ")
    }

    /// The kind of the step.
    public var kind: Kind {
      switch asker {
      case .property: .property
      case .parameter, .closure, .link, .collection: .parameter
      case .creation: .creation
      case .call, .otherCall, .handle, .marker: .call
      }
    }

    /// The property that asks, for a step of that kind.
    public var property: Property? {
      if case .property(let property) = asker { property } else { nil }
    }

    /// Where the value that the step asks for is bound, if that is known.
    public var bindingLocation: CodeLocation? { binding?.location }

    /// Whether its location is the binding of its own value.
    func isBound(at location: CodeLocation?) -> Bool {
      switch kind {
      case .creation, .parameter: self.location == location
      case .property, .call: false
      }
    }
  }
}

extension InjectionError.Step {
  /// Something asks for a value that could not be provided.
  ///
  /// - Parameters:
  ///   - requirement: What asks.
  ///   - bound: The binding of the value, if there is one.
  ///   - owner: The binding of what asks, if there is one.
  init(
    _ requirement: Requirement, bound: BindingDeclaration?, owner: BindingDeclaration? = nil
  ) {
    self.init(requirement, owner: owner)
    if let bound, bound.isExplicit { binding = BindingFacts(bound) }
  }

  /// What a collection does that nothing binds.
  private static let collecting = "collects what is contributed"

  private init(_ requirement: Requirement, owner: BindingDeclaration?) {
    let owner = owner.flatMap { $0.isExplicit ? $0 : nil }
    switch requirement.subject {
    case .property:
      self.init(.property(InjectionError.Property(requirement)), at: requirement.location)
    case .parameter(let key, let position):
      self.init(.parameter(of: key), "parameter \(position) of its initializer", of: owner)
      acceptsNil = requirement.acceptsNil
    case .link(let key):
      // With another name, it may be the same type.
      let another = requirement.name == key.name ? "another type" : "another key"
      let target = owner?.linkedKey == key ? "its own type" : another
      self.init(.link(from: key), "linked to \(target)", of: owner)
    case .contribution(let key):
      self.init(.collection(of: key), Self.collecting)
    }
  }

  /// A requirement that was found without a request; only its declaration is known.
  init(examining requirement: Requirement, isDeclaredUse: Bool, owner: BindingDeclaration?) {
    if isDeclaredUse, case .parameter(let key, _) = requirement.subject {
      self.init(.closure(of: key), "declared with 'uses:'", of: owner)
      isReceived = owner?.recipe?.receivesUses == true
      return
    }
    self.init(requirement, owner: owner)
    // A plain list has no source location: the binding of the class says where to look.
    if kind == .property, location == nil, let owner, owner.isExplicit {
      self.owner = BindingFacts(owner)
      location = owner.location
    }
  }

  /// User code that creates or awakes something.
  init(_ declaration: BindingDeclaration?, class type: AnyClass?) {
    guard let declaration else {
      self.init(.creation(of: type.map { Key($0) }), "being injected")
      return
    }
    let asker = Asker.creation(of: declaration.key)
    if declaration.isExplicit {
      self.init(asker, of: declaration)
    } else {
      let isCollection = declaration.key.ofElements != nil
      self.init(asker, isCollection ? Self.collecting : "created on demand")
    }
  }

  /// A call of the program.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - index: The position of the object that failed, counted from zero, when a sequence was
  ///     injected.
  init(_ call: CallFacts, index: Int? = nil) {
    let fact = index.flatMap { call.verb == .injectEach ? "object at index \($0)" : nil }
    self.init(.call(call), fact ?? "", at: call.location)
    acceptsNil = call.verb == .resolve && TypeRepresentation.isOptional(call.key.type)
  }
}

extension InjectionError {
  /// An `@Injected` property, as far as it is known where it is read.
  struct Marker: Sendable {
    /// What declares a marker, as far as that decides whether an injector can set it.
    enum Home: Sendable {
      case structure, actor, function
      /// A class whose properties no metadata describes.
      case undescribed
      /// A class, or a type that cannot be found by its name.
      case other
    }

    /// The type or function that declares it, as the compiler names it.
    let owner: String
    let home: Home
    /// The name, once an object of the class has been met.
    let property: String?
    /// The key that it asks for.
    let key: Key
    /// Whether the thread injects an object: the setter of a listed property may read the marker.
    let isUnderInjection: Bool

    /// The beginning of messages.
    var subject: String {
      if let property { return "'\(owner).\(property)'" }
      let sort = home == .function ? "variable" : "property"
      return "The @Injected \(sort) of type '\(TypeText(key.type).text)' in '\(owner)'"
    }

    /// The property, as a step of a path.
    var text: String {
      let type = TypeText(key.type).text
      return property.map { "\(owner).\($0)" }
        ?? "@Injected var of type \(type)\(key.name.argument) in \(owner)"
    }
  }
}
