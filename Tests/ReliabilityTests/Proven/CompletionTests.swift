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
