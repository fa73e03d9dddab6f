import Infusion
import Testing

private final class Wheel: Sendable {}
private final class Axle: Sendable {
  init(wheel: Lazy<Wheel>?) {}
}
private actor Ledger {
  var wheel: Wheel?
}

private final class First {
  let second: Second
  init(second: Second) { self.second = second }
}
private final class Second: Injectable, DefaultInitializable, AwakesFromInjection {
  var first: Lazy<First>!
  static var requires: Requirements { requiring(\.first) }
  func awakeFromInjection() throws { _ = try first.get() }
}

private final class Idle {}
private actor Constant: Injectable {
  nonisolated let number = 5
  static var requires: [PartialKeyPath<Constant>] { [\.number] }
}
private final class Reading<Value>: Injectable {
  var number: Int { 5 }
  static var requires: [PartialKeyPath<Reading>] { [\.number] }
}

private class Open: Injectable {
  struct Settings { let color: Int? }
  var settings = Settings(color: nil)
  class var requires: [PartialKeyPath<Open>] { [\.settings.color] }
}
private final class NamedOnly: NamedInjectable {
  var left: Wheel!
  static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<NamedOnly>> { ["left": \.left] }
}

private struct Inner: Module {
  func configure(_ binder: Binder) { binder.bind(Wheel.self).to { Wheel() } }
}
private struct Outer: Module {
  func configure(_ binder: Binder) { binder.install(Inner()) }
}
private struct Other: Module {
  func configure(_ binder: Binder) { binder.bind(Wheel.self).to { Wheel() } }
}
private struct Twice: Module {
  func configure(_ binder: Binder) {
    binder.install(Inner())
    binder.install(Other())
  }
}

@MainActor private class Screen: @MainActor DefaultInitializable {
  required init() {}
}
@MainActor private final class Panel: Screen {}

/// What messages advise depends on how the program has arrived there.
struct AdviceInCircumstancesTests {
  private let strict = Injector.Options(forbidsRebinding: true)

  private func text(_ body: () throws -> Void) -> String {
    (#expect(throws: InjectionError.self) { try body() })?.description ?? ""
  }

  private func asyncText(_ body: () async throws -> Void) async -> String {
    let error = await #expect(throws: InjectionError.self) { try await body() }
    return error?.description ?? ""
  }

  // MARK: - Bindings

  @Test func onlyModulesThatTheProgramInstallsOverrideOneAnother() throws {
    let mistake = text { _ = try Injector([Outer(), Other()], options: strict) }
    #expect(
      mistake.contains("• Override on purpose: Outer().overriding(with: Other())"), "\(mistake)")
    _ = try Injector([Outer().overriding(with: Other())], options: strict)
    let nested = text { _ = try Injector([Twice()], options: strict) }
    #expect(nested.contains("AppModule().overriding(with: TestModule())"), "\(nested)")
  }

  @Test func anUpdateUnbindsOnlyWhatIsThereBefore() throws {
    let unbinding = "• Remove the earlier binding first: binder.unbind(Wheel.self)"
    let bound = try Injector(options: strict) { $0.bind(Wheel.self).to { Wheel() } }
    #expect(text { try bound.update { $0.install(Inner()) } }.contains(unbinding))
    try bound.update { binder in
      binder.unbind(Wheel.self)
      binder.install(Inner())
    }
    let installing = text { try Injector(options: strict).update { $0.install(Twice()) } }
    #expect(!installing.contains("unbind"), "\(installing)")
    let writing = text {
      try Injector(options: strict).update { binder in
        binder.install(Inner())
        binder.bind(Wheel.self).to { Wheel() }
      }
    }
    #expect(writing.contains(unbinding), "\(writing)")
  }

  // MARK: - Calls

  @Test func aPreparedValueIsPreparedAgain() async throws {
    let injector = try Injector { binder in
      binder.bind(Wheel?.self).toAsync { nil }
      binder.bind(Int.self, named: "left").toAsync { 1 }
    }
    let nothing = await asyncText { _ = try await injector.prepared(Wheel.self) }
    #expect(nothing.contains("• Ask for an Optional: prepared(Wheel?.self)"), "\(nothing)")
    #expect(nothing.contains("binder.bind(Wheel.self).toAsync { … }"), "\(nothing)")
    #expect(try await injector.prepared(Wheel?.self) == nil)
    let misspelled = await asyncText { _ = try await injector.prepared(Int.self, named: "lefd") }
    #expect(misspelled.contains("prepared(Int.self, named: \"left\")"), "\(misspelled)")
  }

  @Test func aClosureThatIsBeingPreparedPreparesNothing() async throws {
    let injector = try Injector { binder in
      binder.bind(Wheel.self).toAsync { Wheel() }
      binder.bind(Int.self).toAsync { injector in
        _ = try injector.resolve(Wheel.self)
        return 1
      }
    }
    let mistake = await asyncText { _ = try await injector.prepared(Int.self) }
    #expect(!mistake.contains("injector.prepare()"), "\(mistake)")
    #expect(
      mistake.contains("• Wait for it: try await injector.prepared(Wheel.self)"), "\(mistake)")
  }

  @Test func aHandleThatIsUsedTooEarlyIsUsedLater() throws {
    let injector = try Injector { $0.bind(First.self).toInitializer(First.init(second:)) }
    let mistake = text { _ = try injector.resolve(First.self) }
    #expect(
      mistake.contains("• Call get() only after 'First' has been created, not in an initializer"),
      "\(mistake)")
    #expect(!mistake.contains("take and store"), "\(mistake)")
  }

  @Test func aHandleThatIsAParameterIsNeverNil() throws {
    let injector = try Injector { binder in
      binder.bind(Wheel.self).toNothing()
      binder.bind(Axle.self).toInitializer(Axle.init(wheel:))
    }
    let mistake = text { try injector.validate() }
    #expect(!mistake.contains("Let it be nil"), "\(mistake)")
  }

  // MARK: - Classes

  @Test func anActorListsNoProperties() throws {
    let injector = try Injector { $0.bind(Wheel.self).to { Wheel() } }
    let fix = "it is an actor, so pass its dependencies to its initializer"
    for subject in [Ledger.self, Ledger()] as [Any] {
      let warnings = try injector.validate(including: subject).warnings
      #expect(warnings == ["Ledger: nothing is injected; \(fix)"])
    }
  }

  @Test func aKeyPathThroughAPropertyOfAnOpenClassIsNoProperty() throws {
    let mistake = text { try Injector().validate(including: Open.self) }
    #expect(mistake.contains("What a property of 'Open' leads to of type 'Int?'"), "\(mistake)")
    #expect(mistake.contains("• List the property itself, and do not unwrap it"), "\(mistake)")
    #expect(!mistake.contains("Make it a variable"), "\(mistake)")
  }

  @Test func aListOfNamesIsLeftFirst() throws {
    let mistake = text { try Injector().validate(including: NamedOnly.self) }
    let manner = "in 'requires' instead of 'requiresNamed': accepting(\\.left, named: \"left\")"
    #expect(mistake.contains("• Accept that it may be missing, \(manner)"), "\(mistake)")
  }

  @Test func aClassOfALibraryDeclaresNoInitializer() throws {
    let mistake = text { _ = try Injector().resolve(AnyKeyPath.self) }
    #expect(!mistake.contains("DefaultInitializable"), "\(mistake)")
  }

  @Test func aSubclassInheritsItsActor() async throws {
    let injector = try Injector()
    let mistake = await Task.detached {
      self.text { _ = try injector.resolve(Panel.self) }
    }.value
    #expect(
      mistake.contains("its conformances without @MainActor: nonisolated class Screen"),
      "\(mistake)")
  }

  @Test func aPropertyOfAGenericClassIsAProperty() throws {
    let mistake = text { try Injector().validate(including: Reading<Int>.self) }
    #expect(mistake.contains("A property of 'Reading<Int>' of type 'Int'"), "\(mistake)")
    #expect(mistake.contains("• Make it a variable"), "\(mistake)")
  }

  @Test func nothingOfAnActorCanBeSet() throws {
    let mistake = text { try Injector().validate(including: Constant.self) }
    #expect(mistake.contains("'Constant' is an actor"), "\(mistake)")
    #expect(!mistake.contains("Make it a variable"), "\(mistake)")
  }

  @Test func whatBelongsToTheMainActorIsNamed() async throws {
    let injector = try await MainActor.run {
      try Injector { binder in
        binder.bind(Int.self).toNothing()
        binder.onMainActor.bind(Wheel.self).to(instance: Wheel())
      }
    }
    try injector.update { binder in
      binder.bind(Idle.self).to { Idle() }.completing { @MainActor _ in }
    }
    let asked: [@Sendable (Injector) throws -> Void] = [
      { _ = try $0.resolve(Idle.self) }, { _ = try $0.resolve(Wheel.self) },
    ]
    let mistakes = await Task.detached { asked.map { ask in self.text { try ask(injector) } } }
      .value
    #expect(
      mistakes[0].contains("A step that the binding of 'Idle' adds belongs to"), "\(mistakes)")
    #expect(mistakes[0].contains("write it in a nonisolated function"), "\(mistakes)")
    #expect(mistakes[1].contains("The binding of 'Wheel' belongs to"), "\(mistakes)")
    #expect(mistakes[1].contains("without onMainActor: binder.bind(Wheel.self)"), "\(mistakes)")
  }

  @Test func aContributionRunsOnTheMainActor() async throws {
    let injector = try Injector { binder in
      binder.contribute(Wheel.self).toAsync(uses: Screen.self) { _ in Wheel() }
    }
    let mistake = await asyncText { try await injector.prepare() }
    #expect(
      mistake.contains("binder.onMainActor.contribute(Wheel.self).toAsync(uses: …)"), "\(mistake)")
  }
}
