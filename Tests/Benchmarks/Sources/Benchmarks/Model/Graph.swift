import Infusion

// Ten objects on four levels: Root → B1, B2; B1 → C1, C2; B2 → C3; C1 → D1, D2; C2 → D3; C3 → D4.

public final class D1 {
  init() { objectsMade &+= 1 }
}
final class D2 {
  init() { objectsMade &+= 1 }
}
final class D3 {
  init() { objectsMade &+= 1 }
}
final class D4 {
  init() { objectsMade &+= 1 }
}

final class C1: Injectable {
  var d1: D1?
  var d2: D2?
  init() { objectsMade &+= 1 }
  static var requires: Requirements { requiring(\.d1, \.d2) }
}
final class C2: Injectable {
  var d3: D3?
  init() { objectsMade &+= 1 }
  static var requires: Requirements { requiring(\.d3) }
}
final class C3: Injectable {
  var d4: D4?
  init() { objectsMade &+= 1 }
  static var requires: Requirements { requiring(\.d4) }
}

final class B1: Injectable {
  var c1: C1?
  var c2: C2?
  init() { objectsMade &+= 1 }
  static var requires: Requirements { requiring(\.c1, \.c2) }
}
final class B2: Injectable {
  var c3: C3?
  init() { objectsMade &+= 1 }
  static var requires: Requirements { requiring(\.c3) }
}

final class Root: Injectable {
  var b1: B1?
  var b2: B2?
  init() { objectsMade &+= 1 }
  static var requires: Requirements { requiring(\.b1, \.b2) }
}

extension Root {
  /// The same ten objects, assembled by hand.
  @inline(__always)
  static func makeByHand() -> Root {
    let c1 = C1()
    c1.d1 = D1()
    c1.d2 = D2()
    let c2 = C2()
    c2.d3 = D3()
    let b1 = B1()
    b1.c1 = c1
    b1.c2 = c2
    let c3 = C3()
    c3.d4 = D4()
    let b2 = B2()
    b2.c3 = c3
    let root = Root()
    root.b1 = b1
    root.b2 = b2
    return root
  }
}
