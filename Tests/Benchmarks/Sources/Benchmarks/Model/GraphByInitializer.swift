import Infusion

/// The graph of ten objects whose initializers receive everything.
enum ByInitializer {
  final class C1 {
    let d1: D1
    let d2: D2
    init(d1: D1, d2: D2) {
      (self.d1, self.d2) = (d1, d2)
      objectsMade &+= 1
    }
  }
  final class C2 {
    let d3: D3
    init(d3: D3) {
      self.d3 = d3
      objectsMade &+= 1
    }
  }
  final class C3 {
    let d4: D4
    init(d4: D4) {
      self.d4 = d4
      objectsMade &+= 1
    }
  }
  final class B1 {
    let c1: C1
    let c2: C2
    init(c1: C1, c2: C2) {
      (self.c1, self.c2) = (c1, c2)
      objectsMade &+= 1
    }
  }
  final class B2 {
    let c3: C3
    init(c3: C3) {
      self.c3 = c3
      objectsMade &+= 1
    }
  }
  final class Root {
    let b1: B1
    let b2: B2
    init(b1: B1, b2: B2) {
      (self.b1, self.b2) = (b1, b2)
      objectsMade &+= 1
    }

    @inline(__always)
    static func makeByHand() -> Root {
      Root(
        b1: B1(c1: C1(d1: D1(), d2: D2()), c2: C2(d3: D3())),
        b2: B2(c3: C3(d4: D4())))
    }
  }

  /// Binds the ten classes to their initializers.
  struct InitializerModule: Module {
    func configure(_ binder: Binder) {
      binder.bind(Root.self).toInitializer(Root.init(b1:b2:))
      binder.bind(B1.self).toInitializer(B1.init(c1:c2:))
      binder.bind(B2.self).toInitializer(B2.init(c3:))
      binder.bind(C1.self).toInitializer(C1.init(d1:d2:))
      binder.bind(C2.self).toInitializer(C2.init(d3:))
      binder.bind(C3.self).toInitializer(C3.init(d4:))
      bindLeaves(binder)
    }
  }

  /// Binds them to closures that request what they need.
  struct ClosureModule: Module {
    func configure(_ binder: Binder) {
      binder.bind(Root.self).to { Root(b1: try $0.resolve(B1.self), b2: try $0.resolve(B2.self)) }
      binder.bind(B1.self).to { B1(c1: try $0.resolve(C1.self), c2: try $0.resolve(C2.self)) }
      binder.bind(B2.self).to { B2(c3: try $0.resolve(C3.self)) }
      binder.bind(C1.self).to { C1(d1: try $0.resolve(D1.self), d2: try $0.resolve(D2.self)) }
      binder.bind(C2.self).to { C2(d3: try $0.resolve(D3.self)) }
      binder.bind(C3.self).to { C3(d4: try $0.resolve(D4.self)) }
      bindLeaves(binder)
    }
  }

  private static func bindLeaves(_ binder: Binder) {
    binder.bind(D1.self).to { D1() }
    binder.bind(D2.self).to { D2() }
    binder.bind(D3.self).to { D3() }
    binder.bind(D4.self).to { D4() }
  }
}
