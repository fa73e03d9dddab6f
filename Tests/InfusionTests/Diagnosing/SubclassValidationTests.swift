import Infusion
import Testing

private final class Claws: DefaultInitializable {}
private final class Fire {}

private class Monster: Injectable {
  var claws: Claws!
  init() {}
  class var requires: Requirements { requiring(\.claws) }
}
private final class Dragon: Monster, DefaultInitializable {
  var fire: Fire!
  required override init() {}
  override class var requires: Requirements { requiring(\.fire) }
}

/// A validation knows a subclass if a binding or `including` names it, but not through a closure.
struct SubclassValidationTests {
  private func missing(
    including subjects: [AnyClass] = [], _ configure: @escaping (Binder) -> Void
  ) throws -> [Key?] {
    let injector = try Injector(configure)
    do {
      let report = try injector.validate(including: subjects)
      #expect(report.notExamined == [])
      return []
    } catch {
      #expect(error.code == .missingBinding)
      return [error.key]
    }
  }

  @Test func aClosureIsTakenToReturnTheClassThatItIsBoundAs() throws {
    let bindings = { (binder: Binder) -> Void in
      _ = binder.bind(Monster.self, named: "dragon").to { Dragon() }
    }
    #expect(try missing(bindings) == [])
    // The request still reports the mistake.
    let injector = try Injector(bindings)
    let error = try failure { _ = try injector.resolve(Monster.self, named: "dragon") }
    #expect(error.code == .missingBinding)
    #expect(error.key == Key(Fire.self))
  }

  @Test func anIncludedSubclassIsExamined() throws {
    let found = try missing(including: [Dragon.self]) { binder in
      binder.bind(Monster.self, named: "dragon").to { Dragon() }
    }
    #expect(found == [Key(Fire.self)])
  }

  @Test func aLinkToASubclassIsExamined() throws {
    let found = try missing { binder in
      binder.bind(Monster.self, named: "dragon").to(Dragon.self) { $0 }
    }
    #expect(found == [Key(Fire.self)])
  }
}
