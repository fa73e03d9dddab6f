import Infusion
import Testing

private final class Clock: DefaultInitializable, Scoped {
  init() {}
  static var scope: Scope { .singleton }
}
private class Base: Module {
  func configure(_ binder: Binder) { binder.bind(String.self, named: "base").to { "base" } }
}
private final class Sub: Base {
  override func configure(_ binder: Binder) { binder.bind(String.self, named: "sub").to { "sub" } }
}
private struct Numbers: Module {
  func configure(_ binder: Binder) {
    binder.bind(Int.self).to { 1 }
    binder.bind(Clock.self, named: "kept").to { Clock() }.in(.singleton)
    binder.contribute(Int.self).to { 1 }
  }
}
private struct OtherNumbers: Module {
  func configure(_ binder: Binder) {
    binder.bind(Int.self).to { 2 }
    binder.contribute(Int.self).to { 2 }
  }
}
/// Two values of this type are different modules.
private struct Number: Module {
  let number: Int
  func configure(_ binder: Binder) {
    binder.bind(Int.self).to(instance: number)
    binder.contribute(Int.self).to(instance: number)
  }
}
private struct Counting: Module {
  let journal: Journal
  func configure(_ binder: Binder) { journal.note("configure") }
}
private struct Failing: Module {
  struct Refused: Error {}
  func configure(_ binder: Binder) throws { throw Refused() }
}
private struct Tolerant: Module {
  func configure(_ binder: Binder) { binder.bind(Bool.self).to { true } }
}
private struct FirstClock: Module {
  func configure(_ binder: Binder) { binder.bind(Clock.self).to { Clock() }.in(.unscoped) }
}
private struct SecondClock: Module {
  func configure(_ binder: Binder) { binder.bind(Clock.self).to { Clock() }.in(.unscoped) }
}

struct DerivingTests {
  @Test func addingGivesANewInjectorAndLeavesTheOriginal() throws {
    let injector = try Injector(Numbers())
    let derived = try injector.adding(OtherNumbers(), Tolerant())
    #expect(derived !== injector)
    #expect(try derived.resolve(Int.self) == 2)
    #expect(try derived.resolve([Int].self) == [1, 2])
    #expect(try derived.resolve(Bool.self))
    #expect(try injector.resolve(Int.self) == 1)
    #expect(try injector.resolve([Int].self) == [1])
    #expect(!injector.hasBinding(Bool.self))
    #expect(try derived.resolve(Injector.self) === derived)
  }

  @Test func removingGivesANewInjectorAndLeavesTheOriginal() throws {
    let injector = try Injector(Numbers(), OtherNumbers(), Tolerant())
    let derived = try injector.removing(OtherNumbers.self, Tolerant.self)
    #expect(try derived.resolve(Int.self) == 1)
    #expect(try derived.resolve([Int].self) == [1])
    #expect(!derived.hasBinding(Bool.self))
    #expect(try injector.resolve(Int.self) == 2)
    #expect(injector.hasBinding(Bool.self))
  }

  @Test func singletonsAreNotShared() throws {
    let injector = try Injector(Numbers())
    let kept = try injector.resolve(Clock.self, named: "kept")
    let onDemand = try injector.resolve(Clock.self)
    for derived in [try injector.adding(Tolerant()), try injector.removing(Tolerant.self)] {
      #expect(try derived.resolve(Clock.self, named: "kept") !== kept)
      #expect(try derived.resolve(Clock.self) !== onDemand)
    }
    #expect(try injector.resolve(Clock.self, named: "kept") === kept)
  }

  @Test func whatAnUpdateOnlyAddsToAClassIsTakenOver() throws {
    final class Dial: DefaultInitializable {
      var clock: Clock!
      init() {}
    }
    let injector = try Injector()
    try injector.update { $0.extend(Dial.self).injecting(\.clock) }
    #expect(try injector.adding(Tolerant()).resolve(Dial.self).clock != nil)
  }

  @Test func aModuleThatAClosureInstallsIsConfiguredOnce() throws {
    let options = Injector.Options(forbidsRebinding: true)
    let injector = try Injector(options: options) { $0.install(Number(number: 1)) }
    for derived in [try injector.adding(Tolerant()), try injector.removing(Tolerant.self)] {
      #expect(try derived.resolve(Int.self) == 1)
      #expect(try derived.resolve([Int].self) == [1])
    }
  }

  @Test func everyModuleIsConfiguredAgain() throws {
    let journal = Journal()
    let injector = try Injector(Counting(journal: journal))
    _ = try injector.adding(Tolerant())
    _ = try injector.removing(Tolerant.self)
    #expect(journal.entries.count == 3)
  }

  @Test func aModuleThatIsInstalledAlreadyIsNotAddedTwice() throws {
    let injector = try Injector(Numbers()).adding(Numbers())
    #expect(try injector.resolve([Int].self) == [1])
  }

  @Test func removingATypeThatIsNotInstalledIsNoError() throws {
    let derived = try Injector(Numbers()).removing(Tolerant.self)
    #expect(try derived.resolve(Int.self) == 1)
  }

  @Test func removingAClassRemovesModulesOfItsSubclasses() throws {
    let injector = try Injector(Base(), Sub())
    let none = try injector.removing(Base.self)
    #expect(!none.hasBinding(String.self, named: "base"))
    #expect(!none.hasBinding(String.self, named: "sub"))
    let base = try injector.removing(Sub.self)
    #expect(base.hasBinding(String.self, named: "base"))
    #expect(!base.hasBinding(String.self, named: "sub"))
  }

  @Test func optionsAreKept() throws {
    let options = Injector.Options(
      onDemandScope: .singleton, requiresExplicitBindings: true, forbidsRebinding: false,
      forbidsCycles: true, maximumNesting: 7)
    let injector = try Injector([Numbers()], options: options)
    for derived in [try injector.adding(Tolerant()), try injector.removing(Numbers.self)] {
      #expect(derived.options.onDemandScope == .singleton)
      #expect(derived.options.requiresExplicitBindings)
      #expect(!derived.options.forbidsRebinding)
      #expect(derived.options.forbidsCycles)
      #expect(derived.options.maximumNesting == 7)
    }
    let strict = try Injector([Numbers()], options: .init(forbidsRebinding: true))
    let error = try #require(throws: InjectionError.self) { _ = try strict.adding(OtherNumbers()) }
    #expect(error.code == .duplicateBinding)
  }

  @Test func theParentIsKept() throws {
    let parent = try Injector(Numbers())
    let child = try parent.makeChild(Tolerant())
    let kept = try parent.resolve(Clock.self, named: "kept")
    for derived in [try child.adding(OtherNumbers()), try child.removing(Tolerant.self)] {
      #expect(derived.parent === parent)
      #expect(try derived.resolve(Clock.self, named: "kept") === kept)
    }
    #expect(try child.adding(OtherNumbers()).resolve(Int.self) == 2)
    #expect(!(try child.removing(Tolerant.self).hasBinding(Bool.self)))
  }

  @Test func aClosureAddsBindingsAndIsKeptForDeriving() throws {
    let injector = try Injector(Numbers())
    let derived = try injector.adding { binder in
      binder.bind(Int.self).to { 7 }
      binder.bind(String.self).to { "added" }
    }
    #expect(try derived.resolve(Int.self) == 7)
    #expect(try derived.resolve(String.self) == "added")
    #expect(try injector.resolve(Int.self) == 1)
    #expect(!injector.hasBinding(String.self))
    #expect(try derived.adding(Tolerant()).resolve(Int.self) == 7)
    #expect(try derived.removing(Numbers.self).resolve(String.self) == "added")
    #expect(try derived.adding { $0.bind(Int.self).to { 8 } }.resolve(Int.self) == 8)
    #expect(throws: InjectionError.self) {
      _ = try injector.adding { _ in throw CancellationError() }
    }
  }

  @Test func aClosureIsKeptForDeriving() throws {
    final class Captured {}
    let captured = Captured()
    let injector = try Injector { $0.bind(Captured.self).to(instance: captured) }
    #expect(try injector.adding(Tolerant()).resolve(Captured.self) === captured)
    #expect(try injector.removing(Tolerant.self).resolve(Captured.self) === captured)
  }

  @Test func modulesInstalledByAnUpdateAreKept() throws {
    let injector = try Injector()
    try injector.update { binder in
      binder.install(Numbers())
      binder.bind(String.self).to { "live" }
      binder.contribute(Int.self).to { 9 }
    }
    let derived = try injector.adding(Tolerant())
    #expect(derived.hasBinding(Int.self))
    #expect(try derived.resolve([Int].self).sorted() == [1, 9])
    #expect(try derived.resolve(String.self) == "live")
    let removed = try injector.removing(Numbers.self)
    #expect(!removed.hasBinding(Int.self))
    #expect(try removed.resolve(String.self) == "live")
  }

  @Test func whatAnUpdateBindsAfterAModuleThatItInstallsStaysInForce() throws {
    let injector = try Injector()
    try injector.update { binder in
      binder.install(OtherNumbers())
      binder.bind(Int.self).to { 3 }
    }
    #expect(try injector.resolve(Int.self) == 3)
    #expect(try injector.adding(Tolerant()).resolve(Int.self) == 3)
  }

  @Test func aModuleThatAnotherModuleHasUninstalledComesBackWithoutThatOne() throws {
    struct Installing: Module {
      func configure(_ binder: Binder) { binder.install(Numbers()) }
    }
    struct Uninstalling: Module {
      func configure(_ binder: Binder) { binder.uninstall(Numbers.self) }
    }
    let injector = try Injector(Installing(), Uninstalling())
    #expect(!injector.hasBinding(Int.self))
    #expect(try !injector.adding(Tolerant()).hasBinding(Int.self))
    #expect(try injector.removing(Uninstalling.self).resolve(Int.self) == 1)
  }

  /// What is left out passes from each injector to the next.
  @Test func manyInjectorsMayBeDerivedWithoutAModule() throws {
    struct Installing: Module {
      func configure(_ binder: Binder) { binder.install(Numbers()) }
    }
    let isBound = try onSmallStack {
      var injector = try Injector(Installing()).removing(Numbers.self)
      for _ in 1...4_000 { injector = try injector.adding(Tolerant()).removing(Tolerant.self) }
      return injector.hasBinding(Int.self)
    }
    #expect(!isBound)
  }

  @Test func modulesUninstalledByAnUpdateStayUninstalled() throws {
    let injector = try Injector(Numbers(), Tolerant())
    try injector.update { $0.uninstall(Tolerant.self) }
    #expect(!(try injector.adding(OtherNumbers()).hasBinding(Bool.self)))
  }

  @Test func aKeyUnboundByAnUpdateStaysUnboundWhenALaterBindingWasRescopedAndIsGone() throws {
    let injector = try Injector(Numbers())
    try injector.update { $0.unbind(Int.self) }
    try injector.update { $0.install(OtherNumbers()) }
    try injector.update { $0.rescope(Int.self, to: .singleton) }
    try injector.update { $0.uninstall(OtherNumbers.self) }
    #expect(!injector.hasBinding(Int.self))
    #expect(!(try injector.adding(Tolerant()).hasBinding(Int.self)))
  }

  @Test(arguments: [true, false])
  func aNewLifetimeGoesWithTheBindingThatHasIt(isOfAnUpdate: Bool) throws {
    let injector = try Injector(isOfAnUpdate ? [FirstClock()] : [FirstClock(), SecondClock()])
    try injector.update { binder in
      binder.install(SecondClock())
      binder.rescope(Clock.self, to: .singleton)
    }
    let removed = try injector.removing(SecondClock.self)
    try injector.update { $0.uninstall(SecondClock.self) }
    for injector in [injector, removed, try injector.adding(Tolerant())] {
      #expect(try injector.resolve(Clock.self) !== injector.resolve(Clock.self))
    }
    try injector.update { $0.rescope(Clock.self, to: .singleton) }
    let derived = try injector.adding(Tolerant()).removing(Tolerant.self)
    #expect(try derived.resolve(Clock.self) === derived.resolve(Clock.self))
  }

  @Test func theLastLifetimeCounts() throws {
    let injector = try Injector(FirstClock())
    try injector.update { $0.rescope(Clock.self, to: .singleton) }
    try injector.update { binder in
      binder.install(Tolerant())
      binder.rescope(Clock.self, to: .unscoped)
    }
    for _ in 1...2 {
      let derived = try injector.adding(Numbers())
      #expect(try derived.resolve(Clock.self) !== derived.resolve(Clock.self))
      // From now on, nothing stands between the two changes.
      try injector.update { $0.uninstall(Tolerant.self) }
    }
  }

  /// The module binds no clock when it is configured again.
  @Test func aNewLifetimeIsNotThatOfABindingThatWasHidden() throws {
    var binds = true
    let injector = try Injector()
    try injector.update { $0.bind(Clock.self).to { Clock() }.in(.unscoped) }
    try injector.update { binder in
      binder.install(Configuring { if binds { $0.bind(Clock.self).to { Clock() } } })
      binder.rescope(Clock.self, to: .singleton)
    }
    binds = false
    let derived = try injector.adding(Tolerant())
    #expect(try derived.resolve(Clock.self) !== derived.resolve(Clock.self))
  }

  @Test func whatAnUpdateHasUnboundIsNotTakenOver() throws {
    let injector = try Injector()
    try injector.update { $0.bind(Int.self).to { 1 } }
    try injector.update { $0.unbind(Int.self) }
    #expect(!(try injector.adding(Tolerant()).hasBinding(Int.self)))
  }

  @Test func singletonsBoundByAnUpdateAreNotSharedWithTheOriginal() throws {
    let injector = try Injector()
    try injector.update { $0.bind(Clock.self).to { Clock() }.in(.singleton) }
    let clock = try injector.resolve(Clock.self)
    let derived = try injector.adding(Tolerant())
    #expect(try derived.resolve(Clock.self) !== clock)
    try derived.update { $0.rescope(Clock.self, to: .unscoped) }
    #expect(try injector.resolve(Clock.self) === clock)
    #expect(try derived.resolve(Clock.self) !== derived.resolve(Clock.self))
    try derived.update { $0.unbind(Clock.self) }
    #expect(injector.hasBinding(Clock.self))
    let again = try injector.adding(Tolerant())
    #expect(try again.resolve(Clock.self) === again.resolve(Clock.self))
  }

  @Test func aDerivedInjectorHasWhatTheRequestSees() throws {
    let injector = try Injector(Numbers(), OtherNumbers())
    var numbers: [Int] = []
    try injector.update { binder in
      binder.bind(Clock.self).to { received in
        _ = onThreads(1) { _ in try injector.update { $0.bind(Int.self).to { 3 } } }
        numbers = [
          try received.resolve(Int.self), try received.adding(Tolerant()).resolve(Int.self),
          try received.adding { _ in }.resolve(Int.self),
          try received.removing(OtherNumbers.self).resolve(Int.self),
        ]
        return Clock()
      }
    }
    _ = try injector.resolve(Clock.self)
    #expect(numbers == [2, 2, 2, 1])
    #expect(try injector.adding().resolve(Int.self) == 3)
  }

  @Test func aFailedDerivationLeavesTheOriginalAsItWas() throws {
    let injector = try Injector(Numbers())
    let kept = try injector.resolve(Clock.self, named: "kept")
    let error = try #require(throws: InjectionError.self) {
      _ = try injector.adding(Tolerant(), Failing())
    }
    #expect(error.underlying is Failing.Refused)
    #expect(!injector.hasBinding(Bool.self))
    #expect(try injector.resolve(Int.self) == 1)
    #expect(try injector.resolve([Int].self) == [1])
    #expect(try injector.resolve(Clock.self, named: "kept") === kept)
    #expect(!(try injector.adding(OtherNumbers()).hasBinding(Bool.self)))
  }

  @Test func derivingADerivedInjectorKeepsTheOrderOfModules() throws {
    let injector = try Injector(Numbers()).adding(OtherNumbers()).adding(Tolerant())
    #expect(try injector.resolve([Int].self) == [1, 2])
    let swapped = try injector.removing(Numbers.self).adding(Numbers())
    #expect(try swapped.resolve([Int].self) == [2, 1])
    #expect(try swapped.resolve(Int.self) == 1)
  }
}
