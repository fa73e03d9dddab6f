import Infusion

/// Binds every class of the grid to a closure.
struct GridModule: Module {
  func configure(_ binder: Binder) {
    var visitor = ToClosures(binder: binder)
    Grid.visit(&visitor)
  }

  private struct ToClosures: GridVisitor {
    let binder: Binder
    func visit<C: Tag, L: Tag>(_ column: C.Type, _ line: L.Type) {
      binder.bind(Part<C, L>.self).to { Part<C, L>() }
    }
  }
}

/// Binds every class of the grid to its initializer.
struct GridInitializerModule: Module {
  func configure(_ binder: Binder) {
    var visitor = ToInitializers(binder: binder)
    Grid.visit(&visitor)
  }

  private struct ToInitializers: GridVisitor {
    let binder: Binder
    func visit<C: Tag, L: Tag>(_ column: C.Type, _ line: L.Type) {
      binder.bind(Part<C, L>.self).toInitializer(Part<C, L>.init)
    }
  }
}

/// Binds classes with properties but without neighbors.
struct KnownGridModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Leaf.self).to { Leaf() }
    binder.bind(Single.self).to { Single() }.in(.singleton)
    var visitor = ToClosures(binder: binder)
    Grid.visit(&visitor)
  }

  /// For each of them, a call that requests an object from an injector.
  static var calls: [(Injector) throws -> AnyObject] {
    var visitor = Calls()
    Grid.visit(&visitor)
    return visitor.calls
  }

  private struct ToClosures: GridVisitor {
    let binder: Binder
    func visit<C: Tag, L: Tag>(_ column: C.Type, _ line: L.Type) {
      binder.bind(KnownPart<C, L>.self).to { KnownPart<C, L>() }
    }
  }

  private struct Calls: GridVisitor {
    var calls: [(Injector) throws -> AnyObject] = []
    mutating func visit<C: Tag, L: Tag>(_ column: C.Type, _ line: L.Type) {
      calls.append { try $0.resolve(KnownPart<C, L>.self) }
    }
  }
}
