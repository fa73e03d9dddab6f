import Infusion
import Testing

private final class Engine: DefaultInitializable {}
private class Radio: DefaultInitializable, Injectable, AwakesFromInjection {
  var engine: Engine!
  var awakes = 0
  required init() {}
  class var requires: Requirements { requiring(\.engine) }
  func awakeFromInjection() { awakes += 1 }
}
private final class CarRadio: Radio {}
private class NotCreatable {}

struct DefaultInitializableTests {
  @Test func unboundClassIsCreatedInjectedAndAwoken() throws {
    let radio = try Injector().resolve(Radio.self)
    #expect(radio.engine != nil)
    #expect(radio.awakes == 1)
  }

  @Test func inheritingSubclassIsCreatedAsItself() throws {
    let radio = try Injector().resolve(CarRadio.self)
    #expect(type(of: radio) == CarRadio.self)
    #expect(radio.engine != nil)
  }

  @Test func eachRequestCreatesAnotherObject() throws {
    let injector = try Injector()
    #expect(try injector.resolve(Engine.self) !== injector.resolve(Engine.self))
  }

  @Test func onDemandScopeKeepsOneOfEach() throws {
    let injector = try Injector([], options: .init(onDemandScope: .singleton))
    #expect(try injector.resolve(Engine.self) === injector.resolve(Engine.self))
    #expect(try injector.resolve(Radio.self).engine === injector.resolve(Engine.self))
    #expect(try injector.resolve(CarRadio.self) !== injector.resolve(Radio.self))
  }

  @Test func unboundNamedRequestHasOneLifetimePerName() throws {
    let injector = try Injector([], options: .init(onDemandScope: .singleton))
    let left = try injector.resolve(Engine.self, named: "left")
    #expect(try injector.resolve(Engine.self, named: "left") === left)
    #expect(try injector.resolve(Engine.self, named: "right") !== left)
    #expect(try injector.resolve(Engine.self) !== left)
  }

  @Test func bindingReplacesCreationOnDemand() throws {
    let engine = Engine()
    let injector = try Injector { $0.bind(Engine.self).to(instance: engine) }
    #expect(try injector.resolve(Radio.self).engine === engine)
  }

  @Test func explicitBindingsCanBeRequired() throws {
    let injector = try Injector([], options: .init(requiresExplicitBindings: true))
    let error = try failure { _ = try injector.resolve(Engine.self) }
    #expect(error.code == .missingBinding)
    #expect(error.key == Key(Engine.self))
  }

  @Test func classBoundWithoutATargetIsCreatedEvenIfExplicitBindingsAreRequired() throws {
    let injector = try Injector(options: .init(requiresExplicitBindings: true)) { binder in
      binder.bind(Engine.self).in(.singleton)
    }
    #expect(try injector.resolve(Engine.self) === injector.resolve(Engine.self))
  }

  @Test func classWithoutADeclarationIsNotCreated() throws {
    let error = try failure { _ = try Injector().resolve(NotCreatable.self) }
    #expect(error.code == .missingBinding)
  }
}
