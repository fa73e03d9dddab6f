import Infusion

extension MatrixOwner {
  /// The hand-written counterpart of a cell.
  static func byHand(
    _ binding: BindingForm, _ lifetime: Lifetime, isDeep: Bool, hasHandles: Bool, hasExtra: Bool
  ) -> (Int) throws -> Void {
    let form = HandForm(isShared: lifetime == .graph && !hasHandles, hasExtra: hasExtra)
    switch (lifetime, binding) {
    case (_, .nothing): return form.loopOfNil(Kind.self)
    case (_, .unbound): return { operations in for _ in 0..<operations { blackHole(value: 0) } }
    case (_, .instance), (.singleton, _): return byHand(Sharing<Kind>.self, form)
    case (.graph, _) where isDeep: return byHand(Sharing<Kind>.self, form)
    case (.weak, _): return byHand(SharingWeakly<Kind>.self, form)
    case (.store, _):
      Storing<Kind>.prepare()
      return byHand(Storing<Kind>.self, form)
    case (.unscoped, .asking), (.graph, .asking): return byHand(MakingOfOne<Kind>.self, form)
    case (.unscoped, .initializer), (.graph, .initializer):
      return byHand(MakingOfTwo<Kind>.self, form)
    default: return byHand(Making<Kind>.self, form)
    }
  }

  /// An injector that does the same.
  static func subject(
    _ binding: BindingForm, _ lifetime: Lifetime, _ situation: Situation, named name: Name?,
    isCollection: Bool
  ) throws -> MatrixSubject {
    let store = MatrixStore()
    let scope = lifetime.scope(store)
    let deepest = Deepest()
    let module = MatrixModule { binder in
      binder.bind(First.self).to { First() }
      binder.bind(Second.self).to { Second() }
      binder.bind(Extra.self).to(instance: HandWritten.extra)
      if situation == .extended { binder.extend(Owner.self).injecting(\.extra) }
      if situation == .deep { deepest.bind(binder) }
      switch binding {
      case .unbound: break
      case .onDemand:
        // Without a lifetime, no binding is needed.
        guard lifetime != .unscoped else { break }
        binder.bind(Item.self, named: name).to(Item.self) { $0 }.in(scope)
      case _ where isCollection:
        for _ in 0..<3 {
          Kind.bind(binding, to: binder.contribute(Kind.Value.self), in: scope, binder)
        }
      default:
        Kind.bind(binding, to: binder.bind(Kind.Value.self, named: name), in: scope, binder)
      }
    }
    let observers: [any InjectionObserver] = situation == .observed ? [SilentObserver()] : []
    var options = Injector.Options(observers: observers)
    // An unbound class would be created on demand.
    options.requiresExplicitBindings = binding == .unbound
    let injector = try Injector([module], options: options)
    let asked =
      situation == .child
      ? try injector.makeChild { $0.bind(D1.self).to { D1() } } : injector
    // From here on kept instances exist, including weak ones.
    let kept: Any =
      isCollection
      ? try asked.resolve([Kind.Value].self)
      : try asked.resolveIfBound(Kind.Value.self, named: name) as Any
    let owner = Self()
    return MatrixSubject(
      loop: { operations in
        for _ in 0..<operations {
          try asked.injectDependencies(into: owner)
          blackHole(owner)
          try owner.use()
        }
      },
      enter: { body in
        guard situation == .deep else { return try body() }
        try deepest.enter(asked, body)
      },
      kept: (kept, injector))
  }
}

private struct MatrixModule: Module {
  let bindings: (Binder) -> Void
  func configure(_ binder: Binder) { bindings(binder) }
}

/// A chain of forty objects, whose last creator runs a body.
private final class Deepest {
  private final class Level {
    var next: Level?
  }

  private var body: () throws -> Void = {}

  func bind(_ binder: Binder) {
    for index in 0..<40 {
      binder.bind(Level.self, named: Name("\(index)")).to { Level() }
        .injecting(\.next, named: Name("\(index + 1)"))
    }
    binder.bind(Level.self, named: "40").to { [self] in
      try body()
      return Level()
    }
  }

  func enter(_ injector: Injector, _ body: @escaping () throws -> Void) throws {
    self.body = body
    defer { self.body = {} }
    _ = try injector.resolve(Level.self, named: "0")
  }
}
