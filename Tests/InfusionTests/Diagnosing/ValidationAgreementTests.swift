import Infusion
import Testing

private final class Session {}
private final class Plain {}
private final class Radio: Injectable {
  var session: Session!
  static var requires: Requirements { requiring(\.session) }
}
private final class Car: Injectable {
  var radio: Radio?
  static var requires: Requirements { accepting(\.radio) }
}
private final class Holder {
  let store = ScopeStore()
}

/// What a validation finds is what a request throws, and nothing else.
struct ValidationAgreementTests {
  private func errors(of injector: Injector, including subjects: Any...) -> [InjectionError] {
    do throws(InjectionError) {
      try injector.validate(including: subjects)
      return []
    } catch {
      return error.errors.isEmpty ? [error] : error.errors
    }
  }

  // MARK: - Bindings to nothing

  @Test(arguments: Arrangement.allCases)
  func theClassOfABindingToNothingIsNotExamined(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { $0.bind(Radio.self).toNothing() }
    #expect(errors(of: injector, including: Car.self).isEmpty)
    let car = Car()
    try injector.injectDependencies(into: car)
    #expect(car.radio == nil)
    #expect(injector.graph.edges.isEmpty)
    #expect(try injector.validate().notExamined.isEmpty)
  }

  // MARK: - Scopes

  @Test(arguments: Arrangement.allCases)
  func aScopeWhoseClosureFindsTheStoreIsNotExamined(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Plain.self).to { Plain() }
        .in(Scope("session") { try $0.resolve(Holder.self).store })
      binder.bind(Session.self).to { Session() }.in(Scope("login", in: ScopeStore()))
    }
    #expect(
      try injector.validate().notExamined == [
        "Plain: what the closure of its scope asks for is not known"
      ])
    #expect(injector.graph.nodes.map(\.isExamined) == [false, true])
    let failure = #expect(throws: InjectionError.self) { _ = try injector.resolve(Plain.self) }
    #expect(failure?.key == Key(Holder.self))
  }
}
