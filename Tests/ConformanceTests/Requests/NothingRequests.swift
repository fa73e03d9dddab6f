import Infusion
import Testing

extension Requests {
  @Suite("Requests: optional dependencies and nil") struct Nothing {
    private final class Radio {}
    private final class Engine: DefaultInitializable {}
    private final class Car: Injectable {
      var engine: Engine!
      var radio: Radio?
      static var requires: Requirements { requiring(\.engine) + accepting(\.radio) }
    }
    private final class Marked {
      @Injected var radio: Radio?
    }

    @Test("Objection #10: an optional dependency is set if it is bound, and otherwise left alone")
    func optionalDependency() throws {
      let unbound = try Injector()
      let car = Car()
      try unbound.injectDependencies(into: car)
      #expect(car.engine != nil)
      #expect(car.radio == nil)
      let own = Radio()
      car.radio = own
      try unbound.injectDependencies(into: car)
      #expect(car.radio === own)
      let marked = Marked()
      try unbound.injectDependencies(into: marked)
      #expect(marked.radio == nil)

      let radio = Radio()
      let bound = try Injector { $0.bind(Radio.self).to(instance: radio) }
      try bound.injectDependencies(into: car)
      try bound.injectDependencies(into: marked)
      #expect(car.radio === radio)
      #expect(marked.radio === radio)
    }

    @Test("Objection #23, #39: nil from a singleton's closure is a value, and is requested once")
    func nilFromAClosure() throws {
      let journal = Journal()
      let injector = try Injector { binder in
        binder.bind(Radio?.self).to { () -> Radio? in
          journal.note("asked")
          return nil
        }.in(.singleton)
      }
      let car = Car()
      car.radio = Radio()
      try injector.injectDependencies(into: car)
      try injector.injectDependencies(into: Car())
      #expect(car.engine != nil)
      #expect(car.radio == nil)
      #expect(journal.entries == ["asked"])
    }

    @Test("Blindside #43: a placeholder for nil in a binding never reaches a property")
    func nothingIsNil() throws {
      let injector = try Injector { $0.bind(Radio.self).toNothing() }
      let car = Car()
      car.radio = Radio()
      try injector.injectDependencies(into: car)
      #expect(car.radio == nil)
      #expect(try injector.resolve(Radio?.self) == nil)
      #expect(try injector.resolveIfBound(Radio.self) == nil)
      let error = try #require(throws: InjectionError.self) {
        try injector.resolve(Radio.self)
      }
      #expect(error.code == .nothingProvided)
      #expect(error.key == Key(Radio.self))
    }
  }
}
