import Infusion
import Testing

private final class Clock {
  var text: String
  init(_ text: String) { self.text = text }
}
private final class Part: Injectable {
  var text: String!
  var extra: Int?
  static var requires: [PartialKeyPath<Part>] { [\.text] }
}
private struct Base: Module {
  func configure(_ binder: Binder) {
    binder.bind(String.self).to { "base" }
    binder.bind(Clock.self).to { Clock("base") }.in(.singleton)
    binder.bind(Clock.self, named: "untouched").to { Clock(try $0.resolve(String.self)) }
      .in(.singleton)
    binder.bind(Clock.self, named: "property").toInitializer { (text: String) in Clock(text) }
      .in(.singleton)
    binder.contribute(Clock.self).to { Clock("contributed") }.in(.singleton)
  }
}
private struct Other: Module {
  func configure(_ binder: Binder) {
    binder.bind(String.self).to { "other" }
    binder.bind(Int.self).to { 1 }
    binder.contribute(Clock.self).to { Clock("other") }
  }
}
private final class Unwilling: UnloadableModule {
  func configure(_ binder: Binder) { binder.bind(Bool.self).to { true } }
  func unload(from injector: Injector) throws { throw Refused() }
}
private struct Refusing: Module {
  func configure(_ binder: Binder) throws { throw Refused() }
}
private struct Refused: Error {}

/// A failed update leaves nothing behind.
struct FailedUpdateTests {
  /// The ways in which an update can fail.
  enum Failure: CaseIterable {
    case theClosureThrows
    case aModuleThrows
    case anEagerSingletonFails
    case anEagerSingletonFailsAfterAnother
    case eagerIsNoSingleton
    case aModuleRefusesToUnload

    func apply(to binder: Binder) throws {
      switch self {
      case .theClosureThrows: throw Refused()
      case .aModuleThrows: binder.install(Refusing())
      case .anEagerSingletonFails:
        binder.bind(Double.self).to { throw Refused() }.asEagerSingleton()
      case .anEagerSingletonFailsAfterAnother:
        binder.bind(Float.self).to {
          _ = try $0.resolve(Clock.self)
          _ = try $0.resolve(Clock.self, named: "untouched")
          _ = try $0.resolve(Clock.self, named: "property")
          _ = try $0.resolve([Clock].self)
          return 1
        }.asEagerSingleton()
        binder.bind(Double.self).to { throw Refused() }.asEagerSingleton()
      case .eagerIsNoSingleton:
        binder.bind(Double.self).to { 1 }.asEagerSingleton().in(.unscoped)
      case .aModuleRefusesToUnload: binder.uninstall(Unwilling.self)
      }
    }
  }

  private func change(_ binder: Binder) {
    binder.bind(String.self).to { "changed" }
    binder.bind(Clock.self).to { Clock("changed") }.in(.singleton)
    binder.contribute(Clock.self).to { Clock("added") }
    binder.extend(Part.self).injecting(\.extra).completing { _ in Issue.record("completed") }
    binder.install(Other())
    binder.rescope(Clock.self, named: "untouched", to: .unscoped)
  }

  private func expectUnchanged(_ injector: Injector, _ failure: Failure) throws {
    #expect(try injector.resolve(String.self) == "base")
    #expect(try injector.resolve(Clock.self).text == "base")
    #expect(try injector.resolve(Clock.self, named: "untouched").text == "base")
    #expect(
      try injector.resolve(Clock.self, named: "untouched")
        === injector.resolve(Clock.self, named: "untouched"))
    #expect(try injector.resolve(Clock.self, named: "property").text == "base")
    #expect(try injector.resolve([Clock].self).map(\.text) == ["contributed"])
    #expect(!injector.hasBinding(Int.self))
    #expect(!injector.hasBinding(Double.self))
    #expect(!injector.hasBinding(Float.self))
    #expect(injector.hasBinding(Bool.self))
    let part = try injector.create { Part() }
    #expect(part.text == "base")
    #expect(part.extra == nil)
    let derived = try injector.adding(Configuring { _ in })
    #expect(!derived.hasBinding(Int.self))
    #expect(try derived.resolve(String.self) == "base")
  }

  @Test(arguments: Failure.allCases)
  func everythingIsAsBefore(_ failure: Failure) throws {
    let injector = try Injector(Base(), Unwilling())
    let clock = try injector.resolve(Clock.self)
    let untouched = try injector.resolve(Clock.self, named: "untouched")
    let contributed = try injector.resolve([Clock].self)
    _ = try injector.create { Part() }
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        change(binder)
        try failure.apply(to: binder)
      }
    }
    try expectUnchanged(injector, failure)
    #expect(try injector.resolve(Clock.self) === clock)
    #expect(try injector.resolve(Clock.self, named: "untouched") === untouched)
    #expect(try injector.resolve([Clock].self)[0] === contributed[0])
  }

  @Test(arguments: Failure.allCases)
  func singletonsThatWereNotBuiltBeforeAreBuiltFromTheOldBindings(_ failure: Failure) throws {
    let injector = try Injector(Base(), Unwilling())
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        binder.bind(String.self).to { "changed" }
        try failure.apply(to: binder)
      }
    }
    try expectUnchanged(injector, failure)
  }

  @Test(arguments: Failure.allCases)
  func aChildIsAsBefore(_ failure: Failure) throws {
    let parent = try Injector(Base(), Unwilling())
    let child = try parent.makeChild()
    let clock = try child.resolve(Clock.self)
    #expect(throws: InjectionError.self) {
      try parent.update { binder in
        change(binder)
        try failure.apply(to: binder)
      }
    }
    #expect(try child.resolve(Clock.self) === clock)
    try expectUnchanged(child, failure)
  }

  @Test(arguments: Failure.allCases)
  func theNextUpdateSucceeds(_ failure: Failure) throws {
    let injector = try Injector(Base(), Unwilling())
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        change(binder)
        try failure.apply(to: binder)
      }
    }
    try injector.update { $0.install(Other()) }
    #expect(try injector.resolve(String.self) == "other")
    #expect(try injector.resolve(Int.self) == 1)
    #expect(try injector.resolve([Clock].self).map(\.text) == ["contributed", "other"])
  }

  @Test(arguments: Failure.allCases)
  func anUpdateThatUninstallsLeavesTheModuleInstalled(_ failure: Failure) throws {
    let injector = try Injector(Base(), Other(), Unwilling())
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        binder.uninstall(Other.self)
        binder.unbind(Clock.self)
        try failure.apply(to: binder)
      }
    }
    #expect(try injector.resolve(String.self) == "other")
    #expect(try injector.resolve(Int.self) == 1)
    #expect(try injector.resolve(Clock.self).text == "base")
    #expect(try injector.resolve([Clock].self).map(\.text) == ["contributed", "other"])
  }

  @Test func everyFailureIsListed() throws {
    let injector = try Injector(Unwilling())
    let error = try #require(throws: InjectionError.self) {
      try injector.update { binder in
        binder.bind(Double.self).to { throw Refused() }.asEagerSingleton()
        binder.bind(Int.self).toInitializer { (_: String) in 1 }.asEagerSingleton()
      }
    }
    #expect(error.code == .several)
    #expect(error.errors.map(\.code) == [.providerFailed, .missingBinding])
    let unloading = try #require(throws: InjectionError.self) {
      try injector.update { $0.uninstall(Unwilling.self) }
    }
    #expect(unloading.code == .providerFailed)
    #expect(unloading.underlying is Refused)
  }

  @Test func aHandleKeepsNoValueOfAFailedUpdate() throws {
    final class Keeping: Injectable {
      var text: Lazy<String>!
      static var requires: Requirements { requiring(\.text) }
    }
    let injector = try Injector { $0.bind(String.self).to { "old" }.in(.singleton) }
    let keeping = Keeping()
    try injector.injectDependencies(into: keeping)
    let outcome = code {
      try injector.update { binder in
        binder.bind(String.self).to { "new" }.in(.singleton)
        binder.bind(Int.self).to { () -> Int in
          #expect(try keeping.text.get() == "new")
          throw Mishap()
        }.asEagerSingleton()
      }
    }
    #expect(outcome == .providerFailed)
    #expect(try keeping.text.get() == "old")
  }

  @Test func aMarkedPropertyKeepsNoValueOfAFailedUpdate() throws {
    final class Marked {
      @Injected var text: String
    }
    let injector = try Injector { $0.bind(String.self).to { "old" }.in(.singleton) }
    let marked = Marked()
    let outcome = code {
      try injector.update { binder in
        binder.bind(String.self).to { "new" }.in(.singleton)
        binder.bind(Int.self).to { () -> Int in
          let text = try Injector.withCurrent(injector) { try marked.$text.resolve() }
          #expect(text == "new")
          throw Mishap()
        }.asEagerSingleton()
      }
    }
    #expect(outcome == .providerFailed)
    let text = try Injector.withCurrent(injector) { try marked.$text.resolve() }
    #expect(text == "old")
  }

  @Test func whatAFailedUpdateHasExtendedIsNotKept() throws {
    final class Extended {
      var isExtended = false
    }
    let injector = try Injector { $0.bind(Extended.self).to { Extended() }.in(.singleton) }
    let outcome = code {
      try injector.update { binder in
        binder.extend(Extended.self).completing { $0.isExtended = true }
        binder.bind(Int.self).to { (injector: Injector) -> Int in
          #expect(try injector.resolve(Extended.self).isExtended)
          throw Mishap()
        }.asEagerSingleton()
      }
    }
    #expect(outcome == .providerFailed)
    #expect(try !injector.resolve(Extended.self).isExtended)
  }

  @Test func instancesOfAFailedUpdateAreReleased() throws {
    let injector = try Injector()
    weak var clock: Clock?
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        binder.bind(Clock.self).to {
          let made = Clock("new")
          clock = made
          return made
        }.asEagerSingleton()
        binder.bind(Int.self).to { throw Refused() }.asEagerSingleton()
      }
    }
    #expect(clock == nil)
  }

  @Test func anOnDemandSingletonOfAFailedUpdateKeepsNothingOfIt() throws {
    final class Registry: Injectable, DefaultInitializable, Scoped {
      var text: String!
      init() {}
      static var scope: Scope { .singleton }
      static var requires: [PartialKeyPath<Registry>] { [\.text] }
    }
    let injector = try Injector(Base())
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        binder.bind(String.self).to { "changed" }
        binder.bind(Float.self).to {
          _ = try $0.resolve(Registry.self)
          return 1
        }.asEagerSingleton()
        binder.bind(Double.self).to { throw Refused() }.asEagerSingleton()
      }
    }
    #expect(try injector.resolve(Registry.self).text == "base")
  }

  @Test func anUnscopedBindingIsUnaffectedByAFailedUpdate() throws {
    let injector = try Injector(Base())
    let child = try injector.makeChild()
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        binder.bind(String.self).to { "changed" }
        binder.bind(Float.self).to { received in
          _ = try received.create { Part() }
          _ = try child.create { Part() }
          return 1
        }.asEagerSingleton()
        binder.bind(Double.self).to { throw Refused() }.asEagerSingleton()
      }
    }
    #expect(try injector.create { Part() }.text == "base")
    #expect(try child.create { Part() }.text == "base")
  }

  /// What the update says about a clock that its eager singleton asks for, and what the clock
  /// receives.
  enum Building: CaseIterable {
    case nothing, unchanged, existing, onDemand, ofTheParent, extendedBefore, contributedBefore
    case elementBound
    case rebound, property, parameter, asked, linked, linkedAgain, contributed, ofTheCall
    case extended, unbound
    case bound, boundForHandle, indirect, uninstalled, uninstalledInside, extendedAnew
    case contributionGone

    /// Whether the clock is what it would have been without the update.
    var isUntouched: Bool {
      switch self {
      case .nothing, .unchanged, .existing, .onDemand, .ofTheParent, .extendedBefore,
        .contributedBefore, .elementBound:
        true
      default: false
      }
    }

    func configure(_ binder: Binder) {
      let clock = binder.bind(Clock.self).in(.singleton)
      switch self {
      case .nothing, .rebound, .ofTheParent: clock.to { Clock("base") }
      case .existing: clock.toInitializer { (text: String) in Clock(text) }
      case .unchanged, .parameter: clock.toInitializer { (text: String) in Clock(text) }
      case .onDemand: clock.toInitializer { (part: Wound) in Clock(part.text) }
      case .property: clock.toInitializer { (part: Part) in Clock(part.text) }
      case .asked: clock.to { Clock(try $0.resolve(String.self)) }
      case .linked, .linkedAgain:
        clock.toInitializer { (text: any CustomStringConvertible) in Clock("\(text)") }
        binder.bind((any CustomStringConvertible).self).to(Text.self) { $0 }
        binder.bind(Text.self).to { Text("base") }
      case .contributed, .contributedBefore, .elementBound:
        clock.toInitializer { (texts: [String]) in Clock(texts[0]) }
      case .ofTheCall:
        clock.toInitializer { (text: Text) in Clock("\(text)") }
        binder.bind(Text.self).toInitializer { (text: String) in Text(text) }.in(.graph)
      case .extended: clock.to { Clock("base") }
      case .unbound: clock.toInitializer { (text: String) in Clock(text) }
      case .bound:
        clock.toInitializer { (gauge: Gauge) in Clock(gauge.number == nil ? "base" : "changed") }
      case .boundForHandle:
        clock.toInitializer { (gauge: LazyGauge) in
          Clock(gauge.number == nil ? "base" : "changed")
        }
      case .contributionGone:
        clock.toInitializer { (texts: [String]) in Clock(texts.count == 2 ? "base" : "changed") }
        binder.install(Setting { $0.contribute(String.self).to { "other" } })
      case .uninstalled, .extendedBefore, .extendedAnew:
        clock.to { Clock("changed") }
        binder.install(Setting { $0.extend(Clock.self).completing { $0.text = "base" } })
      case .uninstalledInside:
        clock.toInitializer { (gauge: Unset) in Clock(gauge.isSet ? "base" : "changed") }
        binder.install(Setting { $0.extend(Unset.self).completing { $0.isSet = true } })
      case .indirect:
        clock.toInitializer { (other: Text) in Clock("\(other)") }
        binder.bind(Text.self).toInitializer { (text: String) in Text(text) }.in(.singleton)
      }
      binder.bind(Part.self).to { Part() }
      if self != .unbound { binder.bind(String.self).to { "base" } }
      binder.contribute(String.self).to { "base" }
      if self == .unbound { binder.bind(String.self).to { "base" } }
    }

    func change(_ binder: Binder) {
      switch self {
      case .nothing, .unchanged, .existing, .onDemand, .ofTheParent, .extendedBefore,
        .contributedBefore:
        break
      case .rebound: binder.bind(Clock.self).to { Clock("changed") }.in(.singleton)
      case .property, .parameter, .asked, .ofTheCall, .indirect, .elementBound:
        binder.bind(String.self).to { "changed" }
      case .linked, .linkedAgain: binder.bind(Text.self).to { Text("changed") }
      case .contributed:
        binder.bind([String].self).to { ["changed"] }
      case .extended: binder.extend(Clock.self).completing { $0.text = "changed" }
      case .unbound: binder.unbind(String.self)
      case .uninstalled, .uninstalledInside, .contributionGone: binder.uninstall(Setting.self)
      case .extendedAnew:
        binder.uninstall(Setting.self)
        binder.extend(Clock.self).completing { _ in }
      case .bound, .boundForHandle: binder.bind(Int.self).to { 1 }
      }
    }
  }

  /// It received nothing new, and is published at once; any other is dropped with the update.
  @Test(arguments: Building.allCases, [false, true])
  func aSingletonThatTheUpdateLeavesUntouchedOutlivesIt(
    _ building: Building, isObserved: Bool
  ) throws {
    let options = Injector.Options(observers: isObserved ? [Silent()] : [])
    // What the update unbinds comes from the parent.
    let parent = try Injector(options: options) { binder in
      binder.bind(String.self).to { "changed" }
      if building == .ofTheParent { building.configure(binder) }
    }
    let injector = try parent.makeChild { binder in
      if building != .ofTheParent { building.configure(binder) }
    }
    if building == .existing { _ = try injector.resolve(Clock.self) }
    var built: [Clock] = []
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        building.change(binder)
        binder.bind(Float.self).to { injector in
          if building == .indirect { _ = try injector.resolve(Text.self) }
          // The clock's own request meets links that are followed already.
          if building == .linkedAgain {
            _ = try injector.resolve((any CustomStringConvertible).self)
          }
          built = [try injector.resolve(Clock.self), try injector.resolve(Clock.self)]
          return 1
        }.asEagerSingleton()
        binder.bind(Double.self).to { throw Refused() }.asEagerSingleton()
      }
    }
    #expect(built[0] === built[1])
    #expect(built[0].text == (building.isUntouched ? "base" : "changed"))
    let clock = try injector.resolve(Clock.self)
    #expect(clock.text == "base")
    #expect((clock === built[0]) == building.isUntouched)
  }

  /// Whether another injector's objects stay does not depend on the update.
  @Test func aSingletonOfAnotherInjectorOutlivesTheUpdate() throws {
    let other = try Injector(Base())
    let injector = try Injector()
    var built: [Clock] = []
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        binder.bind(Float.self).to {
          built.append(try other.resolve(Clock.self, named: "untouched"))
          return 1
        }.asEagerSingleton()
        binder.bind(Double.self).to { throw Refused() }.asEagerSingleton()
      }
    }
    #expect(try other.resolve(Clock.self, named: "untouched") === built[0])
  }

  /// Another thread has changed the injector during the call.
  @Test func aCallSeesTheSameBeforeAndAfterAnUpdateOfItsOwn() throws {
    let injector = try Injector { binder in
      binder.bind(String.self).to { "old" }
      binder.bind([String].self).to { injector in
        let before = try injector.resolve(String.self)
        _ = onThreads(1) { _ in try injector.update { $0.bind(String.self).to { "new" } } }
        #expect(throws: InjectionError.self) {
          try injector.update { $0.bind(Double.self).to { throw Refused() }.asEagerSingleton() }
        }
        return [before, try injector.resolve(String.self)]
      }
    }
    #expect(try injector.resolve([String].self) == ["old", "old"])
    #expect(try injector.resolve(String.self) == "new")
  }

  @Test func aCallSeesWhatAnUpdateOfItsOwnHasReleased() throws {
    let injector = try Injector { binder in
      binder.bind(Clock.self).to { Clock("base") }.in(.singleton)
      binder.bind([Clock].self).to { injector in
        let before = try injector.resolve(Clock.self)
        #expect(throws: InjectionError.self) {
          try injector.update { binder in
            binder.bind(Double.self).to { received in
              received.releaseSingletons()
              throw Refused()
            }.asEagerSingleton()
          }
        }
        return [before, try injector.resolve(Clock.self)]
      }
    }
    let clocks = try injector.resolve([Clock].self)
    #expect(clocks[0] !== clocks[1])
  }

  /// The child stands on what the update builds; its own binding may hide the change.
  @Test(arguments: [false, true])
  func aSingletonOfAChildGoesWithTheUpdateThatItHasSeen(isHidden: Bool) throws {
    let parent = try Injector { $0.bind(String.self).to { "base" } }
    let child = try parent.makeChild { binder in
      binder.bind(Clock.self).toInitializer { (text: String) in Clock(text) }.in(.singleton)
      if isHidden { binder.bind(String.self).to { "base" } }
    }
    var built: Clock?
    #expect(throws: InjectionError.self) {
      try parent.update { binder in
        binder.bind(String.self).to { "changed" }
        binder.bind(Float.self).to {
          built = try child.resolve(Clock.self)
          return 1
        }.asEagerSingleton()
        binder.bind(Double.self).to { throw Refused() }.asEagerSingleton()
      }
    }
    #expect(built?.text == (isHidden ? "base" : "changed"))
    let clock = try child.resolve(Clock.self)
    #expect(clock.text == "base")
    #expect((clock === built) == isHidden)
  }

  /// The creator of the text catches the failure of a request that has built a clock.
  @Test func aSingletonThatAFailedRequestHasBuiltFromTheUpdateGoesWithIt() throws {
    let injector = try Injector { binder in Building.parameter.configure(binder) }
    let other = try Injector { binder in
      binder.bind(Int.self).to {
        #expect(try injector.resolve(Clock.self).text == "changed")
        throw Refused()
      }
    }
    try injector.update { binder in
      binder.bind(Text.self).to {
        #expect(throws: InjectionError.self) { try other.resolve(Int.self) }
        return Text("base")
      }.in(.singleton)
    }
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        Building.parameter.change(binder)
        binder.bind(Float.self).toInitializer { (_: Text) in 1 }.asEagerSingleton()
        binder.bind(Double.self).to { throw Refused() }.asEagerSingleton()
      }
    }
    #expect(try injector.resolve(Clock.self).text == "base")
  }

  @Test func anUntouchedSingletonStaysWhenTheUpdateSucceeds() throws {
    for building in Building.allCases where building != .ofTheParent {
      let parent = try Injector { $0.bind(String.self).to { "changed" } }
      let injector = try parent.makeChild { building.configure($0) }
      var built: Clock?
      try injector.update { binder in
        building.change(binder)
        binder.bind(Float.self).to {
          built = try $0.resolve(Clock.self)
          return 1
        }.asEagerSingleton()
      }
      #expect(try injector.resolve(Clock.self) === built)
      #expect(built?.text == (building.isUntouched ? "base" : "changed"))
    }
  }

  /// Other threads receive it before the update has ended.
  @Test(.timeLimit(.minutes(5))) func anUntouchedSingletonIsPublishedAtOnce() throws {
    let injector = try Injector(Base())
    try injector.update { binder in
      binder.bind(Float.self).to { received in
        let clock = ObjectIdentifier(try received.resolve(Clock.self))
        let outcomes = onThreads(1) { _ in ObjectIdentifier(try injector.resolve(Clock.self)) }
        #expect(try outcomes[0]?.get() == clock)
        return 1
      }.asEagerSingleton()
    }
  }
}

private struct Silent: InjectionObserver {}
private struct Setting: Module {
  let configure: (Binder) -> Void
  func configure(_ binder: Binder) { configure(binder) }
}
private final class Unset: DefaultInitializable {
  var isSet = false
}
private final class Text: CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
private final class Wound: Injectable, DefaultInitializable {
  var text: String!
  static var requires: [PartialKeyPath<Wound>] { [\.text] }
}
private final class Gauge: Injectable, DefaultInitializable {
  var number: Int?
  static var requires: Requirements { accepting(\.number) }
}
private final class LazyGauge: Injectable, DefaultInitializable {
  var number: Lazy<Int>?
  static var requires: Requirements { accepting(\.number) }
}
