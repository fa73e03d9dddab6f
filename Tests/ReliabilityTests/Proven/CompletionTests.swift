import Infusion
import Testing

/// Every object is injected and awoken exactly once, however it is requested.
struct CompletionTests {
  /// The existing object is the first of its class, at any depth.
  @Test
  func anExistingObjectClosesItsCycleAtAnyDepth() throws {
    for depth in [0, 10, 14, 15, 16, 20, 100] {
      let injector = try Injector(options: .init(maximumNesting: 1_000)) { binder in
        for index in 0..<depth {
          binder.bind(Step.self, named: Name("\(index)")).to { Step() }
            .injecting(\.next, named: Name("\(index + 1)"))
        }
        binder.bind(Step.self, named: Name("\(depth)")).to { Step() }.injecting(\.car)
        binder.bind(Car.self).to { injector in
          let car = Car()
          try injector.injectDependencies(into: car)
          return car
        }
        binder.bind(Motor.self).to { Motor() }
      }
      do throws(InjectionError) {
        var step = try injector.resolve(Step.self, named: "0")
        while let next = step.next { step = next }
        #expect(step.car?.motor.car === step.car, "behind \(depth) objects")
        step.car?.motor.car = nil
      } catch {
        Issue.record("\(error.code) behind \(depth) objects")
      }
    }
  }

  enum Route: CaseIterable {
    case resolve, property, create, inject, injectEach, initializer, element
  }

  /// The closure has received the instance, in whatever way, and only passes it on.
  @Test(arguments: Route.allCases, [false, true])
  func anInstanceThatIsHandedOutAndPassedOnIsNotAwoken(_ route: Route, isBound: Bool) throws {
    let part = CountingPart()
    let injector = try Injector { binder in
      binder.bind(Wheel.self).to { Wheel() }
      if isBound {
        binder.bind(CountingPart.self).to(instance: part)
      } else {
        binder.bind(CountingPart.self).to { part }.in(.singleton)
      }
      binder.bind(PartOwner.self).to { PartOwner() }
      binder.contribute(PartOwner.self).to { PartOwner() }
      binder.bind(PartBox.self).toInitializer(PartBox.init(_:)).asIs()
      binder.bind(CountingPart.self, named: "passed on").to { injector in
        let owner = PartOwner()
        switch route {
        case .resolve: return try injector.resolve(CountingPart.self)
        case .property: return try injector.resolve(PartOwner.self).part
        case .create: return try injector.create { owner }.part
        case .inject: try injector.injectDependencies(into: owner)
        case .injectEach: try injector.injectDependencies(intoEach: [owner])
        case .initializer: return try injector.resolve(PartBox.self).part
        case .element: return try injector.resolve([PartOwner].self)[0].part
        }
        return owner.part
      }
    }
    _ = try injector.resolve(CountingPart.self)
    #expect(try injector.resolve(CountingPart.self, named: "passed on") === part)
    #expect(part.awakes == (isBound ? 0 : 1))
    #expect((part.wheel == nil) == isBound)
  }

  @Test
  func anObjectThatOccursTwiceInASequenceIsAwokenOnce() throws {
    let injector = try Injector { $0.bind(Wheel.self).to { Wheel() } }
    let part = CountingPart()
    try injector.injectDependencies(intoEach: [part, part])
    #expect(part.awakes == 1)
  }

  @Test
  func anObjectThatOccursTwiceInASequenceIsAwokenOnceObserved() throws {
    let injector = try Injector(options: .observed(true)) { $0.bind(Wheel.self).to { Wheel() } }
    let part = CountingPart()
    try injector.injectDependencies(intoEach: [part, part])
    #expect(part.awakes == 1)
  }

  /// The list of the class, which asks for an object, runs between the two.
  @Test
  func anObjectThatOccursTwiceIsAwokenOnceWhenItsListAsks() throws {
    let injector = try Injector { binder in
      binder.bind(Wheel.self).to { Wheel() }
      binder.bind(CountingPart.self).to { CountingPart() }
    }
    let part = PartWhoseListAsks()
    try Injector.withCurrent(injector) { try injector.injectDependencies(intoEach: [part, part]) }
    #expect(part.awakes == 1)
  }

  @Test
  func anObjectThatACreatorReturnsTwiceIsAwokenOnce() throws {
    let injector = try Injector { $0.bind(Wheel.self).to { Wheel() } }
    let part = CountingPart()
    _ = try injector.create { [part, part] }
    #expect(part.awakes == 1)
  }

  @Test func anObjectThatACreatorReturnsTwiceIsAwokenOnceObserved() throws {
    let injector = try Injector(options: .observed(true)) { $0.bind(Wheel.self).to { Wheel() } }
    let part = CountingPart()
    _ = try injector.create { [part, part] }
    #expect(part.awakes == 1)
  }

  @Test(arguments: [false, true])
  func anObjectUnderInjectionThatAClosureReturnsIsNotInjectedAgain(isObserved: Bool) throws {
    let owner = SelfServer()
    let injector = try Injector(options: .observed(isObserved)) { binder in
      binder.bind((any Delegate).self).to { owner }
      binder.bind(Wheel.self).to { Wheel() }
    }
    try injector.injectDependencies(into: owner)
    #expect(owner.delegate === owner)
    #expect(owner.awakes == 1)
    #expect(owner.unfinishedAwakes == 0)
    owner.delegate = nil
  }

  @Test(arguments: [false, true])
  func anUninjectedObjectBehindALinkIsInjectedWhenAClosurePassesItOn(
    isObserved: Bool
  ) throws {
    let injector = try Injector(options: .observed(isObserved)) { binder in
      binder.bind(Wheel.self).to { Wheel() }
      binder.bind(CountingPart.self).to { CountingPart() }.asIs()
      binder.bind(CountingPart.self, named: "link").to(CountingPart.self) { $0 }
      binder.bind(CountingPart.self, named: "direct").to { try $0.resolve(CountingPart.self) }
      binder.bind(CountingPart.self, named: "linked").to {
        try $0.resolve(CountingPart.self, named: "link")
      }
    }
    let direct = try injector.resolve(CountingPart.self, named: "direct")
    let linked = try injector.resolve(CountingPart.self, named: "linked")
    #expect(direct.awakes == 1)
    #expect(direct.wheel != nil)
    #expect(linked.awakes == 1)
    #expect(linked.wheel != nil)
  }

  @Test(arguments: [false, true])
  func aSingletonHandedOutWhileItsInjectionFailsIsNotInjectedAgain(isObserved: Bool) throws {
    struct Refused: Error {}
    var singleton: CountingPart?
    let injector = try Injector(options: .observed(isObserved)) { binder in
      binder.bind(CountingPart.self).to { CountingPart() }.in(.singleton)
      binder.bind(CountingPart.self, named: "again").to { try #require(singleton) }
      binder.bind(Wheel.self).to { injector in
        guard singleton != nil else { return Wheel() }
        _ = try injector.resolve(CountingPart.self)
        throw Refused()
      }
      binder.bind(Int.self).to { injector in
        let part = try #require(singleton)
        #expect(throws: InjectionError.self) { try injector.injectDependencies(into: part) }
        return try injector.resolve(CountingPart.self, named: "again").awakes
      }
    }
    singleton = try injector.resolve(CountingPart.self)
    #expect(try injector.resolve(Int.self) == 1)
  }

  /// What a request has completed before it fails.
  enum CompletedPart: CaseIterable {
    case unscoped, singleton, ofTheCall, injected
  }

  @Test(arguments: CompletedPart.allCases, [false, true])
  func anObjectThatAFailedRequestHasCompletedIsAwokenOnce(
    _ kind: CompletedPart, isObserved: Bool
  ) throws {
    var completed: CountingPart?
    let injector = try Injector(options: .observed(isObserved)) { binder in
      binder.bind(Wheel.self).to { Wheel() }
      let part = binder.bind(CountingPart.self).to { CountingPart() }
      if kind == .singleton { part.in(.singleton) }
      if kind == .ofTheCall { part.in(.graph) }
      binder.bind(Seeker.self).to { injector in
        if kind == .injected {
          let part = CountingPart()
          try injector.injectDependencies(into: part)
          completed = part
        } else {
          completed = try injector.resolve(CountingPart.self)
        }
        throw Refused()
      }
      binder.bind(CountingPart.self, named: "passed on").to { injector in
        #expect(throws: InjectionError.self) { try injector.resolve(Seeker.self) }
        return try #require(completed)
      }
    }
    let part = try injector.resolve(CountingPart.self, named: "passed on")
    #expect(part === completed && part.awakes == 1)
  }

  /// A property of the owner was complete when another one failed.
  @Test(arguments: [false, true])
  func aDependencyThatAFailedObjectHasGatheredIsAwokenOnce(isObserved: Bool) throws {
    var gathered: CountingPart?
    let injector = try Injector(options: .observed(isObserved)) { binder in
      binder.bind(Wheel.self).to { Wheel() }
      binder.bind(CountingPart.self).to {
        let part = CountingPart()
        gathered = part
        return part
      }
      binder.bind(CountingPart.self, named: "passed on").to { injector in
        #expect(throws: InjectionError.self) { try injector.create { Seeker() } }
        return try #require(gathered)
      }
    }
    let part = try injector.resolve(CountingPart.self, named: "passed on")
    #expect(part === gathered && part.awakes == 1)
  }

  /// It refers to the object that has failed.
  @Test(arguments: [false, true])
  func aMemberOfACycleThatHasFailedIsInjectedAgain(isObserved: Bool) throws {
    var members: [Member] = []
    var mayFail = true
    let injector = try Injector(options: .observed(isObserved)) { binder in
      binder.bind(Root.self).to { Root() }
      binder.bind(Member.self).to {
        let member = members.first ?? Member()
        members.append(member)
        return member
      }
      binder.bind(Wheel.self).to { if mayFail { throw Refused() } else { Wheel() } }
      binder.bind(Root.self, named: "again").to { injector in
        #expect(throws: InjectionError.self) { try injector.resolve(Root.self) }
        mayFail = false
        return try injector.resolve(Root.self)
      }
    }
    let root = try injector.resolve(Root.self, named: "again")
    #expect(members.count == 2 && members[0] === members[1])
    #expect(root.member === members[0] && root.member.root === root)
    #expect(root.member.awakes == 2)
    root.member = nil
  }

  @Test(arguments: [false, true])
  func whatABindingCouldNotAddIsAddedByTheNextRequest(isObserved: Bool) throws {
    // Few objects are searched one by one, more by an index.
    for number in [1, 100] {
      var fails = true
      let parts = (0..<number).map { _ in Carrier() }
      let injector = try Injector(options: .observed(isObserved)) { binder in
        binder.bind(Wheel.self).to { Wheel() }
        binder.bind(Step.self).to { if fails { throw Refused() } else { Step() } }
        for (index, part) in parts.enumerated() {
          binder.bind(Carrier.self, named: Name("\(index)")).to { injector in
            try injector.injectDependencies(into: part)
            return part
          }.injecting(\.step)
        }
        binder.bind(Int.self).to { injector in
          for index in 0..<number {
            let name = Name("\(index)")
            fails = true
            #expect(throws: InjectionError.self) {
              try injector.resolve(Carrier.self, named: name)
            }
            #expect(parts[index].step == nil)
            fails = false
            let step = try #require(try injector.resolve(Carrier.self, named: name).step)
            #expect(try injector.resolve(Carrier.self, named: name).step === step)
          }
          return 0
        }
      }
      _ = try injector.resolve(Int.self)
    }
  }

  /// A cycle that has ended before the failure does not count as failed.
  @Test(arguments: [false, true])
  func aMemberOfACompleteCycleIsAwokenOnceWhateverFailsAfterwards(isObserved: Bool) throws {
    var members: [Member] = []
    let injector = try Injector(options: .observed(isObserved)) { binder in
      binder.bind(Root.self).to { Root() }
      binder.bind(Member.self).to {
        let member = members.first ?? Member()
        members.append(member)
        return member
      }
      binder.bind(Wheel.self).to { Wheel() }
      binder.bind(Seeker.self).to {
        _ = try $0.resolve(Root.self)
        throw Refused()
      }
      binder.bind(Root.self, named: "again").to { injector in
        #expect(throws: InjectionError.self) { try injector.resolve(Seeker.self) }
        return try injector.resolve(Root.self)
      }
    }
    let root = try injector.resolve(Root.self, named: "again")
    #expect(members.count == 2 && root.member === members[0])
    #expect(root.member.awakes == 1)
    root.member.root.member = nil
    root.member = nil
  }
}

private struct Refused: Error {}

private final class PartOwner: Injectable {
  var part: CountingPart!
  static var requires: Requirements { requiring(\.part) }
}
private final class PartBox {
  let part: CountingPart
  init(_ part: CountingPart) { self.part = part }
}

private final class Seeker: Injectable {
  var part: CountingPart!
  var missing: Bool!
  static var requires: [PartialKeyPath<Seeker>] { [\.part, \.missing] }
}

private final class Carrier: Injectable {
  var wheel: Wheel!
  var step: Step?
  static var requires: [PartialKeyPath<Carrier>] { [\.wheel] }
}

private final class Root: Injectable {
  var member: Member!
  var wheel: Wheel!
  static var requires: [PartialKeyPath<Root>] { [\.member, \.wheel] }
}

private final class Member: Injectable, AwakesFromInjection {
  var root: Root!
  private(set) var awakes = 0
  static var requires: [PartialKeyPath<Member>] { [\.root] }
  func awakeFromInjection() { awakes += 1 }
}

private final class Step: @unchecked Sendable {
  var next: Step?
  var car: Car?
}

private final class Car: Injectable, @unchecked Sendable {
  var motor: Motor!
  static var requires: [PartialKeyPath<Car>] { [\.motor] }
}

private final class Motor: Injectable, @unchecked Sendable {
  var car: Car!
  static var requires: [PartialKeyPath<Motor>] { [\.car] }
}

private protocol Delegate: AnyObject {}

private final class SelfServer: Delegate, Injectable, AwakesFromInjection, @unchecked Sendable {
  var delegate: (any Delegate)!
  var wheel: Wheel!
  private(set) var awakes = 0
  private(set) var unfinishedAwakes = 0

  static var requires: [PartialKeyPath<SelfServer>] { [\.delegate, \.wheel] }

  func awakeFromInjection() {
    awakes += 1
    if wheel == nil || delegate == nil { unfinishedAwakes += 1 }
  }
}
