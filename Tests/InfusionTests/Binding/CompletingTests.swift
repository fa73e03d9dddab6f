import Infusion
import Testing

private class Base: AwakesFromInjection {
  let journal: Journal
  var number = 0 { didSet { journal.note("number") } }
  init(_ journal: Journal) { self.journal = journal }
  func awakeFromInjection() { journal.note("awake") }
}
private final class Derived: Base {}
private struct Refused: Error {}

/// Steps that `completing` adds to a binding.
struct CompletingTests {
  @Test(arguments: Arrangement.allCases)
  func aStepRunsWhenThePropertiesAreSetBeforeTheObjectAwakes(_ arrangement: Arrangement) throws {
    let journal = Journal()
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Int.self).to { 7 }
      binder.extend(Base.self).completing { _ in journal.note("extension") }
      binder.bind(Base.self).to { Derived(journal) }.injecting(\.number)
        .completing { journal.note("first \($0.number)") }
        .completing { _ in journal.note("second") }
      binder.bind(Base.self, named: "other").to { Base(journal) }
    }
    _ = try injector.resolve(Base.self)
    #expect(journal.entries == ["number", "extension", "first 7", "second", "awake"])
    _ = try injector.resolve(Base.self, named: "other")
    #expect(journal.entries.suffix(2) == ["extension", "awake"])
  }

  @Test func anErrorOfAStepFailsTheRequest() throws {
    let injector = try Injector { binder in
      binder.bind(Base.self).to { Base(Journal()) }.in(.singleton)
        .completing { _ in throw Refused() }
    }
    let error = try #require(throws: InjectionError.self) { _ = try injector.resolve(Base.self) }
    #expect(error.code == .providerFailed && error.underlying is Refused)
  }

  @Test func derivedAndUpdatedInjectorsKeepTheSteps() throws {
    let journal = Journal()
    let injector = try Injector()
    try injector.update { binder in
      binder.bind(Base.self).to { Base(journal) }.completing { _ in journal.note("step") }
    }
    try injector.update { $0.rescope(Base.self, to: .singleton) }
    let derived = try injector.adding(Configuring { _ in })
    for injector in [injector, derived] { _ = try injector.resolve(Base.self) }
    #expect(journal.entries == ["step", "awake", "step", "awake"])
  }

  @Test func aLinkHasNoObjectsOfItsOwn() throws {
    let error = try #require(throws: InjectionError.self) {
      _ = try Injector { $0.bind(Base.self).to(Derived.self) { $0 }.completing { _ in } }
    }
    #expect(error.code == .notInjected)
  }
}
