// What classes declare: their properties, and their initializers.

extension InjectionError.Words {
  mutating func describeDeclaration(_ error: InjectionError) {
    switch error.problem {
    case .notWritable(let property):
      let type = property.type.map { " of type '\(text($0))'" } ?? ""
      let listed =
        property.name == nil ? "A property of '\(text(property.owner))'" : "'\(property)'"
      fact =
        "\(listed)\(type) is listed as requirement \(property.position), but cannot be set."
      fixes = [
        "Make it a `var`: var \(named(property, property.type))",
        "List it inside '\(text(property.owner))' if its setter is private",
        "Remove it from the list",
      ]
    case .wrongRoot(let property, let root):
      let (owner, root) = (text(property.owner), text(root))
      let listed = property.name.map { "'\(root).\($0)'" } ?? "a property of '\(root)'"
      fact =
        "'\(owner)' lists \(listed) as requirement \(property.position), but is neither '\(root)' nor a subclass of it."
      fixes = ["List it in '\(root)' or a subclass", "Remove it from the list of '\(owner)'"]
    default: break
    }
  }

  mutating func describeInitializer(_ error: InjectionError) {
    switch error.problem {
    case .argumentMismatch(let key, let expected, let given):
      fact = "The arguments do not fit the parameters of \(quoted(key))."
      details = ["expected: \(list(expected))", "given:    \(list(given))"]
      fixes = ["Pass \(count(expected.count, "argument")) of the expected types, in that order"]
      if expected.isEmpty { fixes = ["Call it without arguments"] }
      let step = error.path.first { $0.kind != .creation }
      if given.isEmpty, let asker = step.flatMap({ name(of: $0.asker) }) {
        // A property or a parameter has nothing to pass.
        fact = "\(quoted(key)) is created with arguments, but '\(asker)' asks for it without any."
        details = ["expected: \(list(expected))"]
        fixes = [
          "Ask for it where you have the arguments, with an ObjectFactory: factory.resolve(\(TypeText(key.type).parenthesized).self, arguments: …)",
          "Bind it without arguments: \(Self.code(binding: key))",
        ]
      }
    case .contributionWithArguments(let key, let expected, let place):
      fact =
        "A contribution to '[\(text(key.type))]' takes arguments, but a collection passes none."
      details = ["expected: \(list(expected))", place.text]
      fixes = [
        "Contribute without arguments: \(Self.code(binding: key, "contribute"))",
        "Bind it by name, and ask for it with arguments: binder.bind(\(TypeText(key.type).parenthesized).self, named: …)",
      ]
    case .parameterCount(let key, let declared, let expected):
      fact =
        "The initializer of \(quoted(key)) has \(count(expected, "parameter")), but \(declared) \(declared == 1 ? "is" : "are") listed."
      fixes = [
        "List .resolved, .named(_), .default(_) or .argument for each parameter",
        "List no parameters if all of them are resolved",
      ]
    case .defaultMismatch(let key, let position, let expected, let found):
      fact =
        "The default of parameter \(position) of \(quoted(key)) has type '\(text(found))', but the parameter has type '\(text(expected))'."
      fixes = ["Write a default of type '\(text(expected))'"]
    case .foreignInitializer(let key, let made):
      fact = "\(quoted(key)) inherits an initializer that creates '\(text(made))'."
      fixes = [
        "Override it: override class var initializer: Initializer { Initializer(\(text(key.type)).init) }",
        Self.binding(key),
      ]
    default: break
    }
  }
}
