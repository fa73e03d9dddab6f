import Infusion
import InfusionTesting
import Testing

@MainActor private final class Window: @MainActor ReleasesFromInjection {
  let notes: Notes<String>
  init(_ notes: Notes<String>) {
    MainActor.assertIsolated()
    self.notes = notes
  }
  func releaseFromInjection() { notes.note("released") }
}

/// Resolves an object of the main actor when it is unloaded.
private final class WindowModule: UnloadableModule, Sendable {
  let notes: Notes<String>
  init(_ notes: Notes<String>) { self.notes = notes }
  func configure(_ binder: Binder) {
    let notes = notes
    binder.onMainActor.bind(Window.self).to { Window(notes) }.in(.singleton)
  }
  func unload(from injector: Injector) throws {
    _ = try injector.resolve(Window.self)
    notes.note("unloaded")
  }
}

private let made = Notes<String>()

@MainActor
@Suite(.injector { $0.onMainActor.bind(Window.self).to { Window(made) }.asEagerSingleton() })
struct EagerMainActorSuiteTests {
  @Test func anEagerSingletonOfTheMainActorIsMadeThere() throws {
    let window = try inject(Window.self)
    #expect(try inject(Window.self) === window)
  }
}

/// The class belongs to the main actor; no binding does.
@MainActor private final class Screen: @MainActor DefaultInitializable {
  init() { MainActor.assertIsolated() }
}

@Suite(.injector { $0.bind(Screen.self).asEagerSingleton() })
struct EagerMainActorClassTests {
  @Test @MainActor func anEagerSingletonOfAMainActorClassIsMadeThere() throws {
    let screen = try inject(Screen.self)
    #expect(try inject(Screen.self) === screen)
  }
}

private final class Printer: DefaultInitializable {
  var isReady = false
  init() {}
}

struct TraitMainActorTests {
  @Test func aModuleThatNeedsTheMainActorToUnloadIsUnloadedThere() async throws {
    let (test, notes) = (try #require(Test.current), Notes<String>())
    let trait: InjectorTrait = .injector(WindowModule(notes))
    try await trait.provideScope(for: test, testCase: .current) {}
    #expect(notes.all == ["unloaded", "released"])
  }

  @Test func aSynchronousEagerSingletonMayNeedOneOfTheMainActor() async throws {
    let (test, notes) = (try #require(Test.current), Notes<String>())
    let trait: InjectorTrait = .injector { binder in
      binder.onMainActor.bind(Window.self).to { Window(notes) }.in(.singleton)
      binder.bind(String.self).toInitializer { (_: Window) in "text" }.asEagerSingleton()
    }
    try await trait.provideScope(for: test, testCase: .current) {
      let text = try inject(String.self)
      #expect(text == "text")
    }
    #expect(notes.all == ["released"])
  }

  @Test func aSynchronousEagerSingletonMayNeedABoundClassOfTheMainActor() async throws {
    let test = try #require(Test.current)
    let traits: [InjectorTrait] = [
      .injector { binder in
        binder.bind(Screen.self)
        binder.bind(String.self).toInitializer { (_: Screen) in "text" }.asEagerSingleton()
      },
      .injector { binder in
        binder.contribute(Screen.self).in(.singleton)
        binder.bind(String.self).toInitializer { (_: [Screen]) in "text" }.asEagerSingleton()
      },
    ]
    for trait in traits {
      try await trait.provideScope(for: test, testCase: .current) {
        let text = try inject(String.self)
        #expect(text == "text")
      }
    }
  }

  @Test func anEagerSingletonOfAClassThatIsExtendedOnTheMainActorIsMadeThere() async throws {
    let test = try #require(Test.current)
    let trait: InjectorTrait = .injector { @MainActor binder in
      binder.extend(Printer.self).completing { $0.isReady = true }
      binder.bind(Printer.self).asEagerSingleton()
    }
    try await trait.provideScope(for: test, testCase: .current) {
      let isReady = try inject(Printer.self).isReady
      #expect(isReady)
    }
  }

  /// A failure at the end is an issue even if a second attempt would have nothing left to do.
  @Test func aModuleThatRefusesAsIfItNeededTheMainActorFailsTheTest() async throws {
    struct Refusing: UnloadableModule {
      func configure(_ binder: Binder) {}
      func unload(from injector: Injector) throws {
        let other = try Injector { $0.onMainActor.bind(Int.self).to { 1 } }
        throw Self.refusal(of: other)
      }
      static func refusal(of injector: Injector) -> any Error {
        let result = Result { try injector.resolve(Int.self) }
        guard case .failure(let error) = result else { return BrokenModule.Refused() }
        return error
      }
    }
    let test = try #require(Test.current)
    let trait: InjectorTrait = .injector(Refusing())
    try await withKnownIssue {
      try await trait.provideScope(for: test, testCase: .current) {}
    } matching: { issue in
      (issue.error as? InjectionError)?.code == .providerFailed
    }
  }
}

@MainActor private final class Badge {
  init() { MainActor.assertIsolated() }
}

/// A module as in a target whose default isolation is the main actor.
@MainActor private struct BadgeModule: @MainActor Module {
  func configure(_ binder: Binder) {
    binder.bind(Badge.self).to { Badge() }.in(.singleton)
  }
}

@MainActor private struct NoBadgeModule: @MainActor Module {
  func configure(_ binder: Binder) { binder.bind(Badge?.self).to { nil } }
}

@MainActor
@Suite(.injector(ShopModule(), BadgeModule()))
struct MainActorModuleTests {
  @Test func aTraitTakesAModuleOfTheMainActor() throws {
    let badge = try inject(Badge.self)
    #expect(try inject(Badge.self) === badge)
  }

  @Test(.overriding(with: NoBadgeModule()))
  func aModuleOfTheMainActorOverrides() throws {
    #expect(try Injector.current.resolve(Badge?.self) == nil)
  }

  @Test(.injector(BadgeModule(), overriding: NoBadgeModule()))
  func aModuleOfTheMainActorOverridesOneInTheSameTrait() throws {
    #expect(try Injector.current.resolve(Badge?.self) == nil)
  }
}

private protocol Probe {}
@MainActor private final class MainActorProbe: @MainActor Probe {}

/// Records whether it was created on the main actor: only there does the cast find the conformance.
private final class Archive: Sendable {
  let isOfMainActor = (MainActorProbe.self as Any) is any Probe.Type
}

private struct ArchiveModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Archive.self).to { Archive() }.asEagerSingleton()
  }
}

@MainActor
@Suite(.injector(ArchiveModule()))
struct EagerSuiteTests {
  @Test func anEagerSingletonOfNoActorDoesNotHoldUpTheMainActor() throws {
    #expect(Archive().isOfMainActor)
    #expect(try !inject(Archive.self).isOfMainActor)
  }
}

private final class Hearer: InjectionObserver {
  static let made = Notes<ObjectIdentifier>()
  init() { Self.made.note(ObjectIdentifier(self)) }
}

struct TraitOptionsTests {
  @Test func anObserverInTheOptionsObservesOneTest() async throws {
    let (test, before) = (try #require(Test.current), Hearer.made.all.count)
    let trait: InjectorTrait = .injector(options: .init(observers: [Hearer()])) { _ in }
    for _ in 0..<3 { try await trait.provideScope(for: test, testCase: .current) {} }
    #expect(Hearer.made.all.count == before + 3)
  }
}
