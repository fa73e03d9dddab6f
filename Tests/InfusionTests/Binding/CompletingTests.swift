import Infusion
import Testing

private class Base: AwakesFromInjection {
  let journal: Journal
  var number = 0 { didSet { journal.note("number") } }
  init(_ journal: Journal) { self.journal = journal }
  func awakeFromInjection() { journal.note("awake") }
}
private final class Derived: Base {}
private class Plain {
  var number = 0
}
private final class Aware: Plain, AwakesFromInjection {
  let journal: Journal
  init(_ journal: Journal) { self.journal = journal }
  func awakeFromInjection() { journal.note("awake") }
}
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

  /// Where the object comes from that a closure passes on.
  enum Origin: CaseIterable {
    case resolved, created, parameter, elsewhere
  }

  private func passOn<Object: AnyObject>(
    _ origin: Origin, _ binder: Binder, _ existing: Object, _ make: @escaping () -> Object
  ) -> BindingBuilder<Object> {
    binder.bind(Object.self).to { make() }
    let passing = binder.bind(Object.self, named: "passed on")
    return switch origin {
    case .resolved: passing.to { try $0.resolve(Object.self) }
    case .created: passing.to { try $0.create { make() } }
    case .parameter: passing.toInitializer { (object: Object) in object }
    case .elsewhere: passing.to { existing }
    }
  }

  /// Whether the class itself declares anything makes no difference.
  @Test(arguments: Origin.allCases, Arrangement.allCases)
  func whatABindingAddsReachesAnObjectThatItsClosurePassesOn(
    _ origin: Origin, _ arrangement: Arrangement
  ) throws {
    let journal = Journal()
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Int.self).to { 7 }
      passOn(origin, binder, Derived(journal)) { Derived(journal) }
        .injecting(\.number).completing { journal.note("step \($0.number)") }
      passOn(origin, binder, Plain()) { Plain() }
        .injecting(\.number).completing { journal.note("step \($0.number)") }
    }
    _ = try injector.resolve(Plain.self, named: "passed on")
    #expect(journal.entries == ["step 7"])
    _ = try injector.resolve(Derived.self, named: "passed on")
    // The class's own part comes first where the call has completed the object before.
    #expect(journal.entries.filter { $0 == "step 7" }.count == 2)
    #expect(journal.entries.filter { $0 == "number" }.count == 1)
    #expect(journal.entries.filter { $0 == "awake" }.count == 1)
  }

  /// Once per outermost call, like everything that is injected.
  @Test(arguments: Arrangement.allCases)
  func whatABindingAddsToAnObjectItAddsOncePerCall(_ arrangement: Arrangement) throws {
    for isPlain in [false, true] {
      let journal = Journal()
      let object = isPlain ? Plain() : Aware(journal)
      let injector = try arrangement.makeInjector { binder in
        binder.bind(Plain.self, named: "whole").to { object }.in(.graph)
        for name: Name in ["one", "two"] {
          binder.bind(Plain.self, named: name).to { injector in
            try injector.resolve(Plain.self, named: "whole")
          }.completing { _ in journal.note("\(name)") }
        }
        binder.bind(Int.self).to { injector in
          for name: Name in ["one", "two", "one", "two"] {
            let passedOn = try injector.resolve(Plain.self, named: name)
            #expect(passedOn === object)
          }
          return 1
        }
      }
      _ = try injector.resolve(Int.self)
      #expect(journal.entries.filter { $0 != "awake" } == ["one", "two"])
      _ = try injector.resolve(Int.self)
      #expect(journal.entries.filter { $0 != "awake" } == ["one", "two", "one", "two"])
      #expect(journal.entries.filter { $0 == "awake" }.count == (isPlain ? 0 : 2))
    }
  }

  /// The object was complete before, and stays it.
  @Test func whatABindingCouldNotAddIsAddedByTheNextAttempt() throws {
    let journal = Journal()
    var isRefused = true
    let injector = try Injector { binder in
      binder.bind(Base.self, named: "whole").to { Base(journal) }.in(.singleton)
      binder.bind(Base.self).to { try $0.resolve(Base.self, named: "whole") }
        .completing { _ in
          if isRefused { throw Refused() }
          journal.note("step")
        }
      binder.bind(Int.self).to { injector in
        #expect(throws: InjectionError.self) { try injector.resolve(Base.self) }
        isRefused = false
        _ = try injector.resolve(Base.self)
        return 1
      }
    }
    _ = try injector.resolve(Int.self)
    #expect(journal.entries == ["awake", "step"])
  }
}
