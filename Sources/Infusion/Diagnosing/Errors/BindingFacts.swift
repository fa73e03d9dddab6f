/// What messages state of a binding: where it is bound, and by which modules.
struct BindingFacts: Sendable {
  let location: CodeLocation?
  let isContribution: Bool
  /// Whether the closure is asynchronous.
  private let isAwaited: Bool
  /// The modules that declare the binding, outermost first.
  private let modules: [Any.Type]
  /// Each module that is installed has a layer of its own.
  private let layer: Int

  init(_ declaration: BindingDeclaration) {
    location = declaration.location
    isContribution = declaration.isContribution
    isAwaited = declaration.recipe?.asynchronous != nil
    modules = declaration.modules
    layer = declaration.layer
  }

  var text: String { InjectionError.text(fact, at: location) }

  /// What has happened to the key: `bound in GarageModule`.
  var fact: String {
    modules.isEmpty
      ? participle : "\(participle) in \(modulePath.joined(separator: " → "))"
  }

  /// The same without the modules.
  var participle: String { isContribution ? "contributed" : "bound" }

  /// The names of the modules, outermost first.
  var modulePath: [String] { modules.map { TypeText($0).text } }

  /// The method of the binder that declares it.
  var verb: String { isContribution ? "contribute" : "bind" }

  /// The code that binds a key in the same way.
  func code(binding key: Key, isAnywhere: Bool = false) -> String {
    InjectionError.Words.code(
      binding: key, verb, isAwaited: isAwaited, isAnywhere: isAnywhere)
  }

  /// The innermost module.
  var module: Any.Type? { modules.last }

  /// The module that the program installs.
  var outermostModule: Any.Type? { modules.first }

  /// The module that declares both bindings because it is installed twice.
  func moduleInstalledTwice(_ other: BindingFacts) -> Any.Type? {
    module == other.module && layer != other.layer ? module : nil
  }
}
