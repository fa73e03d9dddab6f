import Infusion
import Testing

private final class Text: @unchecked Sendable {
  let lines: [String]
  init(_ lines: [String]) { self.lines = lines }
}
private final class Bolt {}
private final class Pair {
  let first: AnyObject
  init(_ first: AnyObject) { self.first = first }
}

/// A singleton without a binding, which asks another injector when it awakes.
private final class Engine: DefaultInitializable, Scoped, AwakesFromInjection,
  ReleasesFromInjection
{
  @TaskLocal static var asked: Injector?
  @TaskLocal static var releases = Counter()
  static let scope = Scope.singleton
  init() {}
  func awakeFromInjection() throws { _ = try Self.asked?.resolve(String.self) }
  func releaseFromInjection() { Self.releases.increment() }
}

private final class Fork: Injectable {
  var lazy: Lazy<Bolt>?
  static var requires: Requirements { accepting(\.lazy) }
}
private final class Flagged {
  @Injected var lazy: Lazy<Bolt>?
}
private final class Chassis: Injectable {
  var part: Bolt!
  static var requires: Requirements { requiring(\.part) }
}
private final class Bicycle: Injectable {
  var part: Bolt!
  static var requires: Requirements { requiring(\.part) }
}

/// What eager singletons see and leave behind while an update creates them.
struct EagerPhaseTests {
  /// Nothing is kept weakly, so each request runs the closure, as it does outside an update.
  @Test(arguments: [false, true])
  func aWeakBindingWithoutAValueAsksItsClosureAtEachRequest(isUpdate: Bool) throws {
    let calls = Counter()
    func configure(_ binder: Binder) {
      binder.bind(Bolt?.self).to {
        calls.increment()
        return nil
      }.in(.weak)
      binder.bind(Text.self).to { injector in
        Text([0, 1].map { _ in "\((try? injector.resolve(Bolt?.self)) == nil)" })
      }.asEagerSingleton()
    }
    let injector = try isUpdate ? Injector() : Injector(configure)
    if isUpdate { try injector.update(configure) }
    #expect(calls.value == 2)
  }

  enum Change: CaseIterable {
    case release, releaseKey, releaseAbove, updateAbove
  }

  @Test func whatAnUpdateHasMadeWhenItIsReleasedEndsWithTheUpdate() throws {
    let injector = try Injector { $0.bind(String.self).to { "old" } }
    let releases = Counter()
    try Engine.$asked.withValue(injector) {
      try Engine.$releases.withValue(releases) {
        try injector.update { binder in
          binder.bind(String.self).to { "new" }
          binder.bind(Pair.self).to { injector in
            let engine = try injector.resolve(Engine.self)
            injector.releaseSingletons()
            return Pair(engine)
          }.asEagerSingleton()
        }
        #expect(releases.value == 1)
        #expect(try injector.resolve(Engine.self) !== injector.resolve(Pair.self).first)
      }
    }
  }

  @Test(arguments: Change.allCases)
  func theEagerPhaseSeesTheUpdateAlsoAfterAChangeOfItsOwn(_ change: Change) throws {
    let parent = try Injector { $0.bind(Int.self).to { 1 } }
    let injector = try parent.makeChild { binder in
      binder.bind(String.self).to { "old" }
      binder.bind(Bolt.self).to { Bolt() }.in(.singleton)
    }
    let part = try injector.resolve(Bolt.self)
    try injector.update { binder in
      binder.bind(String.self).to { "new" }
      binder.bind(Text.self).to { injector in
        let before = try injector.resolve(String.self)
        switch change {
        case .release: injector.releaseSingletons()
        case .releaseKey: injector.releaseSingletons(of: Bolt.self)
        case .releaseAbove: parent.releaseSingletons()
        case .updateAbove: try parent.update { $0.bind(Int.self).to { 2 } }
        }
        let releases = change == .release || change == .releaseKey
        #expect(try (injector.resolve(Bolt.self) !== part) == releases)
        #expect(try injector.resolve(Int.self) == (change == .updateAbove ? 2 : 1))
        return Text([before, try injector.resolve(String.self)])
      }.asEagerSingleton()
      binder.bind(Text.self, named: "second").to { Text([try $0.resolve(String.self)]) }
        .asEagerSingleton()
    }
    #expect(try injector.resolve(Text.self).lines == ["new", "new"])
    #expect(try injector.resolve(Text.self, named: "second").lines == ["new"])
    #expect(try injector.resolve(Bolt.self) === injector.resolve(Bolt.self))
  }

  @Test func theChildOfAnInjectorThatIsChangedSeesItsOwnUpdateAndThatOfItsParent() throws {
    let parent = try Injector { $0.bind(String.self).to { "old" } }
    let child = try parent.makeChild { $0.bind(Int.self).to { 1 } }
    try child.update { binder in
      binder.bind(Int.self).to { 2 }
      binder.bind(Text.self).to { _ in
        try parent.update { binder in
          binder.bind(String.self).to { "new" }
          binder.bind(Text.self, named: "parent").to { _ in
            Text([try child.resolve(String.self), "\(try child.resolve(Int.self))"])
          }.asEagerSingleton()
        }
        return Text([try child.resolve(String.self), "\(try child.resolve(Int.self))"])
      }.asEagerSingleton()
    }
    #expect(try child.resolve(Text.self).lines == ["new", "2"])
    #expect(try parent.resolve(Text.self, named: "parent").lines == ["new", "2"])
  }

  /// What the update creates afterwards with the released object goes with that object.
  @Test(arguments: [false, true])
  func aReleaseByAnotherThreadLeavesOneObjectOfEachSingleton(isMade: Bool) throws {
    let injector = try Injector { binder in
      binder.bind(Bolt.self).to { Bolt() }.in(.singleton)
      binder.bind(AnyObject.self).to(Bolt.self) { $0 }.in(.singleton)
      binder.bind(Chassis.self).to { Chassis() }.in(.singleton)
    }
    if isMade { _ = try injector.resolve(Bolt.self) }
    try injector.update { binder in
      binder.bind(Text.self).to { injector in
        let before = try injector.resolve(Bolt.self)
        onThreads(1) { _ in injector.releaseSingletons() }
        let chassis = try injector.resolve(Chassis.self)
        #expect(chassis.part === before)
        #expect(try injector.resolve(AnyObject.self) === before)
        return Text([])
      }.asEagerSingleton()
    }
    let part = try injector.resolve(Bolt.self)
    #expect(try injector.resolve(AnyObject.self) === part)
    #expect(try injector.resolve(Chassis.self).part === part)
  }

  @Test(arguments: [false, true])
  func aReleaseOfOneKeyLeavesTheOtherSingletonsToTheUpdate(isMade: Bool) throws {
    let injector = try Injector { binder in
      binder.bind(Bolt.self).to { Bolt() }.in(.singleton)
      binder.bind(Bolt.self, named: "other").to { Bolt() }.in(.singleton)
    }
    let other = isMade ? try injector.resolve(Bolt.self, named: "other") : nil
    let seen = Locked<Bolt?>(nil)
    try injector.update { binder in
      binder.bind(Text.self).to { injector in
        onThreads(1) { _ in injector.releaseSingletons(of: Bolt.self) }
        let bolt = try injector.resolve(Bolt.self, named: "other")
        #expect(other == nil || bolt === other)
        seen.with { $0 = bolt }
        return Text([])
      }.asEagerSingleton()
    }
    #expect(try injector.resolve(Bolt.self, named: "other") === seen.current)
  }

  @Test func aFailedUpdateLeavesWhatItsEagerPhaseHasReleased() throws {
    let injector = try Injector { $0.bind(Bolt.self).to { Bolt() }.in(.singleton) }
    let part = try injector.resolve(Bolt.self)
    _ = try injector.create { () throws -> Text in
      #expect(throws: InjectionError.self) {
        try injector.update { binder in
          binder.bind(Text.self).to { injector in
            injector.releaseSingletons()
            throw Refusal(number: 0)
          }.asEagerSingleton()
        }
      }
      #expect(try injector.resolve(Bolt.self) !== part)
      return Text([])
    }
  }

  enum Relation: CaseIterable { case parent, stranger }

  @Test(arguments: Relation.allCases)
  func aSingletonOfAnotherInjectorBelongsToThatInjector(_ relation: Relation) throws {
    let releases = Counter()
    try Engine.$releases.withValue(releases) {
      var other: Injector? = try Injector()
      let injector =
        relation == .parent ? try other!.makeChild { _ in } : try Injector()
      try injector.update { $0.bind(String.self).to { "old" } }
      weak var engine: Engine?
      try Engine.$asked.withValue(injector) {
        try injector.update { [other] binder in
          binder.bind(String.self).to { "new" }
          binder.bind(Pair.self).to { [weak other] in Pair(try #require(other)) }.in(.singleton)
          binder.bind(Text.self).to { [weak other] in
            _ = try other?.resolve(Engine.self)
            return Text([])
          }.asEagerSingleton()
        }
      }
      engine = try other?.resolve(Engine.self)
      #expect(engine != nil)
      if relation == .stranger {
        #expect(try injector.resolve(Engine.self) !== engine)
        try injector.shutdown()
        #expect(releases.value == 1)
        other = nil
        #expect(engine == nil)
      } else {
        try injector.shutdown()
        #expect(releases.value == 0)
        #expect(try other?.resolve(Engine.self) === engine)
      }
    }
  }

  @Test(arguments: [false, true])
  func anOptionalHandleIsAsTheBindingsInForceSay(isBound: Bool) throws {
    let injector = try Injector { binder in
      binder.bind(Fork.self).to { Fork() }.in(.singleton)
      binder.bind(Flagged.self).to { Flagged() }.in(.singleton)
      if isBound { binder.bind(Bolt.self).to { Bolt() } }
    }
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        if isBound { binder.unbind(Bolt.self) } else { binder.bind(Bolt.self).to { Bolt() } }
        binder.bind(Text.self).to { injector in
          _ = try (injector.resolve(Fork.self), injector.resolve(Flagged.self))
          throw Refusal(number: 0)
        }.asEagerSingleton()
      }
    }
    #expect(try (injector.resolve(Fork.self).lazy != nil) == isBound)
    #expect(try (injector.resolve(Flagged.self).lazy != nil) == isBound)
  }

  @Test(arguments: [false, true])
  func aSingletonStaysThoughAnAffectedObjectHasTheSameGraphInstance(hasAffected: Bool) throws {
    let injector = try Injector { binder in
      binder.bind(Bolt.self).to { Bolt() }.in(.graph)
      binder.bind(Chassis.self).to { Chassis() }.in(.singleton)
    }
    let seen = Locked<Chassis?>(nil)
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        binder.bind(Bicycle.self).to { Bicycle() }
        binder.bind(Text.self).to { injector in
          if hasAffected { _ = try injector.resolve(Bicycle.self) }
          let frame = try injector.resolve(Chassis.self)
          seen.with { $0 = frame }
          throw Refusal(number: 0)
        }.asEagerSingleton()
      }
    }
    #expect(try injector.resolve(Chassis.self) === seen.current)
  }

  @Test(arguments: [false, true])
  func anUpdateWithinAnotherKeepsNothingOfTheOuterOneIfThatFails(fails: Bool) throws {
    let outer = try Injector { $0.bind(Text.self).to { Text(["old"]) }.in(.singleton) }
    let store = MemoryStore()
    let inner = try Injector { binder in
      binder.bind(Pair.self, named: "stored").to { Pair(try outer.resolve(Text.self)) }
        .in(Scope("stored") { _ in store })
    }
    let update = {
      try outer.update { binder in
        binder.bind(Text.self).to { Text(["new"]) }.in(.singleton)
        binder.bind(Bolt.self).to {
          try inner.update { binder in
            binder.bind(Pair.self).to { Pair(try inner.resolve(Pair.self, named: "stored").first) }
              .asEagerSingleton()
          }
          #expect(try (inner.resolve(Pair.self).first as? Text)?.lines == ["new"])
          if fails { throw Refusal(number: 0) }
          return Bolt()
        }.asEagerSingleton()
      }
    }
    if fails { #expect(throws: InjectionError.self) { try update() } } else { try update() }
    #expect(store.count == (fails ? 0 : 1))
    let text = try inner.resolve(Pair.self).first as? Text
    #expect(text === (try outer.resolve(Text.self)))
    #expect(text?.lines == [fails ? "old" : "new"])
  }

  @Test func aKeyAndTheContributionsToItAreReleasedApart() throws {
    let injector = try Injector { binder in
      binder.bind(Bolt.self).to { Bolt() }.in(.singleton)
      binder.contribute(Bolt.self).to { Bolt() }.in(.singleton)
      binder.contribute(AnyObject.self).to(Text.self) { $0 }
      binder.bind(Text.self).to { Text([]) }.in(.singleton)
    }
    let (one, list) = try (injector.resolve(Bolt.self), injector.resolve([Bolt].self))
    injector.releaseSingletons(of: Bolt.self)
    #expect(try injector.resolve([Bolt].self)[0] === list[0])
    let next = try injector.resolve(Bolt.self)
    #expect(next !== one)
    injector.releaseSingletons(of: [Bolt].self)
    #expect(try injector.resolve([Bolt].self)[0] !== list[0])
    #expect(try injector.resolve(Bolt.self) === next)

    let text = try injector.resolve(Text.self)
    injector.releaseSingletons(of: [AnyObject].self)
    #expect(try injector.resolve(Text.self) !== text)
  }
}
