/// The objects that are bound as instances in a configuration, even if other bindings hide these.
///
/// Threads may share it: immutable.
final class BoundObjects {
  /// Their declarations, by the address of the object.
  ///
  /// An object that something else keeps may have gone, and another may have its address.
  private let declarations: [ObjectIdentifier: [BindingDeclaration]]

  init(_ configuration: Configuration) {
    var declarations: [ObjectIdentifier: [BindingDeclaration]] = [:]
    for declaration in configuration.layers.flatMap(\.declarations.all) {
      let instances = declaration.instances
      if instances.isEmpty || !configuration.has(declaration) { continue }
      for object in instances {
        declarations[ObjectIdentifier(object), default: []].append(declaration)
      }
    }
    self.declarations = declarations
  }

  func contains(_ object: AnyObject) -> Bool {
    declarations[ObjectIdentifier(object)]?.contains { $0.instances.contains { $0 === object } }
      ?? false
  }
}
