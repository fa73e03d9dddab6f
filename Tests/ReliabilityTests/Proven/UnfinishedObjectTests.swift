import Infusion
import Testing

/// What refers to an object that is not finished is kept only if that object succeeds.
@Suite(.serialized)
struct UnfinishedObjectTests {
  @Test(arguments: [Scope.unscoped, .graph], [false, true])
  func aSingletonThatReceivesALinkToAFailedObjectIsNotKept(
    _ scope: Scope, isObserved: Bool
  ) throws {
    let story = Story()
    let options = Injector.Options(observers: isObserved ? [Silent()] : [])
    let injector = try Injector(options: options) { binder in
      binder.bind(Root.self).to { Root() }.in(.singleton)
      binder.bind(Section.self).to { Section() }.in(.singleton)
      binder.bind((any Wrapper).self).to(Plain.self) { plain in
        // The first request only links the bindings.
        guard story.asks else { return plain }
        return Wrap(try? story.injector?.resolve(Root.self))
      }.in(scope)
    }
    story.injector = injector
    _ = try injector.resolve((any Wrapper).self)
    story.asks = true
    Root.fails.value = true
    #expect(throws: InjectionError.self) { try injector.resolve(Root.self) }
    (story.asks, Root.fails.value) = (false, false)
    #expect(try injector.resolve(Section.self).wrapper is Plain)
    story.injector = nil
  }

  /// The object is finished, but the root of its cycle is not.
  @Test(arguments: [false, true], [0, 30, 1_000])
  func aSingletonThatPassesOnAMemberOfAFailedCycleIsNotKept(isObserved: Bool, others: Int) throws {
    var fails = true
    var made = 0
    let member = Member()
    let options = Injector.Options(observers: isObserved ? [Silent()] : [])
    let injector = try Injector(options: options) { binder in
      binder.bind(Cycle.self).to { Cycle() }.in(.singleton)
      binder.bind(Member.self).to { member }
      binder.bind(Member.self, named: "kept").to {
        made += 1
        return member
      }.in(.singleton)
      binder.bind(Lock.self).to { injector in
        // Few objects are searched one by one, more by an index; of many, the unused are forgotten.
        for _ in 0..<others { _ = try injector.create { Keyhole() } }
        _ = try injector.resolve(Member.self, named: "kept")
        if fails { throw Failure() }
        return Lock()
      }
      binder.bind(Int.self).to { 1 }
    }
    #expect(throws: InjectionError.self) { try injector.resolve(Cycle.self) }
    #expect(made == 1)
    fails = false
    let cycle = try injector.resolve(Cycle.self)
    #expect(made == 2)
    #expect(try injector.resolve(Member.self, named: "kept").cycle === cycle)
    cycle.member = nil
  }

  /// A setter injects the object once more, which completes it, but the call around it goes on.
  @Test func aSingletonThatPassesOnTheObjectOfAFailedCallIsNotKept() throws {
    var fails = true
    var made = 0
    let twice = Twice()
    let injector = try Injector { binder in
      binder.bind(Int.self).to { 1 }
      binder.bind(Twice.self, named: "kept").to {
        made += 1
        return twice
      }.in(.singleton)
    }
    twice.whenSet = { [unowned twice] in
      twice.whenSet = {}
      try injector.injectDependencies(into: twice)
      _ = try injector.resolve(Twice.self, named: "kept")
      if fails { twice.whenAwoken = { throw Failure() } }
    }
    #expect(throws: InjectionError.self) { try injector.injectDependencies(into: twice) }
    #expect(made == 1)
    (fails, twice.whenAwoken) = (false, {})
    #expect(try injector.resolve(Twice.self, named: "kept") === twice)
    #expect(made == 2)
  }

  /// The closure of `create` makes nothing: it returns the member.
  @Test(arguments: [false, true])
  func aSingletonThatIsHandedAMemberOfAFailedCycleByCreateIsNotKept(isLinked: Bool) throws {
    var fails = true
    var made = 0
    let member = Member()
    let injector = try Injector { binder in
      binder.bind(Cycle.self).to { Cycle() }.in(.singleton)
      binder.bind(Member.self).to { member }
      binder.bind(Holding.self).to { injector in
        Holding(try injector.create { [member] }[0])
      }
      binder.bind(Holding.self, named: "linked").to(Holding.self) { $0 }
      binder.bind(Holding.self, named: "kept").to { injector in
        made += 1
        return try injector.resolve(Holding.self, named: isLinked ? "linked" : nil)
      }.in(.singleton)
      binder.bind(Lock.self).to { injector in
        _ = try injector.resolve(Holding.self, named: "kept")
        if fails { throw Failure() }
        return Lock()
      }
    }
    #expect(throws: InjectionError.self) { try injector.resolve(Cycle.self) }
    fails = false
    let cycle = try injector.resolve(Cycle.self)
    #expect(made == 2)
    cycle.member = nil
  }

  /// What a binding adds to a member of a cycle waits, like the member, for the root of the cycle.
  @Test(arguments: [false, true], [0, 30])
  func aMemberOfAFailedCycleThatABindingAddsToIsInjectedAgain(
    isObserved: Bool, others: Int
  ) throws {
    var fails = true
    let member = Member()
    let options = Injector.Options(observers: isObserved ? [Silent()] : [])
    let injector = try Injector(options: options) { binder in
      binder.bind(Cycle.self).to { Cycle() }.in(.singleton)
      binder.bind(Member.self).to { member }
      binder.bind(Member.self, named: "added").to { member }.injecting(\.width)
      binder.bind(Lock.self).to { injector in
        for _ in 0..<others { _ = try injector.create { Keyhole() } }
        _ = try injector.resolve(Member.self, named: "added")
        if fails { throw Failure() }
        return Lock()
      }
      binder.bind(Int.self).to { 1 }
    }
    _ = try injector.create {
      #expect(throws: InjectionError.self) { try injector.resolve(Cycle.self) }
      fails = false
      let cycle = try injector.resolve(Member.self).cycle
      #expect(try injector.resolve(Cycle.self) === cycle)
      return Lock()
    }
    member.cycle.member = nil
  }

  /// The object is complete since, though the request around it fails.
  @Test(arguments: [0, 30])
  func anObjectThatItsSetterHasInjectedIsNotInjectedAgain(others: Int) throws {
    let twice = Twice()
    let injector = try Injector { binder in
      binder.bind(Int.self).to { 1 }
      binder.bind(Twice.self).to { twice }
      binder.bind(Twice.self, named: "passed on").to { twice }
    }
    twice.whenSet = { [unowned twice] in
      twice.whenSet = {}
      try injector.injectDependencies(into: twice)
      // The call looks for the object while it knows it twice.
      _ = try injector.resolve(Twice.self, named: "passed on")
      twice.whenAwoken = { throw Failure() }
    }
    var awakes = 0
    _ = try injector.create {
      for _ in 0..<others { _ = try injector.create { Keyhole() } }
      #expect(throws: InjectionError.self) { try injector.resolve(Twice.self) }
      twice.whenAwoken = { awakes += 1 }
      _ = try injector.resolve(Twice.self)
      return Lock()
    }
    #expect(awakes == 0)
  }

  /// To make room for the object, the call releases others while it notes the object.
  @Test(arguments: 60...66)
  func anObjectThatADeinitializerAsksForAwakesOnce(others: Int) throws {
    let twice = Twice()
    var awakes = 0
    twice.whenAwoken = { awakes += 1 }
    let asker = Story()
    let injector = try Injector { binder in
      binder.bind(Int.self).to { 1 }
      binder.bind(LastWords.self).to { LastWords(asker) }
      binder.bind(Twice.self).to {
        asker.asks = true
        return twice
      }
      binder.bind(Twice.self, named: "same").to { twice }
      binder.bind(Lock.self).to { injector in
        for _ in 0..<others { _ = try injector.resolve(LastWords.self) }
        _ = try injector.resolve(Twice.self)
        // At the end of the call, others may ask for it again.
        asker.asks = false
        return Lock()
      }
    }
    asker.injector = injector
    _ = try injector.resolve(Lock.self)
    #expect(awakes == 1)
    asker.injector = nil
  }

  @Test func aRequestOfAnObserverPublishesNothingUnfinished() throws {
    for event in [\AskingObserver.created, \AskingObserver.creating] {
      let observer = AskingObserver()
      let injector = try Injector(options: .init(observers: [observer])) { binder in
        binder.bind(Slow.self).to { Slow() }.in(.singleton)
        binder.bind(Keeper.self).to { Keeper() }.in(.singleton)
        binder.bind(Asker.self).to { Asker(try $0.resolve(Slow.self)) }.in(.singleton)
      }
      observer[keyPath: event] = { [weak injector] key in
        if key == Key(Detail.self) { _ = try? injector?.resolve(Keeper.self) }
        if key == Key(Middle.self) { _ = try? injector?.resolve(Asker.self) }
      }
      Slow.fails.value = true
      #expect(throws: InjectionError.self) { try injector.resolve(Slow.self) }
      Slow.fails.value = false
      let slow = try injector.resolve(Slow.self)
      #expect(slow.isAwake)
      #expect(try injector.resolve(Keeper.self).slow === slow)
      #expect(try injector.resolve(Asker.self).slow === slow)
    }
  }

  @Test func whatAnObserverReceivesIsNoPartOfTheSingletonItHearsOf() throws {
    let observer = AskingObserver()
    let member = Member()
    var made = 0
    let injector = try Injector(options: .init(observers: [observer])) { binder in
      binder.bind(Cycle.self).to { Cycle() }.in(.singleton)
      binder.bind(Member.self).to { member }
      binder.bind(Detail.self).to {
        made += 1
        return Detail()
      }.in(.singleton)
      binder.bind(Lock.self).to { injector in
        _ = try injector.resolve(Detail.self)
        throw Failure()
      }
    }
    observer.creating = { [weak injector] key in
      if key == Key(Detail.self) { _ = try? injector?.create { member } }
    }
    #expect(throws: InjectionError.self) { try injector.resolve(Cycle.self) }
    _ = try injector.resolve(Detail.self)
    #expect(made == 1)
  }

  @Test(arguments: [false, true], [false, true])
  func whatAFailedUpdateBindsIsNotKept(observerAsks: Bool, resolves: Bool) throws {
    let observer = AskingObserver()
    let injector = try Injector(options: .init(observers: [observer])) { binder in
      binder.bind(Holder.self).to { injector in
        guard resolves else { return Holder(injector.hasBinding(Extra.self) ? Extra() : nil) }
        return Holder(try injector.resolveIfBound(Extra.self))
      }.in(.singleton)
    }
    observer.creating = { [weak injector] key in
      if observerAsks, key == Key(Failing.self) { _ = try? injector?.resolve(Holder.self) }
    }
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        binder.bind(Extra.self).to { Extra() }
        binder.bind(Failing.self).to { injector in
          if !observerAsks { _ = try injector.resolve(Holder.self) }
          throw Failure()
        }.asEagerSingleton()
      }
    }
    #expect(try injector.resolve(Holder.self).extra == nil)
  }
}

private struct Failure: Error {}
private struct Silent: InjectionObserver {}

/// Whether the next object fails; each test runs on one thread.
private final class Switch: @unchecked Sendable {
  var value = false
}

private final class Story: @unchecked Sendable {
  var injector: Injector?
  var asks = false
}

private final class AskingObserver: InjectionObserver, @unchecked Sendable {
  var creating: (Key) -> Void = { _ in }
  var created: (Key) -> Void = { _ in }

  func willCreate(_ event: InjectionEvent) { creating(event.key) }
  func didCreate(_ event: InjectionEvent) { created(event.key) }
}

private protocol Wrapper: AnyObject {}
private final class Plain: Wrapper, DefaultInitializable {}
private final class Wrap: Wrapper {
  let root: Root?
  init(_ root: Root?) { self.root = root }
}
private final class Section: Injectable {
  var wrapper: (any Wrapper)!
  static var requires: Requirements { requiring(\.wrapper) }
}
private final class Root: Injectable, AwakesFromInjection {
  static let fails = Switch()
  var wrapper: (any Wrapper)!
  var section: Section!
  static var requires: Requirements { requiring(\.wrapper, \.section) }
  func awakeFromInjection() throws { if Self.fails.value { throw Failure() } }
}

private final class Twice: Injectable, AwakesFromInjection {
  var whenSet: () throws -> Void = {}
  var whenAwoken: () throws -> Void = {}
  var number: Int! {
    didSet { #expect(throws: Never.self) { try whenSet() } }
  }
  static var requires: Requirements { requiring(\.number) }
  func awakeFromInjection() throws { try whenAwoken() }
}
/// Asks for another object when it ends.
private final class LastWords: Injectable {
  let story: Story
  var number: Int!
  init(_ story: Story) { self.story = story }
  static var requires: Requirements { requiring(\.number) }
  deinit {
    guard story.asks else { return }
    story.asks = false
    _ = try? story.injector?.resolve(Twice.self, named: "same")
  }
}
private final class Lock {}
private final class Holding {
  let member: Member
  init(_ member: Member) { self.member = member }
}
private final class Keyhole: Injectable {
  var width: Int!
  static var requires: Requirements { requiring(\.width) }
}
private final class Cycle: Injectable {
  var member: Member!
  var lock: Lock!
  static var requires: Requirements { requiring(\.member, \.lock) }
}
private final class Member: Injectable, @unchecked Sendable {
  var cycle: Cycle!
  var width: Int?
  static var requires: Requirements { requiring(\.cycle) }
}

private final class Detail: DefaultInitializable {}
private final class Middle: DefaultInitializable, Injectable {
  var detail: Detail!
  static var requires: Requirements { requiring(\.detail) }
}
private final class Slow: Injectable, AwakesFromInjection {
  static let fails = Switch()
  var middle: Middle!
  var isAwake = false
  static var requires: Requirements { requiring(\.middle) }
  func awakeFromInjection() throws {
    if Self.fails.value { throw Failure() }
    isAwake = true
  }
}
private final class Keeper: Injectable {
  var slow: Slow!
  static var requires: Requirements { requiring(\.slow) }
}
private final class Asker {
  let slow: Slow
  init(_ slow: Slow) { self.slow = slow }
}

private final class Extra {}
private final class Holder {
  let extra: Extra?
  init(_ extra: Extra?) { self.extra = extra }
}
private final class Failing {}
