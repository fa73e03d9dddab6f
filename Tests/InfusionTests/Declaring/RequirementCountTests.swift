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
}
