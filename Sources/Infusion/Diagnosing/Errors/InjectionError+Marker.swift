extension InjectionError {
  /// An `@Injected` property, as far as it is known where it is read.
  struct Marker: Sendable {
    /// The type that declares it, as the compiler names it.
    let owner: String
    /// The name, once an object of the class has been met.
    let property: String?
    /// The key that it asks for.
    let key: Key

    /// The beginning of messages.
    var subject: String {
      if let property { return "'\(owner).\(property)'" }
      return "The @Injected property of type '\(TypeText(key.type).text)' in '\(owner)'"
    }

    /// The property, as a step of a path.
    var text: String {
      let type = TypeText(key.type).text
      return property.map { "\(owner).\($0)" }
        ?? "@Injected var of type \(type)\(key.name.argument) in \(owner)"
    }
  }
}
