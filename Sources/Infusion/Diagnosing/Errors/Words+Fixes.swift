// What can be done, in code that can be pasted.

extension InjectionError.Words {
  static func binding(_ key: Key) -> String {
    // Only the injector makes one.
    key.type == InjectionPoint.self
      ? "Ask for it in a closure: .to { (_, point: InjectionPoint) in … }"
      : "Bind it in a module: \(code(binding: key))"
  }

  /// - Parameters:
  ///   - key: The key.
  ///   - verb: The method of the binder.
  ///   - isAwaited: Whether the closure is asynchronous.
  ///   - isAnywhere: Whether the value is to be created on any thread, even if its class belongs to
  ///     the main actor so far.
  /// - Returns: The code that binds the key.
  static func code(
    binding key: Key, _ verb: String = "bind", isAwaited: Bool = false, isAnywhere: Bool = false
  ) -> String {
    let binder = isAnywhere ? "binder" : binder(for: key.type)
    return "\(binder).\(verb)(\(key.code)).\(isAwaited ? "toAsync" : "to") { … }"
  }

  static func keepingInjector(_ time: String) -> String {
    "Store the injector in an object that lives as long as \(time), such as the app: private let injector: Injector"
  }

  /// The binder of any module, even of one that does not belong to the main actor.
  private static func binder(for type: Any.Type) -> String {
    owner(of: type)?.isMainActor == true ? "binder.onMainActor" : "binder"
  }

  /// The actor that a type belongs to, as far as the library's protocols show.
  private static func owner(of type: Any.Type) -> CodeOwner? {
    ClassIsolation.ofValues(of: type, injected: true, onDemand: true)?.owner
  }

  /// What can be done about values that the parent keeps, but only the child can make.
  func moving(_ kept: [InjectionError.Kept], areAll: Bool) -> [String] {
    let names = kept.map { quoted($0.key) }.joined(separator: " and ")
    let values = areAll ? names : "\(names), and what needs \(kept.count == 1 ? "it" : "them"),"
    let codes = kept.map {
      Self.code(
        binding: $0.key, $0.isContribution ? "contribute" : "bind", isAwaited: $0.isAwaited)
    }
    let verb = kept.allSatisfy(\.isContribution) ? "Contribute" : "Bind"
    // A contribution of the parent stays in the collections of the child.
    let manner = kept.contains(where: \.isContribution) ? " instead" : ", too"
    let lasting = zip(codes, kept).map { $0 + $1.lifetime }
    let fix = "\(verb) \(values) in the child\(manner): \(lasting.joined(separator: "; "))"
    // What is prepared has no other scope.
    if kept.contains(where: \.isAwaited) { return [fix] }
    let object = kept.count == 1 && areAll ? "it" : "them"
    let scoped = codes.map { "\($0).in(.graph)" }.joined(separator: "; ")
    return [fix, "Give \(values) a scope in which the child creates \(object): \(scoped)"]
  }

  /// What can be done about a singleton that lives too long.
  func shortening(_ kept: InjectionError.Kept) -> [String] {
    // What is prepared has no other scope.
    if kept.isAwaited { return [] }
    let scope = "\(quoted(kept.key)) a scope that ends no later"
    if kept.kind == .instance {
      return ["Bind a closure in place of the instance, and give \(scope)"]
    }
    return [kept.isEager ? "Remove asEagerSingleton(), and give \(scope)" : "Give \(scope)"]
  }

  static func code(binding key: Key, taking arguments: [Any.Type]) -> String {
    let names = arguments.indices.map { arguments.count == 1 ? "argument" : "argument\($0 + 1)" }
    let parameters = zip(names, arguments).map { name, type in
      let type = TypeText(inCode: type)
      return "\(name): \(type.isFunction ? "@escaping " : "")\(type.text)"
    }
    return
      "\(binder(for: key.type)).bind(\(key.code)).to { (_, \(parameters.joined(separator: ", "))) in … }"
  }

  /// What can be done about numbers and functions, which look as if they were converted.
  static func converting(_ given: [Any.Type], to expected: [Any.Type]) -> [String] {
    zip(given, expected).enumerated().compactMap { index, types in
      let wanted = TypeRepresentation.unwrapped(types.1)
      if types.0 == wanted { return nil }
      let text = TypeText(inCode: wanted)
      let code: String
      if types.0 is any Numeric.Type, wanted is any Numeric.Type {
        code = "\(text.parenthesized)(…)"
      } else if text.isFunction, TypeText(types.0).isFunction {
        code = "… as \(text.parenthesized)"
      } else {
        return nil
      }
      return "Convert argument \(index + 1) yourself, because arguments are only cast: \(code)"
    }
  }

  /// - Parameters:
  ///   - key: The key of a class.
  ///   - requiresBinding: Whether the options forbid to create a class on demand.
  /// - Returns: How the class can be created on demand.
  func creating(_ key: Key, requiringBinding requiresBinding: Bool = false) -> [String] {
    // The program cannot add an initializer to a class of a library.
    guard let cls = key.type as? AnyClass, !Self.libraries.contains(moduleName(of: cls)) else {
      return []
    }
    if key.type is any DefaultInitializable.Type || key.type is any InitializerDeclaring.Type {
      return [
        "Allow creation on demand: Injector.Options(requiresExplicitBindings: false)"
      ]
    }
    if requiresBinding { return [] }
    let isolation =
      Self.owner(of: key.type).map { "@\(inCode(type(of: $0.actor))) " } ?? ""
    return [
      "Let the injector create it on demand: conform the class to \(isolation)DefaultInitializable"
    ]
  }

  private static let libraries: Set<Substring> = [
    "Dispatch", "Foundation", "FoundationEssentials", "FoundationNetworking", "Infusion", "Swift",
  ]

  /// The request as it is written, with the name that was meant.
  func correcting(_ key: Key, to name: Name) -> [String] {
    let meant = Key(key.type, named: name).code
    var advice = key.name == nil ? "Ask for it by its name" : "Correct the name"
    var code = name.literal
    switch error.path.first?.asker {
    case .property(let property) where property.isMarker:
      let type = property.type.map { ": \(inCode($0))" } ?? ""
      code = "@Injected(\(name.literal)) var \(property.declaredName)\(type)"
    case .property(let property):
      switch property.declaration {
      case .requirements: code = listing(property, "requiring", named: name)
      case .addition: code = listing(property, "injecting", named: name)
      // Only the list of names has one to correct.
      case .list where key.name == nil:
        advice += ", in a list of type Requirements"
        code = listing(property, "requiring", named: name)
      case .list, .marker: break
      }
    case .parameter(let owner) where owner.type is any InitializerDeclaring.Type:
      advice += ", in the list of the initializer's parameters"
      code = ".named(\(name.literal))"
    case .parameter:
      advice += ", in a closure in place of the initializer"
      code = "try $0.resolve(\(meant))"
    case .link: code = "to(\(meant)) { $0 }"
    case .marker(let marker):
      code = "@Injected(\(name.literal)) var \(marker.property ?? "…"): \(inCode(key.type))"
    case .call(let call) where !call.isEager: code = call.requesting(meant)
    case .closure: code = "Key(\(meant))"
    case .handle(let holder):
      advice +=
        holder.map { ", where '\(text($0))' declares the Lazy or Provider" }
        ?? ", where you request the Lazy or Provider"
    case .collection, .creation, .call, .otherCall, nil: break
    }
    return ["\(advice): \(code)"]
  }

  /// - Parameter key: A key that nothing provides, for which the first step asks.
  /// - Returns: How what asks can do without a value.
  func accepting(_ key: Key) -> [String] {
    guard let step = error.path.first else { return [] }
    guard let property = step.property else {
      let nothing = "binder.bind(\(key.code)).toNothing()"
      if case .closure = step.asker {
        return [declaringOptional(key, andBinding: step.isReceived ? nothing : nil)]
      }
      if !step.acceptsNil { return [] }
      return [
        step.kind == .call
          ? "Accept that it may be missing: injector.resolveIfBound(\(key.code))"
          : "Let it be nil: \(nothing)"
      ]
    }
    let accepting = listing(property, "accepting", named: property.valueName)
    switch property.declaration {
    case .marker: return ["Make the property Optional: \(marked(property))"]
    case .requirements:
      return ["Accept that it may be missing, and leave the property as it is: \(accepting)"]
    case .list:
      // Of two entries for a property, the one of `requiresNamed` decides.
      let manner =
        property.valueName == nil
        ? "in a list of type Requirements" : "in 'requires' instead of 'requiresNamed'"
      return ["Accept that it may be missing, \(manner): \(accepting)"]
    // What a module adds has to be provided.
    case .addition: return []
    }
  }

  /// - Parameter marker: A marker that was read before an injector had set it.
  /// - Returns: How it receives its value in time.
  func injecting(_ marker: InjectionError.Marker) -> [String] {
    switch marker.home {
    case .structure:
      ["Make '\(marker.owner)' a class, and inject its objects: a structure is not injected"]
    case .actor:
      ["Pass the value to the initializer of '\(marker.owner)': an actor is not injected"]
    case .function:
      ["Ask an injector: try injector.resolve(\(marker.key.code)); a variable is not injected"]
    case .undescribed:
      [
        "Compile '\(marker.owner)' with reflection metadata, or list the property: an injector does not find it"
      ]
    case .other:
      [
        "Inject the object first: try injector.injectDependencies(into: object)",
        "Move code that reads the property from the initializer to awakeFromInjection()",
      ]
    }
  }

  private func listing(
    _ property: InjectionError.Property, _ function: String, named name: Name?
  ) -> String {
    let names = property.names.isEmpty ? ["…"] : property.names
    // Without the class the key path would be another one, and a second requirement.
    let root = property.root.map { "\(inCode($0))." } ?? ""
    return names.map { path in
      // The key path `\.self` leads to the object itself.
      let path = path == "self" ? "`self`" : path
      return "\(root)\(function)(\\.\(path)\(name.argument))"
    }.joined(separator: " or ")
  }

  /// What to list instead of a key path that leads through a property.
  func listingAnother(than property: InjectionError.Property) -> [String] {
    [
      "List the property itself, and do not unwrap it",
      "List the property in the class of the other object, and inject that object, too",
      removing(property),
    ]
  }

  func removing(_ property: InjectionError.Property) -> String {
    if case .addition = property.declaration { return "Remove it from the call of injecting" }
    return "Remove it from the list of '\(text(property.owner))'"
  }

  /// Whether a class or one of its superclasses stores a variable of a name.
  func hasVariable(_ type: Any.Type, _ name: String) -> Bool {
    ((type as? AnyClass).map { superclassChain(of: $0) } ?? []).contains { cls in
      StoredProperties.of(cls).contains { $0.label == name && !$0.isConstant }
    }
  }

  func accepting(nothing key: Key) -> [String] {
    guard let step = error.path.first else { return [] }
    switch step.asker {
    case .property(let property):
      if let handle = handleOfOptional(property) { return [handle] }
      return ["Make the property Optional: \(marked(property))"]
    case .handle:
      let type = "\(TypeText(inCode: key.type).parenthesized)?"
      return ["Let the handle provide an Optional: Lazy<\(type)> or Provider<\(type)>"]
    case .call(let call) where !call.isEager:
      return ["Ask for an Optional: \(call.requesting(key.optionalCode))"]
    case .closure: return [declaringOptional(key)]
    case .parameter, .link, .collection, .creation, .call, .otherCall, .marker: return []
    }
  }

  /// How a closure declares that it uses a value only if there is one.
  private func declaringOptional(_ key: Key, andBinding nothing: String? = nil) -> String {
    let use = "uses: \(use(of: key, key.optionalCode))"
    let advice = "If the closure can do without it, declare the use of an Optional"
    return nothing.map { "\(advice), and bind it to nothing: \(use); \($0)" } ?? "\(advice): \(use)"
  }

  /// The code of a key as `uses` takes it.
  func use(of key: Key, _ code: String) -> String { key.name == nil ? code : "Key(\(code))" }

  /// How a property that is a handle takes nothing: an Optional handle would ask for the same value.
  private func handleOfOptional(_ property: InjectionError.Property) -> String? {
    guard let type = property.type,
      let handle = TypeRepresentation.unwrapped(type) as? any DeferredHandle.Type
    else { return nil }
    let mark = TypeRepresentation.isOptional(type) ? "?" : ""
    let declaration = "var \(property.declaredName): \(providingOptional(handle))\(mark)"
    return "Let the handle provide an Optional: \(injected(property))\(declaration)"
  }

  /// A type of handles whose last one provides an Optional.
  private func providingOptional(_ handle: any DeferredHandle.Type) -> String {
    let inner =
      (TypeRepresentation.unwrapped(handle.innerType) as? any DeferredHandle.Type)
      .map { providingOptional($0) }
      ?? "\(TypeText(inCode: handle.innerType).parenthesized)?"
    return "\(handle.name)<\(inner)>"
  }

  func marked(_ property: InjectionError.Property) -> String {
    injected(property) + variable(property)
  }

  /// The marker of a property, if it has one.
  private func injected(_ property: InjectionError.Property) -> String {
    guard property.isMarker else { return "" }
    return "@Injected\(property.valueName.map { "(\($0.literal))" } ?? "") "
  }

  /// The declaration of an Optional property.
  func variable(_ property: InjectionError.Property) -> String {
    let type = property.type.map { TypeText(inCode: TypeRepresentation.unwrapped($0)) }
    return "var \(property.declaredName)\(type.map { ": \($0.parenthesized)?" } ?? "")"
  }
}

extension Name {
  /// The name as a literal of the language.
  var literal: String { description.debugDescription }
}

extension Name? {
  /// The name as a further argument: `, named: "left"`.
  var argument: String { map { ", named: \($0.literal)" } ?? "" }

  /// The name as it follows a type in a sentence: ` named "left"`.
  var phrase: String { map { " named \($0.literal)" } ?? "" }
}

extension Key {
  /// The key as the arguments of a call that can be pasted: `Garage.Car.self, named: "left"`.
  var code: String { "\(TypeText(inCode: type).parenthesized).self\(name.argument)" }

  /// The same for an Optional of the type.
  var optionalCode: String { "\(TypeText(inCode: type).parenthesized)?.self\(name.argument)" }

  /// The key without the types around a nested one, as in the rest of a message.
  var arguments: String { "\(TypeText(type).parenthesized).self\(name.argument)" }
}
