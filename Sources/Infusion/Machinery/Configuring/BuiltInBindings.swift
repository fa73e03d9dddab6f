/// The values that every injector provides by itself: the injector, and an object factory.
enum BuiltInBindings {
  static func declaration(for key: Key) -> BindingDeclaration? {
    guard key.name == nil else { return nil }
    if key.type == Injector.self { return unsafe injector }
    if key.type == ObjectFactory.self { return unsafe objectFactory }
    return nil
  }

  // The declarations are immutable once they are made, and all injectors share them.
  nonisolated(unsafe) private static let injector = declare(
    unsafe MakerRecipe(of: Injector.self, .injector) { injector, memory in
      unsafe memory.initializeMemory(as: Injector.self, to: injector)
    })
  nonisolated(unsafe) private static let objectFactory = declare(
    ClosureRecipe<ObjectFactory>(kind: .injector) { ingredients in
      ObjectFactory(ingredients.injector, heldBy: ingredients.owner)
    })

  private static func declare(_ recipe: Recipe) -> BindingDeclaration {
    let declaration = BindingDeclaration(Key(recipe.valueType))
    declaration.provide(by: recipe)
    declaration.injectsResult = false
    return declaration
  }
}

extension BindingTable {
  /// The binding of a key, or what every injector provides for it.
  func declaration(for key: Key) -> BindingDeclaration? {
    self[key] ?? BuiltInBindings.declaration(for: key)
  }
}
