import Infusion
import Testing

private final class Part {
  let name: String
  init(_ name: String) { self.name = name }
}

private class Car: Injectable, NamedInjectable {
  let journal = Journal()
  var engine: Part! { didSet { journal.note("engine: \(engine!.name)") } }
  var radio: Part? { didSet { journal.note("radio: \(radio!.name)") } }
  class var requires: Requirements { requiring(\.engine) + accepting(\.radio) }
  class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> { ["mapped": \Car.engine] }
}
private final class Repeating: Car {
  var turbo: Part! { didSet { journal.note("turbo: \(turbo!.name)") } }
  override class var requires: Requirements { super.requires + requiring(\.turbo) }
}
private final class Excluding: Car {
  override class var requires: Requirements { Car.excluding(\.radio) + super.requires }
}
private final class Renaming: Car {
  override class var requires: Requirements {
    Car.requiring(\.radio, named: "mapped") + super.requires
  }
}
private final class Restating: Car {
  override class var requires: Requirements {
    Car.requiring(\.engine)
      + Car.accepting(\.radio)
  }
}

private class PlainCar: Injectable, NamedInjectable {
  let journal = Journal()
  var engine: Part! { didSet { journal.note("engine: \(engine!.name)") } }
  class var requires: [AnyKeyPath] { [\PlainCar.engine] }
  class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> { ["mapped": \PlainCar.engine] }
}
private final class PlainRepeating: PlainCar {
  var turbo: Part! { didSet { journal.note("turbo: \(turbo!.name)") } }
  override class var requires: [AnyKeyPath] { super.requires + [\PlainRepeating.turbo] }
}

struct RepeatedListTests {
  private func makeInjector(_ arrangement: Arrangement = .created) throws -> Injector {
    try arrangement.makeInjector { binder in
      for name in ["mapped", "added"] {
        binder.bind(Part.self, named: Name(name)).to { Part(name) }
      }
      binder.bind(Part.self).to { Part("plain") }
      binder.extend(Car.self).injecting(\.radio, named: "added")
    }
  }

  @Test(arguments: Arrangement.allCases)
  func superRequiresChangesNothingThatIsSaidOfTheSuperclass(_ arrangement: Arrangement) throws {
    let injector = try makeInjector(arrangement)
    let car = Repeating()
    try injector.injectDependencies(into: car)
    #expect(car.journal.entries == ["engine: mapped", "radio: added", "turbo: plain"])
    let plain = PlainRepeating()
    try injector.injectDependencies(into: plain)
    #expect(plain.journal.entries == ["engine: mapped", "turbo: plain"])
  }

  @Test func aSubclassDecidesBeforeAndAfterSuperRequires() throws {
    let injector = try makeInjector()
    let excluding = Excluding()
    try injector.injectDependencies(into: excluding)
    #expect(excluding.journal.entries == ["engine: mapped"])
    let renaming = Renaming()
    try injector.injectDependencies(into: renaming)
    #expect(renaming.journal.entries == ["engine: mapped", "radio: mapped"])
  }

  @Test func aPositionDoesNotCountWhatTheListRepeats() throws {
    let injector = try Injector { $0.bind(Part.self, named: "mapped").to { Part("mapped") } }
    let error = try #require(throws: InjectionError.self) {
      try injector.injectDependencies(into: Repeating())
    }
    #expect(error.property?.description == "Repeating.turbo")
    #expect(error.property?.position == 1)
  }

  @Test func anEqualListThatASubclassWritesDecides() throws {
    let car = Restating()
    try makeInjector().injectDependencies(into: car)
    #expect(car.journal.entries == ["engine: plain", "radio: plain"])
  }
}
