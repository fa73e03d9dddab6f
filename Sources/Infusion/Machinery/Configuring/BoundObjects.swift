/// The objects that the modules of a configuration have bound as instances.
///
/// Threads may share it: immutable.
final class BoundObjects {
  /// The configuration keeps these.
  private let kept: Set<ObjectIdentifier>
  /// The declarations of those that something else keeps.
  private let weak: [BindingDeclaration]

  init(_ configuration: Configuration) {
    func declarations(_ kind: RecipeKind) -> [BindingDeclaration] {
      configuration.layers.flatMap { $0.declarations.filter { $0.recipe?.kind == kind } }
    }
    kept = Set(declarations(.instance).flatMap(\.instances).map { ObjectIdentifier($0) })
    weak = declarations(.weakInstance)
  }

  func contains(_ object: AnyObject) -> Bool {
    kept.contains(ObjectIdentifier(object))
      || weak.contains { $0.instances.contains { $0 === object } }
  }
}
