import Infusion
import Testing

private protocol Missing: AnyObject {}
private final class Present: Missing {}
private final class Part: DefaultInitializable {}

private class Wide: Injectable, NamedInjectable {
  var sets = 0
  var implicit: Part! {
    didSet { sets += 1 }
  }
  var optional: Part? {
    didSet { sets += 1 }
  }
  var number = 1 {
    didSet { sets += 1 }
  }
  var list: [Part] = [] {
    didSet { sets += 1 }
  }
  weak var fleeting: Part?
  @Injected var marked: Part
  var mapped: Part?
  class var requires: Requirements {
    requiring(\.implicit, \.optional, \.number, \.list, \.fleeting)
  }
  class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> { ["n": \Wide.mapped] }
}
private final class Failing: Wide, AwakesFromInjection {
  var awakes = 0
  var missing: (any Missing)?
  @Injected var last: any Missing
  override class var requires: Requirements { requiring(\.missing) }
  func awakeFromInjection() { awakes += 1 }
}

private final class Hub: Injectable {
  var spoke: Spoke!
  var missing: Present!
  static var requires: Requirements { requiring(\.spoke, \.missing) }
}
private final class Spoke: Injectable {
  var hub: Hub!
  static var requires: Requirements { requiring(\.hub) }
}

private final class Ring: Injectable, AwakesFromInjection {
  var other: RingOther!
  let fails: () -> Bool
  init(fails: @escaping () -> Bool) { self.fails = fails }
  static var requires: Requirements { requiring(\.other) }
  func awakeFromInjection() throws {
    if fails() { throw Mishap() }
  }
}
private final class RingOther: Injectable {
  weak var ring: Ring?
  static var requires: Requirements { requiring(\.ring) }
}
private final class Bystander {}
private final class Owner: Injectable {
  var bystander: Bystander!
  var ring: Ring!
  static var requires: Requirements { requiring(\.bystander, \.ring) }
}

private final class FailingAwake: Injectable, AwakesFromInjection {
  var part: Part!
  static var requires: Requirements { requiring(\.part) }
  func awakeFromInjection() throws { throw Mishap() }
}
private final class HoldsFailingAwake: Injectable {
  var part: Part?
  var failing: FailingAwake?
  static var requires: Requirements { requiring(\.part, \.failing) }
}

private protocol Unfinished: AnyObject {}
private final class Outer: Injectable, Unfinished {
  var keeper: Keeper!
  var missing: Present!
  static var requires: Requirements { requiring(\.keeper, \.missing) }
}
private final class Keeper: Injectable {
  var outer: (any Unfinished)!
  static var requires: Requirements { requiring(\.outer) }
}
private final class Bare: Unfinished {
  weak var keeper: Keeper?
}
private struct OuterProvider: ProviderProtocol {
  let outer: Outer
  func provide(from injector: Injector) -> any Unfinished { outer }
}

/// Rule 3: all or nothing.
struct Rule3AllOrNothingTests {
  /// An object with a value in each property, and a check that the values are unchanged.
  private func makeFailing() -> (Failing, check: () -> Bool) {
    let object = Failing()
    let parts = (0..<6).map { _ in Part() }
    let present = Present()
    object.implicit = parts[0]
    object.optional = parts[1]
    object.number = 42
    object.list = [parts[2]]
    object.fleeting = parts[3]
    object.marked = parts[4]
    object.mapped = parts[5]
    object.missing = present
    object.last = present
    object.sets = 0
    return (
      object,
      check: {
        object.implicit === parts[0] && object.optional === parts[1] && object.number == 42
          && object.list.count == 1 && object.list[0] === parts[2]
          && object.fleeting === parts[3] && object.marked === parts[4]
          && object.mapped === parts[5] && object.missing === present
          && object.last === present && object.sets == 0 && object.awakes == 0
      }
    )
  }

  private func bindAllButMissing(_ binder: Binder) {
    binder.bind(Int.self).to { 7 }
    binder.bind(Part.self, named: "n").to { Part() }
    binder.contribute(Part.self).to { Part() }
    binder.contribute(Part.self).to { Part() }
  }

  @Test func rule3FailureLeavesEveryPropertyExactlyAsItWas() throws {
    let (object, isUnchanged) = makeFailing()
    let injector = try Injector { bindAllButMissing($0) }
    let error = try failure { try injector.injectDependencies(into: object) }
    #expect(error.code == .missingBinding)
    #expect(isUnchanged())
  }

  @Test func rule3FailureOfTheLastMarkerLeavesEveryPropertyExactlyAsItWas() throws {
    let (object, isUnchanged) = makeFailing()
    let counter = Counter()
    let injector = try Injector { binder in
      bindAllButMissing(binder)
      binder.bind((any Missing).self).to { () throws -> any Missing in
        if counter.next() == 2 { throw Mishap() }
        return Present()
      }
    }
    let error = try failure { try injector.injectDependencies(into: object) }
    #expect(error.code == .providerFailed)
    #expect(isUnchanged())
    // The next attempt starts from the beginning.
    try injector.injectDependencies(into: object)
    #expect(object.awakes == 1)
    #expect(object.number == 7)
    #expect(object.list.count == 2)
    #expect(object.sets == 4)
  }

  @Test func rule3FailureLeavesAnEmptyObjectAsItWas() throws {
    let object = Failing()
    let injector = try Injector { bindAllButMissing($0) }
    #expect(throws: InjectionError.self) { try injector.injectDependencies(into: object) }
    #expect(object.implicit == nil)
    #expect(object.optional == nil)
    #expect(object.number == 1)
    #expect(object.list.isEmpty)
    #expect(object.fleeting == nil)
    #expect(object.mapped == nil)
    #expect(object.missing == nil)
    #expect(object.sets == 0)
    #expect(object.awakes == 0)
    let error = try failure {
      try Injector.withCurrent(Injector()) { _ = try object.$last.resolve() }
    }
    #expect(error.code == .missingBinding)
  }

  @Test func rule3NextAttemptWithTheBindingAddedSucceeds() throws {
    let (object, isUnchanged) = makeFailing()
    let incomplete = try Injector { bindAllButMissing($0) }
    #expect(throws: InjectionError.self) { try incomplete.injectDependencies(into: object) }
    #expect(isUnchanged())
    let present = Present()
    let complete = try Injector { binder in
      bindAllButMissing(binder)
      binder.bind((any Missing).self).to(instance: present)
    }
    try complete.injectDependencies(into: object)
    #expect(object.missing === present)
    #expect(object.last === present)
    #expect(object.number == 7)
    #expect(object.awakes == 1)
  }

  @Test func rule3FailureOfADependencyOfADependencyLeavesTheObjectAsItWas() throws {
    let object = HoldsFailingAwake()
    let part = Part()
    object.part = part
    let injector = try Injector { $0.bind(FailingAwake.self).to { FailingAwake() } }
    let error = try failure { try injector.injectDependencies(into: object) }
    #expect(error.underlying as? Mishap == Mishap())
    #expect(object.part === part)
    #expect(object.failing == nil)
  }

  @Test func rule3NothingIncompleteIsCached() throws {
    let counter = Counter()
    let made = Counter()
    let injector = try Injector { binder in
      binder.bind(Hub.self).to { () -> Hub in
        made.next()
        return Hub()
      }.in(.singleton)
      binder.bind(Spoke.self).to { Spoke() }.in(.singleton)
      binder.bind(Present.self).to { () throws -> Present in
        if counter.next() < 3 { throw Mishap() }
        return Present()
      }
    }
    #expect(throws: InjectionError.self) { try injector.resolve(Hub.self) }
    // The spoke refers to the hub that failed, so it is not kept either.
    #expect(throws: InjectionError.self) { try injector.resolve(Spoke.self) }
    let spoke = try injector.resolve(Spoke.self)
    let hub = try injector.resolve(Hub.self)
    #expect(made.value == 3)
    #expect(spoke.hub === hub)
    #expect(hub.spoke === spoke)
    #expect(hub.missing != nil)
    spoke.hub = nil
  }

  /// The ways in which user code hands out an unfinished object.
  enum Passing: CaseIterable {
    case closure, asIs, asIsWithInjector, asIsInInitializer, asIsInProvider, asIsInGraph

    fileprivate func bind(_ outer: Outer, _ binder: Binder) {
      let binding = binder.bind((any Unfinished).self)
      switch self {
      case .closure: binding.to { outer }
      case .asIs: binding.to { outer }.asIs()
      case .asIsWithInjector: binding.to { (_: Injector) in outer }.asIs()
      case .asIsInInitializer: binding.toInitializer { () -> any Unfinished in outer }.asIs()
      case .asIsInProvider: binding.to(provider: OuterProvider(outer: outer)).asIs()
      case .asIsInGraph: binding.to { outer }.in(.graph).asIs()
      }
    }
  }

  @Test(arguments: Passing.allCases)
  func rule3NothingStaysThatReceivedAnUnfinishedObject(_ passing: Passing) throws {
    let keepers = Counter()
    let outer = Outer()
    let injector = try Injector { binder in
      passing.bind(outer, binder)
      binder.bind(Keeper.self).to { () -> Keeper in
        keepers.next()
        return Keeper()
      }.in(.singleton)
    }
    #expect(throws: InjectionError.self) { try injector.injectDependencies(into: outer) }
    #expect(throws: InjectionError.self) { try injector.injectDependencies(into: outer) }
    #expect(keepers.value == 2)
  }

  /// The object is unfinished because of what its own binding adds; its class needs nothing.
  @Test func rule3NothingStaysThatReceivedAnObjectWhoseAdditionsFail() throws {
    weak var bare: Bare?
    let keepers = Counter()
    let injector = try Injector { binder in
      binder.bind(Bare.self).injecting(\.keeper).completing { _ in throw Mishap() }.to {
        () -> Bare in
        let made = Bare()
        bare = made
        return made
      }
      binder.bind((any Unfinished).self).to { () -> any Unfinished in bare ?? Bare() }
      binder.bind(Keeper.self).to { () -> Keeper in
        keepers.next()
        return Keeper()
      }.in(.singleton)
    }
    // From here on the injector knows that the class needs nothing.
    _ = try injector.resolve((any Unfinished).self)
    for _ in 0..<2 {
      #expect(throws: InjectionError.self) { try injector.resolve(Bare.self) }
    }
    #expect(keepers.value == 2)
  }

  @Test func rule3ObjectsThatFailedAreReleased() throws {
    weak var hub: Hub?
    weak var spoke: Spoke?
    let injector = try Injector { binder in
      binder.bind(Hub.self).to { () -> Hub in
        let made = Hub()
        hub = made
        return made
      }.in(.singleton)
      binder.bind(Spoke.self).to { () -> Spoke in
        let made = Spoke()
        spoke = made
        return made
      }
    }
    #expect(throws: InjectionError.self) { try injector.resolve(Hub.self) }
    // No property of the failed hub was set, so there is no cycle of strong references.
    #expect(hub == nil)
    #expect(spoke == nil)
  }

  @Test func rule3SingletonsCompletedOnTheWayStay() throws {
    let counter = Counter()
    let fails = Counter()
    let injector = try Injector { binder in
      binder.bind(Bystander.self).to { () -> Bystander in
        counter.next()
        return Bystander()
      }.in(.singleton)
      binder.bind(Ring.self).to { Ring { fails.next() == 1 } }.in(.singleton)
      binder.bind(RingOther.self).to { RingOther() }.in(.singleton)
    }
    let owner = Owner()
    let error = try failure { try injector.injectDependencies(into: owner) }
    #expect(error.code == .providerFailed)
    #expect(owner.bystander == nil)
    let bystander = try injector.resolve(Bystander.self)
    try injector.injectDependencies(into: owner)
    #expect(owner.bystander === bystander)
    #expect(counter.value == 1)
  }

  @Test func rule3CycleCompletedOnTheWayStays() throws {
    final class Root: Injectable {
      var member: Member!
      var other: Other!
      static var requires: Requirements { requiring(\.member, \.other) }
    }
    final class Member: Injectable {
      weak var root: Root!
      static var requires: Requirements { requiring(\.root) }
    }
    final class Other: Injectable {
      var member: Member!
      static var requires: Requirements { requiring(\.member) }
    }
    final class Owner: Injectable {
      var root: Root!
      var text: String!
      static var requires: Requirements { requiring(\.root, \.text) }
    }
    var made = 0
    let injector = try Injector { binder in
      binder.bind(Root.self).to {
        made += 1
        return Root()
      }.in(.singleton)
      binder.bind(Member.self).to { Member() }.in(.singleton)
      binder.bind(Other.self).to { Other() }.in(.singleton)
    }
    #expect(code { try injector.injectDependencies(into: Owner()) } == .missingBinding)
    let root = try injector.resolve(Root.self)
    #expect(made == 1)
    #expect(root.other.member === root.member && root.member.root === root)
  }

  @Test func rule3CompleteObjectStaysCompleteWhileItIsInjectedAgain() throws {
    final class Whole: Injectable {
      var same: AnyObject?
      var text: String!
      static var requires: Requirements { requiring(\.same, \.text) }
    }
    let whole = Whole()
    let first = try Injector { binder in
      binder.bind(AnyObject.self).toNothing()
      binder.bind(String.self).to { "first" }
    }
    var calls = 0
    let second = try Injector { binder in
      binder.bind(AnyObject.self).to { () -> AnyObject in
        calls += 1
        return whole
      }.in(.singleton)
    }
    _ = try first.create {
      try first.injectDependencies(into: whole)
      #expect(code { try second.injectDependencies(into: whole) } == .missingBinding)
      return 1
    }
    #expect(whole.text == "first" && whole.same == nil)
    #expect(try second.resolve(AnyObject.self) === whole)
    #expect(calls == 1)
  }

  @Test func rule3NothingOfTheCycleIsPublishedWhenOneMemberFailsToAwake() throws {
    let fails = Counter()
    let others = Counter()
    let injector = try Injector { binder in
      binder.bind(Ring.self).to { Ring { fails.next() == 1 } }.in(.singleton)
      binder.bind(RingOther.self).to { () -> RingOther in
        others.next()
        return RingOther()
      }.in(.singleton)
    }
    let error = try failure { _ = try injector.resolve(Ring.self) }
    #expect(error.code == .providerFailed)
    #expect(error.underlying as? Mishap == Mishap())
    let ring = try injector.resolve(Ring.self)
    #expect(ring.other.ring === ring)
    #expect(try injector.resolve(RingOther.self) === ring.other)
    #expect(others.value == 2)
  }

  @Test func rule3OwnAwakeThatThrowsLeavesThePropertiesSet() throws {
    let object = FailingAwake()
    let part = Part()
    let injector = try Injector { $0.bind(Part.self).to(instance: part) }
    let error = try failure { try injector.injectDependencies(into: object) }
    #expect(error.code == .providerFailed)
    #expect(error.underlying as? Mishap == Mishap())
    #expect(object.part === part)
  }

  @Test func rule3WhatUserCodeDidIsNotUndone() throws {
    let journal = Journal()
    let injector = try Injector { binder in
      binder.bind(Bystander.self).to { () -> Bystander in
        journal.note("made")
        return Bystander()
      }
    }
    #expect(throws: InjectionError.self) { try injector.injectDependencies(into: Owner()) }
    #expect(journal.entries == ["made"])
  }

  @Test func rule3GraphInstancesOfAFailedCallAreNotShared() throws {
    let counter = Counter()
    let injector = try Injector { binder in
      binder.bind(Bystander.self).to { () -> Bystander in
        counter.next()
        return Bystander()
      }.in(.graph)
    }
    let owner = Owner()
    #expect(throws: InjectionError.self) { try injector.injectDependencies(into: owner) }
    #expect(throws: InjectionError.self) { try injector.injectDependencies(into: owner) }
    #expect(counter.value == 2)
  }

  @Test func rule3APositionIsThatInTheSequenceOfTheCall() throws {
    final class Crate: Injectable {
      var bystander: Bystander!
      static var requires: [PartialKeyPath<Crate>] { [\.bystander] }
    }
    let injector = try Injector { binder in
      binder.bind(Int.self).to { injector in
        try injector.injectDependencies(intoEach: [Crate()])
        return 1
      }
    }
    let error = try failure { _ = try injector.resolve(Int.self) }
    #expect(error.code == .missingBinding && error.index == nil)
    #expect(error.path.contains { $0.description.contains("object at index 0") }, "\(error)")
  }

  @Test func rule3SequenceIsAllOrNothingForEachObjectInOrder() throws {
    let objects = [Owner(), Owner(), Owner()]
    let counter = Counter()
    let injector = try Injector { binder in
      binder.bind(Bystander.self).to { Bystander() }
      binder.bind(RingOther.self).to { RingOther() }
      binder.bind(Ring.self).to { () throws -> Ring in
        if counter.next() == 2 { throw Mishap() }
        return Ring { false }
      }
    }
    let error = try failure { try injector.injectDependencies(intoEach: objects) }
    #expect(error.index == 1)
    #expect(error.code == .providerFailed)
    #expect(objects[0].bystander != nil)
    #expect(objects[0].ring != nil)
    #expect(objects[1].bystander == nil)
    #expect(objects[1].ring == nil)
    #expect(objects[2].bystander == nil)
  }
}
