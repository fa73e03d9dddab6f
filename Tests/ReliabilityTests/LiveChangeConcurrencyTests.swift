import Infusion
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Changing an injector while other threads resolve and inject.
struct LiveChangeConcurrencyTests {
  enum Form: CaseIterable {
    case unscoped, singleton, instance, eager, weak, child, grandchildSingleton, contributed
    case contributedToChild, lazy, injected, rescoped
  }

  /// A value is never older than the last update that had ended when the request began, and never
  /// newer than the last one that had begun when the request ended.
  @Test(arguments: Form.allCases)
  func everyResultIsExplainedBySomeMomentsBindings(form: Form) throws {
    let updates = Settings.times(2_000)
    let live = Counter()
    let begun = Counter()
    let ended = Counter()
    let isOver = Flag()
    let reads = Counter()
    do {
      let injector = try Injector { binder in bind(0, binder, form, live) }
      let child = try injector.makeChild { $0.bind(Int.self).to { 1 } }
      let grandchild = try child.makeChild()
      onThreads(4) { thread in
        if thread == 0 {
          for number in 1...updates {
            begun.increment()
            do {
              try injector.update { bind(number, $0, form, live) }
            } catch {
              Issue.record("\(error)")
            }
            ended.increment()
          }
          isOver.raise()
          return
        }
        var last = 0
        repeat {
          let oldest = ended.value
          let found: Version
          do {
            found = try read(form, injector, child, grandchild)
          } catch {
            Issue.record("\(error)")
            return
          }
          let newest = begun.value
          reads.increment()
          if found.number < oldest || found.number > newest || found.number < last {
            Issue.record("\(found.number) is not one of \(oldest)...\(newest), last \(last)")
            return
          }
          last = found.number
        } while !isOver.isRaised
      }
      // Old contents are let go at once, not some day.
      #expect(live.value < 40, "\(live.value) live objects")
    }
    expectEventually { live.value == 0 }
    #expect(reads.value > 0)
  }

  /// Two keys that are always bound together.
  @Test
  func oneRequestSeesTheBindingsOfOneMoment() throws {
    let injector = try Injector { bindPair(0, $0) }
    let isOver = Flag()
    let torn = Counter()
    let reads = Counter()
    onThreads(4) { thread in
      if thread == 0 {
        for number in 1...Settings.times(20_000) {
          try? injector.update { bindPair(number, $0) }
        }
        isOver.raise()
        return
      }
      repeat {
        let pair = Pair()
        do {
          try injector.injectDependencies(into: pair)
        } catch {
          Issue.record("\(error)")
          return
        }
        reads.increment()
        if pair.first != pair.second { torn.increment() }
      } while !isOver.isRaised
    }
    #expect(torn.value == 0, "of \(reads.value) requests")
  }

  @Test func anUpdateWithSeveralKeysIsNeverSeenBackwards() throws {
    // Whoever has seen the new binding of one key never sees the old one of another.
    let injector = try Injector { bindPair(0, $0) }
    let isOver = Flag()
    onThreads(4) { thread in
      if thread == 0 {
        for number in 1...Settings.times(20_000) {
          try? injector.update { bindPair(number, $0) }
        }
        isOver.raise()
        return
      }
      repeat {
        guard let one = try? injector.resolve(Int.self, named: thread == 1 ? "first" : "second"),
          let other = try? injector.resolve(Int.self, named: thread == 1 ? "second" : "first")
        else {
          Issue.record("a bound key is missing")
          return
        }
        if other < one {
          Issue.record("\(other) after \(one)")
          return
        }
      } while !isOver.isRaised
    }
  }

  @Test func everythingAtOnceLeavesNothingBehind() throws {
    let live = Counter()
    let made = Counter()
    let operations = Counter()
    do {
      let injector = try Injector(BaseModule(live: live))
      onThreads(6, within: .seconds(300)) { thread in
        var random = SeededGenerator(seed: UInt64(thread))
        var child: Injector?
        for _ in 0..<Settings.times(3_000) {
          operations.increment()
          do {
            switch thread < 3 ? random.below(4) : random.below(14) {
            case 0: try expectComplete(injector.resolve(Part.self))
            case 1: try expectComplete(injector.resolve(Part.self, named: "kept"))
            case 2: try expectComplete((child ?? injector).resolve(Part.self, named: "kept"))
            case 3:
              let owner = Owner()
              try (child ?? injector).injectDependencies(into: owner)
              expectComplete(owner.part)
              owner.parts.forEach(expectComplete)
            case 4: try injector.update { $0.install(ShadowingModule(live: live)) }
            case 5: try injector.update { $0.uninstall(ShadowingModule.self) }
            case 6: injector.releaseSingletons()
            case 7:
              let number = random.below(3)
              child = try injector.makeChild { binder in
                binder.bind(Leaf.self).to { Leaf(live, number) }
                binder.contribute(Part.self).to { Part(live) }
              }
            case 8: child = nil
            case 9:
              try expectComplete(injector.adding(ShadowingModule(live: live)).resolve(Part.self))
            case 10:
              let derived = try injector.removing(BaseModule.self)
              _ = try? derived.resolve(Part.self)
            case 11: try injector.update { $0.rescope(Part.self, to: .singleton) }
            case 12:
              try injector.update { binder in
                binder.bind(Part.self, named: "kept").to { Part(live) }.asEagerSingleton()
              }
            default:
              injector.reset()
              try injector.update { $0.install(BaseModule(live: live)) }
            }
          } catch let error as InjectionError
            where error.code == .missingBinding || error.code == .deadlock
          {
            // Somebody has emptied the injector.
            made.increment()
          } catch {
            Issue.record("\(error)")
          }
        }
      }
    }
    expectEventually { live.value == 0 }
    #expect(operations.value == 6 * Settings.times(3_000))
  }

  @Test func rebindingKeepsMemoryFlat() throws {
    let count = Settings.soaks ? 1_000_000 : Settings.times(20_000)
    let live = Counter()
    let isOver = Flag()
    let injector = try Injector { bind(0, $0, .singleton, live) }
    let highest = Locked(0)
    onThreads(3, within: .seconds(3_600)) { thread in
      if thread == 0 {
        for number in 1...count {
          try? injector.update { bind(number, $0, .singleton, live) }
          let now = live.value
          highest.with { $0 = max($0, now) }
        }
        isOver.raise()
        return
      }
      repeat { _ = try? injector.resolve(Version.self) } while !isOver.isRaised
    }
    #expect(highest.current < 30)
  }

  @Test func rebindingContributionsKeepsAChildsMemoryFlat() throws {
    let live = Counter()
    let injector = try Injector { bind(0, $0, .contributed, live) }
    let child = try injector.makeChild()
    for number in 1...Settings.times(2_000) {
      try injector.update { binder in
        binder.unbind([Version].self)
        bind(number, binder, .contributed, live)
      }
      #expect(try child.resolve([Version].self).map(\.number) == [number])
      guard live.value < 50 else {
        Issue.record("\(live.value) objects live after \(number) updates")
        return
      }
    }
  }

  @Test func installingAndUninstallingKeepsMemoryFlat() throws {
    let live = Counter()
    let injector = try Injector(BaseModule(live: live))
    let child = try injector.makeChild()
    for _ in 1...Settings.times(2_000) {
      try injector.update { $0.install(ShadowingModule(live: live)) }
      expectComplete(try child.resolve(Part.self))
      expectComplete(try injector.resolve(Part.self, named: "kept"))
      try injector.update { $0.uninstall(ShadowingModule.self) }
      expectComplete(try child.resolve(Part.self))
      guard live.value < 60 else {
        Issue.record("\(live.value) objects live")
        return
      }
    }
  }

  @Test func childrenComeAndGoWithoutATrace() throws {
    let live = Counter()
    let injector = try Injector(BaseModule(live: live))
    onThreads(4) { _ in
      for number in 0..<Settings.times(2_000) {
        do {
          let child = try injector.makeChild { $0.bind(Leaf.self).to { Leaf(live, number) } }
          let part = try child.resolve(Part.self)
          if part.leaf.number != number { Issue.record("another child's binding") }
          _ = try child.resolve([Part].self)
        } catch {
          Issue.record("\(error)")
          return
        }
      }
    }
    expectEventually { live.value < 20 }
  }

  /// One more object for each time they were forgotten, at most.
  @Test func releasedSingletonsAreMadeOnceMore() throws {
    let made = Counter()
    let releases = Counter()
    let isOver = Flag()
    let injector = try Injector { binder in
      binder.bind(Owner.self).to {
        made.increment()
        return Owner()
      }.in(.singleton)
      binder.install(BaseModule(live: Counter()))
    }
    onThreads(4) { thread in
      if thread == 0 {
        for _ in 0..<Settings.times(2_000) {
          releases.increment()
          injector.releaseSingletons()
          yieldThread()
        }
        isOver.raise()
        return
      }
      repeat {
        guard let owner = try? injector.resolve(Owner.self) else {
          Issue.record("a singleton could not be made")
          return
        }
        expectComplete(owner.part)
      } while !isOver.isRaised
    }
    #expect(made.value <= releases.value + 1)
  }

  @Test func whatIsBoundWhileItsClassIsLinkedOnDemandIsInForce() throws {
    let injector = try Injector()
    SelfBinding.whileLinked.with { $0 = injector }
    _ = try injector.resolve(SelfBinding.self)
    #expect(injector.hasBinding(SelfBinding.self))
    #expect(try injector.resolve(SelfBinding.self).isBound)
  }

  @Test func aBindingThatComesDuringTheFirstRequestIsInForceAfterwards() throws {
    let rounds = Settings.times(5_000)
    let injectors = try (0..<rounds).map { _ in try Injector() }
    let line = StartLine(2)
    onThreads(2) { thread in
      for (round, injector) in injectors.enumerated() {
        line.pass(round)
        if thread == 0 {
          _ = try? injector.resolve(OnDemand.self)
        } else {
          try? injector.update { $0.bind(OnDemand.self).to { OnDemand(isBound: true) } }
        }
      }
    }
    var masked = 0
    for injector in injectors where try !injector.resolve(OnDemand.self).isBound { masked += 1 }
    #expect(masked == 0, "of \(rounds)")
  }

  @Test(arguments: Change.allCases)
  func whatAChangeDropsMayUseTheInjectorInItsDeinitializer(change: Change) async {
    await #expect(processExitsWith: .success) { [change] in
      guardAgainstHanging(seconds: 20)
      let injector = try Injector { binder in
        binder.bind(Parting.self).to(instance: Parting())
        binder.bind(Parting.self, named: "made").to { Parting() }.in(.singleton)
        binder.contribute(Parting.self).to(instance: Parting())
      }
      Parting.injector.with { $0 = injector }
      if change == .releaseSingletons { _ = try injector.resolve(Parting.self, named: "made") }
      let before = Parting.farewells.value
      switch change {
      case .rebind: try injector.update { $0.bind(Parting.self).to { Parting() } }
      case .rebindTwice:
        try injector.update { $0.bind(Parting.self).to(instance: Parting()) }
        try injector.update { $0.bind(Parting.self).to(instance: Parting()) }
      case .unbind:
        try injector.update { $0.unbind(Parting.self) }
      case .unbindContributions: try injector.update { $0.unbind([Parting].self) }
      case .uninstall:
        try injector.update { $0.install(PartingModule(parting: Parting())) }
        try injector.update { $0.uninstall(PartingModule.self) }
      case .reset: injector.reset()
      case .releaseSingletons: injector.releaseSingletons()
      }
      Parting.injector.with { $0 = nil }
      if change == .releaseSingletons, Parting.farewells.value == before { exit(2) }
      exit(0)
    }
  }

  enum Change: String, CaseIterable, Codable {
    case rebind, rebindTwice, unbind, unbindContributions, uninstall, reset, releaseSingletons
  }
}

// MARK: - Versions

private final class Version: Sendable {
  let number: Int
  private let live: Counter
  init(_ number: Int, _ live: Counter) {
    self.number = number
    self.live = live
    live.increment()
  }
  deinit { live.increment(by: -1) }
}

private final class Holder: Injectable {
  var version: Version!
  static var requires: [PartialKeyPath<Holder>] { [\.version] }
}

private func bind(
  _ number: Int, _ binder: Binder, _ form: LiveChangeConcurrencyTests.Form, _ live: Counter
) {
  // Captured: whoever keeps the old binding keeps this object.
  let payload = Version(number, live)
  switch form {
  case .unscoped, .child, .lazy, .injected:
    binder.bind(Version.self).to { Version(payload.number, live) }
  case .singleton, .grandchildSingleton:
    binder.bind(Version.self).to { Version(payload.number, live) }.in(.singleton)
  case .instance: binder.bind(Version.self).to(instance: payload)
  case .eager:
    binder.bind(Version.self).to { Version(payload.number, live) }.asEagerSingleton()
  case .weak: binder.bind(Version.self).to { Version(payload.number, live) }.in(.weak)
  case .contributed, .contributedToChild:
    if number > 0 { binder.unbind([Version].self) }
    binder.contribute(Version.self).to { Version(payload.number, live) }
      .in(number % 2 == 0 ? .singleton : .unscoped)
  case .rescoped:
    binder.bind(Version.self).to { Version(payload.number, live) }
    binder.rescope(Version.self, to: number % 2 == 0 ? .singleton : .graph)
  }
}

private func read(
  _ form: LiveChangeConcurrencyTests.Form, _ injector: Injector, _ child: Injector,
  _ grandchild: Injector
) throws -> Version {
  switch form {
  case .unscoped, .singleton, .instance, .eager, .weak, .rescoped:
    return try injector.resolve(Version.self)
  case .child: return try child.resolve(Version.self)
  case .grandchildSingleton: return try grandchild.resolve(Version.self)
  case .contributed: return try only(injector.resolve([Version].self))
  case .contributedToChild: return try only(child.resolve([Version].self))
  case .lazy: return try injector.resolve(Lazy<Version>.self).get()
  case .injected:
    let holder = Holder()
    try injector.injectDependencies(into: holder)
    return holder.version
  }
}

private struct WrongCount: Error { let count: Int }

private func only(_ versions: [Version]) throws -> Version {
  guard versions.count == 1 else { throw WrongCount(count: versions.count) }
  return versions[0]
}

private final class Pair: NamedInjectable {
  var first = -1
  var second = -2
  static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<Pair>> {
    ["first": \.first, "second": \.second]
  }
}

private func bindPair(_ number: Int, _ binder: Binder) {
  binder.bind(Int.self, named: "first").to { number }
  binder.bind(Int.self, named: "second").to { number }
}

// MARK: - Parts

private final class Leaf: Sendable {
  let number: Int
  private let live: Counter
  init(_ live: Counter, _ number: Int = -1) {
    self.live = live
    self.number = number
    live.increment()
  }
  deinit { live.increment(by: -1) }
}

private final class Part: Injectable, AwakesFromInjection, @unchecked Sendable {
  var leaf: Leaf!
  private let live: Counter
  private(set) var awakes = 0
  init(_ live: Counter) {
    self.live = live
    live.increment()
  }
  deinit { live.increment(by: -1) }
  static var requires: [PartialKeyPath<Part>] { [\.leaf] }
  func awakeFromInjection() { awakes += 1 }
}

private final class Owner: Injectable, @unchecked Sendable {
  var part: Part!
  var parts: [Part] = []
  static var requires: [PartialKeyPath<Owner>] { [\.part, \.parts] }
}

private func expectComplete(_ part: Part) {
  if part.leaf == nil || part.awakes != 1 { Issue.record("an incomplete part is handed out") }
}

private struct BaseModule: Module {
  let live: Counter
  func configure(_ binder: Binder) {
    let live = live
    binder.bind(Leaf.self).to { Leaf(live) }
    binder.bind(Part.self).to { Part(live) }
    binder.bind(Part.self, named: "kept").to { Part(live) }.in(.singleton)
    binder.contribute(Part.self).to { Part(live) }.in(.singleton)
    binder.contribute(Part.self).to { Part(live) }
  }
}

private struct ShadowingModule: Module, UnloadableModule {
  let live: Counter
  func configure(_ binder: Binder) {
    let live = live
    binder.bind(Part.self).to { Part(live) }.in(.singleton)
    binder.bind(Part.self, named: "kept").to { Part(live) }.in(.weak)
    binder.contribute(Part.self).to { Part(live) }
  }
  func unload(from injector: Injector) throws {
    _ = injector.hasBinding(Part.self)
  }
}

// MARK: - On demand

private final class SelfBinding: InitializerDeclaring {
  static let whileLinked = Locked<Injector?>(nil)
  let isBound: Bool
  init(isBound: Bool) { self.isBound = isBound }
  static var initializer: Initializer {
    if let injector = whileLinked.with({ (injector: inout Injector?) -> Injector? in
      defer { injector = nil }
      return injector
    }) {
      do {
        try injector.update { $0.bind(SelfBinding.self).to { SelfBinding(isBound: true) } }
      } catch {
        Issue.record("\(error)")
      }
    }
    return Initializer({ SelfBinding(isBound: false) })
  }
}

private final class OnDemand: DefaultInitializable, Sendable {
  let isBound: Bool
  init() { isBound = false }
  init(isBound: Bool) { self.isBound = isBound }
}

// MARK: - Deinitializers

private final class Parting: Sendable {
  static let injector = Locked<Injector?>(nil)
  static let farewells = Counter()
  deinit {
    guard let injector = Parting.injector.current else { return }
    Parting.farewells.increment()
    _ = injector.hasBinding(Parting.self)
    _ = try? injector.resolve(ObjectFactory.self)
  }
}

private struct PartingModule: Module {
  let parting: Parting
  func configure(_ binder: Binder) {
    let parting = parting
    binder.bind(Parting.self, named: "module").to(instance: parting)
  }
}
