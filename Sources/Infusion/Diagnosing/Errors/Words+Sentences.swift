// Parts of sentences.

extension InjectionError.Words {
  /// Who asks, as the end of a sentence.
  var asker: String {
    // A type that asks several times counts once.
    let others = error.requesterCount - 1
    if others > 0, let type = error.path.first?.asker.type {
      return ", which '\(text(type))' and \(others) more require"
    }
    return switch error.path.first?.asker {
    case .property(let property): ", which '\(text(property.owner))' requires"
    case .parameter(let key): ", which the initializer of \(quoted(key)) requires"
    case .closure(let key): ", which the closure of \(quoted(key)) uses"
    case .link(let key) where key == error.key: ", to which a contribution is linked"
    case .link(let key): ", to which \(quoted(key)) is linked"
    case .collection, .creation, .call, .otherCall, .handle, .marker, nil: ""
    }
  }

  /// The key of the asynchronous closure that was to receive the value, or an object that needs it, and
  /// the method of the binder that declares it.
  var closureUser: (key: Key, verb: String)? {
    for step in error.path {
      if case .closure(let user) = step.asker { return (user, step.owner?.verb ?? "bind") }
    }
    return nil
  }

  /// The collection of a contribution: nothing else can ask for it.
  var collection: Key? {
    for step in error.path {
      if case .collection(let collection) = step.asker { return collection }
      if step.kind != .creation { return nil }
    }
    return nil
  }

  func failed(_ work: InjectionError.UserCode) -> String {
    switch work {
    case .creation(let key): "Creating \(quoted(key)) failed."
    case .awake(let type): "awakeFromInjection() of '\(text(type))' failed."
    case .completion(let type): "A completing(…) step of '\(text(type))' failed."
    case .store(let key): "The scope's store failed for \(quoted(key))."
    case .configuration(let type?): "Configuring '\(text(type))' failed."
    case .configuration(nil): "Configuring the injector failed."
    case .unloading(let type): "Unloading '\(text(type))' failed."
    case .caller(let type): "The closure that creates '\(text(type))' failed."
    case .release(let type, _, _): "releaseFromInjection() of '\(text(type))' failed."
    }
  }

  /// A user's error: its type, and its own description.
  static func spelled(_ cause: any Error) -> String {
    "\(TypeText(type(of: cause)).text): \(TypeText.withoutContexts("\(cause)"))"
  }

  func quoted(_ key: Key) -> String { "'\(text(key.type))'\(key.name.phrase)" }

  func text(_ type: Any.Type) -> String { TypeText(type).text }

  /// A type as its own declaration names it, without the arguments of a generic one.
  func withoutArguments(_ type: Any.Type) -> Substring { text(type).prefix { $0 != "<" } }

  /// A type in code that can be pasted.
  func inCode(_ type: Any.Type) -> String { TypeText(inCode: type).text }

  func list(_ types: [Any.Type]) -> String {
    "(\(types.map { text($0) }.joined(separator: ", ")))"
  }

  func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// The texts; of a long list, only the first ten and the last three.
  static func shortened(_ texts: [String]) -> [String] {
    guard texts.count > 14 else { return texts }
    return texts.prefix(10) + ["… \(texts.count - 13) more …"] + texts.suffix(3)
  }
}
