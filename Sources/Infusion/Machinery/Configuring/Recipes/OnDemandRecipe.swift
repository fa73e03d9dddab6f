/// Makes recipes for keys for which nothing is bound.
enum OnDemandRecipe {
  /// The recipe that the type itself declares; nil when it declares none.
  ///
  /// A collection always has a recipe; without contributions, it is empty.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - declaration: The binding that has no target, if there is one.
  /// - Returns: The recipe.
  /// - Throws: `foreignInitializer` when the type's initializer makes another type, and the errors
  ///   of its actor.
  static func make(
    for key: Key, boundBy declaration: BindingDeclaration? = nil
  ) throws(InjectionError) -> Recipe? {
    let conformances = Conformances.present
    if let collection = conformances.cast(key.type, key.type as? any CollectionForm.Type) {
      return collection.makeRecipe()
    }
    if let declaring = conformances.cast(key.type, key.type as? any InitializerDeclaring.Type) {
      // The type is created on its own actor only, so its initializer may belong there.
      try requireIsolation(of: key.type)
      let recipe = declaring.initializer.recipe
      guard recipe.valueType == key.type else {
        throw InjectionError(
          .foreignInitializer(
            key, makes: recipe.valueType, declaration.map { BindingFacts($0) }))
      }
      return recipe
    }
    if let creatable = conformances.cast(key.type, key.type as? any DefaultInitializable.Type) {
      try requireIsolation(of: key.type)
      return recipe(for: creatable)
    }
    return nil
  }

  /// Whether a class declares how its objects are made.
  static func makesObjects(of type: Any.Type) -> Bool {
    let conformances = Conformances.present
    return conformances.cast(type, type as? any InitializerDeclaring.Type) != nil
      || conformances.cast(type, type as? any DefaultInitializable.Type) != nil
  }

  /// Throws unless the caller is on the type's actor, where its initializer and scope may be read.
  private static func requireIsolation(of type: Any.Type) throws(InjectionError) {
    try ClassIsolation.ofValues(of: type, injected: true, onDemand: true)?.require()
  }

  /// The lifetime that the type itself declares.
  static func scope(of type: Any.Type) -> Scope? {
    Conformances.present.cast(type, type as? any Scoped.Type)?.scope
  }

  private static func recipe<Created: DefaultInitializable>(for type: Created.Type) -> Recipe {
    unsafe MakerRecipe(of: type, .onDemand) { _, memory in
      unsafe memory.initializeMemory(as: Created.self, to: type.init())
    }
  }
}
