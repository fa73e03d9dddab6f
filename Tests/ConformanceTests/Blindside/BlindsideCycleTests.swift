import Infusion
import Testing

private final class ClassA: InitializerDeclaring {
  init(b: ClassB) {}
  static var initializer: Initializer { Initializer(ClassA.init(b:)) }
}
private final class ClassB: InitializerDeclaring {
  init(c: ClassC) {}
  static var initializer: Initializer { Initializer(ClassB.init(c:)) }
}
private final class ClassC: InitializerDeclaring {
  init(a: ClassA) {}
  static var initializer: Initializer { Initializer(ClassC.init(a:)) }
}
private final class ClassD: InitializerDeclaring {
  init(a: ClassA) {}
  static var initializer: Initializer { Initializer(ClassD.init(a:)) }
}

private final class Husband: Injectable, DefaultInitializable {
  var wife: Wife!
  static var requires: Requirements { requiring(\.wife) }
}
private final class Wife: Injectable, DefaultInitializable {
  weak var husband: Husband!
  static var requires: Requirements { requiring(\.husband) }
}

struct BlindsideCycleTests {
  @Test("BLS-34: a cycle of initializers is an error that prints the chain")
  func bls34() throws {
    let injector = try Injector()
    let error = try BlindsideFixtures.failure { _ = try injector.resolve(ClassA.self) }
    #expect(error.code == .cyclicDependency)
    #expect(error.key == Key(ClassA.self))
    #expect(error.description.contains("'ClassA' is needed before it exists.\n"))
    #expect(error.description.contains("  ClassA → ClassB → ClassC → ClassA\n"))
    // The failed request has left nothing that would disturb the next one.
    let again = try BlindsideFixtures.failure { _ = try injector.resolve(ClassB.self) }
    #expect(again.description.contains("  ClassB → ClassC → ClassA → ClassB\n"))
    // The chain ends with the repeated key, wherever the cycle was entered.
    let entered = try BlindsideFixtures.failure { _ = try injector.resolve(ClassD.self) }
    #expect(entered.key == Key(ClassA.self))
    #expect(entered.description.contains("ClassA → ClassB → ClassC → ClassA\n"))
    #expect(!entered.description.contains("→ ClassD"))
  }

  @Test("BLS-34: a cycle of properties is an error, too, if cycles are forbidden")
  func bls34Properties() throws {
    let husband = try Injector().resolve(Husband.self)
    #expect(husband.wife.husband === husband)
    let strict = try Injector([], options: .init(forbidsCycles: true))
    let error = try BlindsideFixtures.failure { _ = try strict.resolve(Husband.self) }
    #expect(error.code == .cyclicDependency)
    #expect(error.description.contains("  Husband → Wife → Husband\n"))
  }
}
