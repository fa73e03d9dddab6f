import Infusion
import Testing

/// Knows the number of its creation.
private final class Part {
  let number: Int
  init(_ number: Int) { self.number = number }
}

private class Octet {
  var p1: Part!
  var p2: Part!
  var p3: Part!
  var p4: Part!
  var p5: Part!
  var p6: Part!
  var p7: Part!
  var p8: Part!

  /// The numbers of the parts; zero for a missing part.
  var numbers: [Int] {
    [p1, p2, p3, p4, p5, p6, p7, p8].map { $0?.number ?? 0 }
  }

  required init() {}
}

private final class Requires1: Octet, Injectable {
  static var requires: Requirements { requiring(\.p1) }
}
private final class Requires2: Octet, Injectable {
  static var requires: Requirements { requiring(\.p1, \.p2) }
}
private final class Requires3: Octet, Injectable {
  static var requires: Requirements { requiring(\.p1, \.p2, \.p3) }
}
private final class Requires4: Octet, Injectable {
  static var requires: Requirements { requiring(\.p1, \.p2, \.p3, \.p4) }
}
private final class Requires5: Octet, Injectable {
  static var requires: Requirements { requiring(\.p1, \.p2, \.p3, \.p4, \.p5) }
}
private final class Requires6: Octet, Injectable {
  static var requires: Requirements { requiring(\.p1, \.p2, \.p3, \.p4, \.p5, \.p6) }
}
private final class Requires7: Octet, Injectable {
  static var requires: Requirements { requiring(\.p1, \.p2, \.p3, \.p4, \.p5, \.p6, \.p7) }
}
private final class Requires8: Octet, Injectable {
  static var requires: Requirements { requiring(\.p1, \.p2, \.p3, \.p4, \.p5, \.p6, \.p7, \.p8) }
}
private final class Accepts1: Octet, Injectable {
  static var requires: Requirements { accepting(\.p1) }
}
private final class Accepts2: Octet, Injectable {
  static var requires: Requirements { accepting(\.p1, \.p2) }
}
private final class Accepts3: Octet, Injectable {
  static var requires: Requirements { accepting(\.p1, \.p2, \.p3) }
}
private final class Accepts4: Octet, Injectable {
  static var requires: Requirements { accepting(\.p1, \.p2, \.p3, \.p4) }
}
private final class Accepts5: Octet, Injectable {
  static var requires: Requirements { accepting(\.p1, \.p2, \.p3, \.p4, \.p5) }
}
private final class Accepts6: Octet, Injectable {
  static var requires: Requirements { accepting(\.p1, \.p2, \.p3, \.p4, \.p5, \.p6) }
}
private final class Accepts7: Octet, Injectable {
  static var requires: Requirements { accepting(\.p1, \.p2, \.p3, \.p4, \.p5, \.p6, \.p7) }
}
private final class Accepts8: Octet, Injectable {
  static var requires: Requirements { accepting(\.p1, \.p2, \.p3, \.p4, \.p5, \.p6, \.p7, \.p8) }
}
private final class RequiresJoined: Octet, Injectable {
  static var requires: Requirements {
    requiring(\.p1, \.p2, \.p3, \.p4, \.p5) + accepting(\.p6) + requiring(\.p7, \.p8)
  }
}

private class Long: Injectable {
  var a1: Part!, a2: Part!, a3: Part!, a4: Part!, a5: Part!, a6: Part!, a7: Part!
  var b1: Part!, b2: Part!, b3: Part!, b4: Part!, b5: Part!, b6: Part!, b7: Part!
  var c1: Part!, c2: Part!, c3: Part!, c4: Part!, c5: Part!, c6: Part!, c7: Part!
  var d1: Part!, d2: Part!, d3: Part!, d4: Part!, d5: Part!, d6: Part!, d7: Part!
  var e1: Part!, e2: Part!, e3: Part!, e4: Part!, e5: Part!, e6: Part!, e7: Part!
  class var requires: Requirements {
    requiring(\.a1, \.a2, \.a3, \.a4, \.a5, \.a6, \.a7)
      + requiring(\.b1, \.b2, \.b3, \.b4, \.b5, \.b6, \.b7)
      + requiring(\.c1, \.c2, \.c3, \.c4, \.c5, \.c6, \.c7)
      + requiring(\.d1, \.d2, \.d3, \.d4, \.d5, \.d6, \.d7)
      + requiring(\.e1, \.e2, \.e3, \.e4, \.e5, \.e6, \.e7)
  }

  var numbers: [Int?] {
    let parts = [
      a1, a2, a3, a4, a5, a6, a7,
      b1, b2, b3, b4, b5, b6, b7,
      c1, c2, c3, c4, c5, c6, c7,
      d1, d2, d3, d4, d5, d6, d7,
      e1, e2, e3, e4, e5, e6, e7,
    ]
    return parts.map { $0?.number }
  }
}
private class LongChanged: Long {
  override class var requires: Requirements {
    Long.requiring(\.a2, named: "negative") + Long.excluding(\.b1)
      + Long.requiring(\.e7, named: "negative") + Long.excluding(\.a1)
      + Long.requiring(\.c1, named: "negative")
  }
}
private final class LongRestored: LongChanged {
  override class var requires: Requirements { Long.requiring(\.b1) }
}

/// `requiring` and `accepting` have an overload for each count.
struct RequirementCountTests {
  private static let requiring: [(Octet.Type, Int)] = [
    (Requires1.self, 1), (Requires2.self, 2), (Requires3.self, 3), (Requires4.self, 4),
    (Requires5.self, 5), (Requires6.self, 6), (Requires7.self, 7), (Requires8.self, 8),
  ]
  private static let accepting: [(Octet.Type, Int)] = [
    (Accepts1.self, 1), (Accepts2.self, 2), (Accepts3.self, 3), (Accepts4.self, 4),
    (Accepts5.self, 5), (Accepts6.self, 6), (Accepts7.self, 7), (Accepts8.self, 8),
  ]

  private func numbering() throws -> Injector {
    let counter = Counter()
    return try Injector { $0.bind(Part.self).to { Part(counter.next()) } }
  }

  private func expected(_ count: Int) -> [Int] {
    (1...8).map { $0 <= count ? $0 : 0 }
  }

  @Test(arguments: 1...8)
  func requiringListsUpToEightPropertiesInOrder(count: Int) throws {
    let object = Self.requiring[count - 1].0.init()
    try numbering().injectDependencies(into: object)
    #expect(object.numbers == expected(count))
    let error = try failure { try Injector().injectDependencies(into: object) }
    #expect(error.code == .missingBinding)
  }

  @Test(arguments: 1...8)
  func acceptingListsUpToEightPropertiesInOrder(count: Int) throws {
    let object = Self.accepting[count - 1].0.init()
    try Injector().injectDependencies(into: object)
    #expect(object.numbers == expected(0))
    try numbering().injectDependencies(into: object)
    #expect(object.numbers == expected(count))
  }

  @Test func joinedListsKeepTheirOrder() throws {
    let object = RequiresJoined()
    try numbering().injectDependencies(into: object)
    #expect(object.numbers == expected(8))
  }

  @Test func aSubclassChangesALongListInPlace() throws {
    let counter = Counter()
    let injector = try Injector { binder in
      binder.bind(Part.self).to { Part(counter.next()) }
      binder.bind(Part.self, named: "negative").to { Part(-counter.next()) }
    }
    let object = LongRestored()
    try injector.injectDependencies(into: object)
    // Without `a1`; `b1`, the eighth property, has been listed again, and is the last one.
    var expected: [Int?] = [nil] + Array(1...6) + [34] + Array(7...33)
    for position in [1, 14, 34] { expected[position] = expected[position].map { -$0 } }
    #expect(object.numbers == expected)
  }
}
