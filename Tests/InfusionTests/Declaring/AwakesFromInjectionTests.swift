import Infusion
import Testing

private final class Part: DefaultInitializable {}

private class Awaking: Injectable, AwakesFromInjection {
  let journal: Journal
  var part: Part!
  init(_ journal: Journal) { self.journal = journal }
  class var requires: Requirements { requiring(\.part) }
  func awakeFromInjection() throws {
    journal.note("awake, part \(part == nil ? "not set" : "set")")
  }
}
private final class Overriding: Awaking {
  var second: Part!
  override class var requires: Requirements { requiring(\.second) }
  override func awakeFromInjection() throws {
    try super.awakeFromInjection()
    journal.note("second \(second == nil ? "not set" : "set")")
  }
}
private final class OnlyAwaking: AwakesFromInjection {
  var awakes = 0
  func awakeFromInjection() { awakes += 1 }
}
private class Plain: Injectable {
  var part: Part!
  class var requires: Requirements { requiring(\.part) }
}
private class AwakingBelow: Plain, AwakesFromInjection {
  var awakes = 0
  func awakeFromInjection() { awakes += part == nil ? 100 : 1 }
}
private final class Inheriting: AwakingBelow {}
private final class Failing: AwakesFromInjection {
  func awakeFromInjection() throws { throw Mishap() }
}
private final class Asking: AwakesFromInjection {
  @Injected var factory: ObjectFactory
  var part: Part?
  func awakeFromInjection() throws { part = try factory.resolve(Part.self) }
}

struct AwakesFromInjectionTests {
  @Test func isCalledWhenEveryPropertyIsSet() throws {
    let object = Awaking(Journal())
    try Injector().injectDependencies(into: object)
    #expect(object.journal.entries == ["awake, part set"])
  }

  @Test func overrideIsCalledOnceAfterThePropertiesOfTheWholeChain() throws {
    let object = Overriding(Journal())
    try Injector().injectDependencies(into: object)
    #expect(object.journal.entries == ["awake, part set", "second set"])
  }

  @Test func isCalledForAClassThatRequiresNothing() throws {
    let object = OnlyAwaking()
    try Injector().injectDependencies(into: object)
    #expect(object.awakes == 1)
  }

  @Test func isCalledWhereOnlyASubclassConforms() throws {
    let injector = try Injector()
    let plain: Plain = Inheriting()
    try injector.injectDependencies(into: plain)
    #expect((plain as? AwakingBelow)?.awakes == 1)
    let object = AwakingBelow()
    try injector.injectDependencies(into: object)
    #expect(object.awakes == 1)
  }

  @Test func errorIsWrappedOnceWithItsCause() throws {
    let error = try failure { try Injector().injectDependencies(into: Failing()) }
    #expect(error.code == .providerFailed)
    #expect(error.underlying as? Mishap == Mishap())
    #expect(error.description.contains("Failing"))
  }

  @Test func mayUseTheInjector() throws {
    let object = Asking()
    try Injector().injectDependencies(into: object)
    #expect(object.part != nil)
  }
}
