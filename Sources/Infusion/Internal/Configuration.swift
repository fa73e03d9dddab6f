/// What the modules of an injector have said, key by key.
///
/// A value: a live injector changes a copy and takes it over when everything has gone well.
struct Configuration {
  /// One configured module, or the closure given to the injector.
  struct Layer {
    let identity: ModuleIdentity?
    let module: (any Module)?
    var declarations: [BindingDeclaration] = []
    var contributions: [BindingDeclaration] = []
    var extensions: [ClassExtension] = []
  }

  private(set) var layers: [Layer] = []
  private var effective: [Key: BindingDeclaration] = [:]
  private var contributed: [Key: [BindingDeclaration]] = [:]
  private var extended: [ObjectIdentifier: [ClassExtension]] = [:]

  /// The binding in force for a key.
  func declaration(for key: Key) -> BindingDeclaration? { effective[key] }

  /// The eager bindings in force, in the order in which they were made.
  var eagerDeclarations: [BindingDeclaration] {
    layers.flatMap(\.declarations).filter {
      $0.isEager && effective[$0.key] === $0
    }
  }

  func contributions(to key: Key) -> [BindingDeclaration] { contributed[key] ?? [] }

  func extensions(of cls: AnyClass) -> [ClassExtension] {
    extended[ObjectIdentifier(cls)] ?? []
  }

  var hasExtensions: Bool { !extended.isEmpty }

  func contains(_ identity: ModuleIdentity) -> Bool {
    layers.contains { $0.identity == identity }
  }

  /// Opens a layer for a module, unless it has been configured already.
  mutating func open(_ module: (any Module)?) -> Int? {
    let identity = module.map(ModuleIdentity.init)
    if let identity, contains(identity) { return nil }
    layers.append(Layer(identity: identity, module: module))
    return layers.count - 1
  }

  mutating func add(_ declaration: BindingDeclaration, to layer: Int) {
    if declaration.isContribution {
      layers[layer].contributions.append(declaration)
      contributed[declaration.key, default: []].append(declaration)
    } else {
      layers[layer].declarations.append(declaration)
      declaration.shadowed = effective.updateValue(declaration, forKey: declaration.key)
    }
  }

  mutating func add(_ classExtension: ClassExtension, to layer: Int) {
    layers[layer].extensions.append(classExtension)
    extended[ObjectIdentifier(classExtension.cls), default: []].append(classExtension)
  }
}

/// What makes two modules the same module.
enum ModuleIdentity: Hashable {
  case object(ObjectIdentifier)
  case value(AnyHashable)
  /// A type without stored properties has one value.
  case type(ObjectIdentifier)
  /// Anything else is a module of its own.
  case unique(Int)

  init(_ module: any Module) {
    self = Self.identify(module)
  }

  private static func identify<M: Module>(_ module: M) -> ModuleIdentity {
    if M.self is AnyClass { return .object(ObjectIdentifier(module as AnyObject)) }
    if let value = module as? any Hashable { return .value(AnyHashable(value)) }
    if MemoryLayout<M>.size == 0 { return .type(ObjectIdentifier(M.self)) }
    return .unique(UniqueNumber.next())
  }
}
