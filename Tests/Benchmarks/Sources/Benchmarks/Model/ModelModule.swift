import Infusion

/// Binds the thirteen classes of the model, each to a closure; only `Single` is kept.
struct ModelModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Leaf.self).to { Leaf() }
    binder.bind((any Service).self).to { ServiceImpl() }
    binder.bind(Single.self).to { Single() }.in(.singleton)
    binder.bind(Root.self).to { Root() }
    binder.bind(B1.self).to { B1() }
    binder.bind(B2.self).to { B2() }
    binder.bind(C1.self).to { C1() }
    binder.bind(C2.self).to { C2() }
    binder.bind(C3.self).to { C3() }
    binder.bind(D1.self).to { D1() }
    binder.bind(D2.self).to { D2() }
    binder.bind(D3.self).to { D3() }
    binder.bind(D4.self).to { D4() }
  }
}

/// Binds the thirteen classes to their initializers.
struct InitializerModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Leaf.self).toInitializer(Leaf.init)
    binder.bind(ServiceImpl.self).toInitializer(ServiceImpl.init)
    binder.bind(Single.self).toInitializer(Single.init).in(.singleton)
    binder.bind(Root.self).toInitializer(Root.init)
    binder.bind(B1.self).toInitializer(B1.init)
    binder.bind(B2.self).toInitializer(B2.init)
    binder.bind(C1.self).toInitializer(C1.init)
    binder.bind(C2.self).toInitializer(C2.init)
    binder.bind(C3.self).toInitializer(C3.init)
    binder.bind(D1.self).toInitializer(D1.init)
    binder.bind(D2.self).toInitializer(D2.init)
    binder.bind(D3.self).toInitializer(D3.init)
    binder.bind(D4.self).toInitializer(D4.init)
  }
}

extension Injector {
  /// An injector with the thirteen bindings and an existing singleton.
  static func model() throws -> Injector {
    let injector = try Injector(ModelModule())
    _ = try injector.resolve(Single.self)
    return injector
  }
}

/// The thirteen bindings in the simplest possible container.
@inline(__always)
func fillDictionary() -> [ObjectIdentifier: () -> Any] {
  var makers: [ObjectIdentifier: () -> Any] = [:]
  makers[ObjectIdentifier(Leaf.self)] = { Leaf() }
  makers[ObjectIdentifier((any Service).self)] = { ServiceImpl() as any Service }
  makers[ObjectIdentifier(Single.self)] = { HandWritten.single }
  makers[ObjectIdentifier(Root.self)] = { Root() }
  makers[ObjectIdentifier(B1.self)] = { B1() }
  makers[ObjectIdentifier(B2.self)] = { B2() }
  makers[ObjectIdentifier(C1.self)] = { C1() }
  makers[ObjectIdentifier(C2.self)] = { C2() }
  makers[ObjectIdentifier(C3.self)] = { C3() }
  makers[ObjectIdentifier(D1.self)] = { D1() }
  makers[ObjectIdentifier(D2.self)] = { D2() }
  makers[ObjectIdentifier(D3.self)] = { D3() }
  makers[ObjectIdentifier(D4.self)] = { D4() }
  return makers
}

/// Binds the requirements of `Target` to objects that exist once.
struct SingletonModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Leaf.self).to { Leaf() }.in(.singleton)
    binder.bind((any Service).self).to { ServiceImpl() }.in(.singleton)
    binder.bind(Single.self).to { Single() }.in(.singleton)
    binder.bind(D1.self).to { D1() }.in(.singleton)
  }
}
