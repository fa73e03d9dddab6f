import Infusion

/// `ModelModule` as an app writes it, on the main actor. The classes belong to no actor.
@MainActor struct MainActorModule: @MainActor Module {
  func configure(_ binder: Binder) {
    binder.bind(Leaf.self).to { Leaf() }
    binder.bind((any Service).self).to { ServiceImpl() }
    binder.bind(Single.self).to { Single() }.in(.singleton)
    binder.bind(D1.self).to { D1() }
  }
}

/// `SingletonModule` on the main actor.
@MainActor struct MainActorSingletonModule: @MainActor Module {
  func configure(_ binder: Binder) {
    binder.bind(Leaf.self).to { Leaf() }.in(.singleton)
    binder.bind((any Service).self).to { ServiceImpl() }.in(.singleton)
    binder.bind(Single.self).to { Single() }.in(.singleton)
    binder.bind(D1.self).to { D1() }.in(.singleton)
  }
}

/// The model with all its classes on the main actor, too.
enum OnMainActor {
  @MainActor final class Leaf {
    init() { objectsMade &+= 1 }
  }
  @MainActor final class Single {
    init() { objectsMade &+= 1 }
  }
  @MainActor protocol Service: AnyObject {}
  @MainActor final class ServiceImpl: Service {
    init() { objectsMade &+= 1 }
  }

  @MainActor final class Target: @MainActor Injectable {
    var leaf: Leaf?
    var service: (any Service)?
    var single: Single?
    var d1: D1?
    static var requires: Requirements { requiring(\.leaf, \.service, \.single, \.d1) }
  }

  @MainActor struct SingletonModule: @MainActor Module {
    func configure(_ binder: Binder) {
      binder.bind(Leaf.self).to { Leaf() }.in(.singleton)
      binder.bind((any Service).self).to { ServiceImpl() }.in(.singleton)
      binder.bind(Single.self).to { Single() }.in(.singleton)
      binder.bind(D1.self).to { D1() }.in(.singleton)
    }
  }

  @MainActor struct LinkModule: @MainActor Module {
    func configure(_ binder: Binder) {
      binder.bind((any Service).self).to(ServiceImpl.self) { $0 }
      binder.bind(ServiceImpl.self).to { ServiceImpl() }
    }
  }

  @MainActor struct ModelModule: @MainActor Module {
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

  // The graph of ten objects.

  @MainActor final class D1 {
    init() { objectsMade &+= 1 }
  }
  @MainActor final class D2 {
    init() { objectsMade &+= 1 }
  }
  @MainActor final class D3 {
    init() { objectsMade &+= 1 }
  }
  @MainActor final class D4 {
    init() { objectsMade &+= 1 }
  }

  @MainActor final class C1: @MainActor Injectable {
    var d1: D1?
    var d2: D2?
    init() { objectsMade &+= 1 }
    static var requires: Requirements { requiring(\.d1, \.d2) }
  }
  @MainActor final class C2: @MainActor Injectable {
    var d3: D3?
    init() { objectsMade &+= 1 }
    static var requires: Requirements { requiring(\.d3) }
  }
  @MainActor final class C3: @MainActor Injectable {
    var d4: D4?
    init() { objectsMade &+= 1 }
    static var requires: Requirements { requiring(\.d4) }
  }

  @MainActor final class B1: @MainActor Injectable {
    var c1: C1?
    var c2: C2?
    init() { objectsMade &+= 1 }
    static var requires: Requirements { requiring(\.c1, \.c2) }
  }
  @MainActor final class B2: @MainActor Injectable {
    var c3: C3?
    init() { objectsMade &+= 1 }
    static var requires: Requirements { requiring(\.c3) }
  }

  @MainActor final class Root: @MainActor Injectable {
    var b1: B1?
    var b2: B2?
    init() { objectsMade &+= 1 }
    static var requires: Requirements { requiring(\.b1, \.b2) }
  }
}
