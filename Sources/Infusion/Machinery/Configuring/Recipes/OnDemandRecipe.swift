/// How a key is made for which nothing is bound.
enum OnDemandRecipe {
  /// The recipe that the type itself declares; nil when it declares none.
  ///
  /// A collection is always there: without contributions it is empty.
  static func make(for key: Key) throws(InjectionError) -> Recipe? {
    if let collection = key.type as? any CollectionForm.Type {
      return collection.makeCollectionRecipe(for: key)
    }
    if let declaring = key.type as? any InitializerDeclaring.Type {
      try MainActorIsolation.require((key.type as Any) is any InitializerDeclaring.Type, key)
      let initializer = declaring.initializer
      guard initializer.type == key.type else {
        throw InjectionError(.foreignInitializer(key, makes: initializer.type))
      }
      return initializer.makeRecipe()
    }
    if let creatable = key.type as? any DefaultInitializable.Type {
      // Off the main actor the cast of the metatype ignores an isolated conformance; the cast from
      // Any does not.
      try MainActorIsolation.require((key.type as Any) is any DefaultInitializable.Type, key)
      return recipe(for: creatable)
    }
    return nil
  }

  /// The lifetime that the type itself declares.
  static func scope(of type: Any.Type) -> Scope? {
    (type as? any Scoped.Type)?.scope
  }

  private static func recipe<Created: DefaultInitializable>(for type: Created.Type) -> Recipe {
    unsafe MakerRecipe<Created>(kind: .onDemand) { _, memory in
      unsafe memory.initializeMemory(as: Created.self, to: type.init())
    }
  }
}
