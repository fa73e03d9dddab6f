import Foundation
import Infusion
import Synchronization
import Testing

private final class Engine: Injectable {
  var fuel: Fuel!
  static var requires: [PartialKeyPath<Engine>] { [\.fuel] }
}
private final class Fuel {}
private final class Car: Injectable {
  var engine: Engine!
  var spare: Fuel!
  static var requires: [PartialKeyPath<Car>] { [\.engine, \.spare] }
}
private final class Left: Injectable {
  var right: Right!
  var fuel: Fuel?
  static var requires: [PartialKeyPath<Left>] { [\.right] }
}
private final class Right: Injectable {
  weak var left: Left!
  static var requires: [PartialKeyPath<Right>] { [\.left] }
}
private protocol Vehicle: AnyObject {}
extension Car: Vehicle {}
private struct Broken: Error {}

/// Records the events that it receives.
private final class Log: InjectionObserver {
  struct Entry: Equatable, CustomStringConvertible {
    let verb: String
    let key: Key
    let scope: Scope
    let depth: Int
    let duration: Duration?
    var code: InjectionError.Code?

    var description: String { "\(verb) \(key) \(depth)" }
  }

  private let written = Mutex<[Entry]>([])
  let name: String
  private let react: (@Sendable (InjectionEvent) -> Void)?

  init(_ name: String = "", reacting react: (@Sendable (InjectionEvent) -> Void)? = nil) {
    self.name = name
    self.react = react
  }

  var entries: [Entry] { written.withLock { $0 } }
  var lines: [String] { entries.map(\.description) }

  func clear() { written.withLock { $0 = [] } }

  private func write(_ verb: String, _ event: InjectionEvent, _ error: InjectionError? = nil) {
    written.withLock {
      $0.append(
        Entry(
          verb: verb, key: event.key, scope: event.scope, depth: event.depth,
          duration: event.duration, code: error?.code))
    }
    react?(event)
  }

  func willCreate(_ event: InjectionEvent) { write("will", event) }
  func didCreate(_ event: InjectionEvent) { write("did", event) }
  func didInject(_ event: InjectionEvent) { write("inject", event) }
  func didReuse(_ event: InjectionEvent) { write("reuse", event) }
  func didFail(_ event: InjectionEvent, _ error: InjectionError) { write("fail", event, error) }

  /// Expects that every begun operation has ended, in the reverse order.
  func expectBalance(_ sourceLocation: SourceLocation = #_sourceLocation) {
    var open: [(Key, Int)] = []
    for entry in entries {
      switch entry.verb {
      case "will":
        open.append((entry.key, entry.depth))
      case "did":
        let last = open.popLast()
        #expect(
          last?.0 == entry.key && last?.1 == entry.depth, "\(entry)", sourceLocation: sourceLocation
        )
      case "fail":
        // An existing object was never about to be created.
        guard let last = open.last, last.0 == entry.key, last.1 == entry.depth else { continue }
        open.removeLast()
      default: break
      }
    }
    #expect(open.isEmpty, "\(open)", sourceLocation: sourceLocation)
  }
}

/// Records the texts of failures.
private final class ErrorTexts: InjectionObserver {
  private let written = Mutex<[String]>([])

  var all: [String] { written.withLock { $0 } }

  func didFail(_ event: InjectionEvent, _ error: InjectionError) {
    written.withLock { $0.append(error.description) }
  }
}

struct ObserverTests {
  private func makeInjector(
    _ observers: [any InjectionObserver], _ configure: @escaping (Binder) throws -> Void
  ) throws -> Injector {
    try Injector(options: Injector.Options(observers: observers), configure)
  }

  @Test func creationIsReportedFromTheOutsideInAndBack() throws {
    let log = Log()
    let injector = try makeInjector([log]) { binder in
      binder.bind(Car.self).to { Car() }
      binder.bind(Engine.self).to { Engine() }
      binder.bind(Fuel.self).to { Fuel() }
    }
    _ = try injector.resolve(Car.self)
    #expect(
      log.lines == [
        "will Car 0", "will Engine 1", "will Fuel 2", "did Fuel 2", "inject Engine 1",
        "did Engine 1", "will Fuel 1", "did Fuel 1", "inject Car 0", "did Car 0",
      ])
    log.expectBalance()
  }

  @Test func scopesAndReuseAreReported() throws {
    let log = Log()
    let injector = try makeInjector([log]) { binder in
      binder.bind(Car.self).to { Car() }
      binder.bind(Engine.self).to { Engine() }
      binder.bind(Fuel.self).to { Fuel() }.in(.singleton)
    }
    _ = try injector.resolve(Car.self)
    #expect(
      log.entries.filter { $0.key == Key(Fuel.self) }.map(\.verb) == ["will", "did", "reuse"])
    #expect(
      log.entries.allSatisfy {
        $0.scope == ($0.key == Key(Fuel.self) ? .singleton : .unscoped)
      })
    #expect(log.entries.first { $0.verb == "reuse" }?.depth == 1)
    log.clear()
    _ = try injector.resolve(Fuel.self)
    #expect(log.lines == ["reuse Fuel 0"])
    injector.releaseSingletons()
    log.clear()
    _ = try injector.resolve(Fuel.self)
    #expect(log.lines == ["will Fuel 0", "did Fuel 0"])
  }

  @Test func aBoundInstanceIsHandedOutNotCreated() throws {
    let log = Log()
    let injector = try makeInjector([log]) { binder in
      binder.bind(Engine.self).to { Engine() }
      binder.bind(Fuel.self).to(instance: Fuel())
    }
    for _ in 1...2 {
      _ = try injector.resolve(Engine.self)
      #expect(
        log.lines == ["will Engine 0", "reuse Fuel 1", "inject Engine 0", "did Engine 0"])
      log.clear()
    }
    _ = try injector.resolve(Fuel.self)
    #expect(log.lines == ["reuse Fuel 0"])
    #expect(log.entries.allSatisfy { $0.duration == nil && $0.scope == .singleton })
  }

  @Test func anInstanceThatIsBoundWeaklyIsHandedOutNotCreated() throws {
    let (log, fuel) = (Log(), Fuel())
    let injector = try makeInjector([log]) { $0.bind(Fuel.self).to(weak: fuel) }
    #expect(try injector.resolve(Fuel.self) === fuel)
    #expect(log.lines == ["reuse Fuel 0"])
    #expect(log.entries.allSatisfy { $0.duration == nil })
  }

  @Test func theInjectorItselfIsHandedOutNotCreated() throws {
    final class Holder: Injectable, DefaultInitializable {
      weak var injector: Injector?
      var factory: ObjectFactory!
      static var requires: Requirements { requiring(\.injector, \.factory) }
    }
    let log = Log()
    let injector = try makeInjector([log]) { _ in }
    _ = try injector.resolve(Holder.self)
    #expect(
      log.lines == [
        "will Holder 0", "reuse Injector 1", "will ObjectFactory 1", "did ObjectFactory 1",
        "inject Holder 0", "did Holder 0",
      ])
    log.clear()
    _ = try injector.resolve(Injector.self)
    #expect(log.lines == ["reuse Injector 0"])
    #expect(log.entries.allSatisfy { $0.duration == nil })
  }

  @Test func anInstanceThatIsInjectedOnceIsReported() throws {
    let log = Log()
    let injector = try makeInjector([log]) { binder in
      binder.bind(Engine.self).to(instance: Engine(), injecting: true)
      binder.bind(Fuel.self).to { Fuel() }
    }
    #expect(
      log.lines == [
        "will Engine 0", "will Fuel 1", "did Fuel 1", "inject Engine 0", "did Engine 0",
      ])
    log.clear()
    _ = try injector.resolve(Engine.self)
    #expect(log.lines == ["reuse Engine 0"])
  }

  @Test func aKeptNilIsReused() throws {
    let log = Log()
    let injector = try makeInjector([log]) { binder in
      binder.bind(Fuel?.self).to { nil }.in(.singleton)
    }
    for _ in 1...2 { #expect(try injector.resolve(Fuel?.self) === nil) }
    #expect(log.lines == ["will Fuel 0", "did Fuel 0", "reuse Fuel 0"])
  }

  @Test func aWeaklyKeptObjectIsReused() throws {
    let log = Log()
    let injector = try makeInjector([log]) { $0.bind(Fuel.self).to { Fuel() }.in(.weak) }
    let fuel = try injector.resolve(Fuel.self)
    #expect(try injector.resolve(Fuel.self) === fuel)
    #expect(log.lines == ["will Fuel 0", "did Fuel 0", "reuse Fuel 0"])
  }

  @Test func aValueOfTheGraphIsReusedWithinOneCall() throws {
    let log = Log()
    let injector = try makeInjector([log]) { binder in
      binder.bind(Car.self).to { Car() }
      binder.bind(Engine.self).to { Engine() }
      binder.bind(Fuel.self).to { Fuel() }.in(.graph)
    }
    _ = try injector.resolve(Car.self)
    #expect(log.entries.filter { $0.verb == "reuse" }.map(\.scope) == [.graph])
  }

  @Test func anInstanceThatAppearsWhileItIsBeingAcquiredIsReused() throws {
    /// Returns the value at the second look, as if another thread had published it in between.
    final class LateStore: InstanceStore, Sendable {
      let looks = Atomic<Int>(0)
      func value(for key: Key) -> Any? {
        looks.add(1, ordering: .relaxed).oldValue == 0 ? nil : Fuel()
      }
      func publish(_ value: Any, for key: Key) {}
    }
    let (log, store) = (Log(), LateStore())
    let injector = try makeInjector([log]) { binder in
      binder.bind(Fuel.self).to { Fuel() }.in(Scope("late") { _ in store })
    }
    _ = try injector.resolve(Fuel.self)
    #expect(store.looks.load(ordering: .relaxed) == 2)
    #expect(log.lines == ["reuse Fuel 0"])
  }

  @Test func durationsAreReportedWhenTheWorkIsDone() throws {
    let log = Log()
    let injector = try makeInjector([log]) { binder in
      binder.bind(Engine.self).to { Engine() }
      binder.bind(Fuel.self).to { Fuel() }
    }
    _ = try injector.resolve(Engine.self)
    for entry in log.entries {
      switch entry.verb {
      case "will", "reuse": #expect(entry.duration == nil)
      default: #expect((entry.duration ?? .seconds(-1)) >= .zero)
      }
    }
    let times = log.entries.filter { $0.verb == "did" }.compactMap(\.duration)
    // An outer operation takes at least as long as an inner one.
    #expect(times.count == 2 && times[0] <= times[1])
  }

  @Test(arguments: [nil, "broken"] as [Name?])
  func aDurationIncludesWhatPrecedesTheRequestsOfAClosure(_ name: Name?) throws {
    let log = Log()
    let elapsed = Mutex(Duration.zero)
    let injector = try makeInjector([log]) { binder in
      binder.bind(Engine.self).to { injector in
        // Longer than the error takes to be made.
        let start = ContinuousClock.now
        while start.duration(to: .now) < .milliseconds(20) {}
        elapsed.withLock { $0 = start.duration(to: .now) }
        _ = try? injector.resolve(Fuel.self, named: name)
        return Engine()
      }
      binder.bind(Fuel.self).to { Fuel() }
      binder.bind(Fuel.self, named: "broken").to { throw Broken() }
    }
    _ = try injector.resolve(Engine.self)
    let event = try #require(log.entries.last { $0.verb == "did" })
    #expect(event.key == Key(Engine.self))
    #expect(try #require(event.duration) >= elapsed.withLock { $0 })
  }

  @Test func aFailureThatAClosureCatchesLeavesTheOtherDurations() throws {
    let log = Log()
    let injector = try makeInjector([log]) { binder in
      binder.bind(Engine.self).to { injector in
        _ = try? injector.resolve(Fuel.self, named: "broken")
        return Engine()
      }
      binder.bind(Fuel.self).to { Fuel() }
      binder.bind(Fuel.self, named: "broken").to { throw Broken() }
    }
    _ = try injector.resolve(Engine.self)
    #expect(log.entries.last?.verb == "did")
    #expect(log.entries.last?.duration != nil)
    #expect(log.entries.allSatisfy { ($0.duration == nil) == ($0.verb == "will") })
  }

  @Test func aFailureThatAnObserverCatchesLeavesTheOtherDurations() throws {
    let holder = Holder()
    let log = Log(reacting: { _ in
      #expect(throws: InjectionError.self) {
        try holder.injector?.injectDependencies(into: Left())
      }
    })
    let injector = try makeInjector([log]) { binder in
      binder.bind(Engine.self).to { Engine() }
      binder.bind(Fuel.self).to { Fuel() }
    }
    holder.injector = injector
    _ = try injector.resolve(Engine.self)
    #expect(log.lines.count == 5)
    #expect(log.entries.allSatisfy { ($0.duration == nil) == ($0.verb == "will") })
  }

  @Test func namesLinksAndCollectionsHaveTheirKeys() throws {
    let log = Log()
    let injector = try makeInjector([log]) { binder in
      binder.bind((any Vehicle).self).to(Car.self) { $0 }
      binder.bind(Car.self).to { Car() }.asIs()
      binder.bind(Fuel.self, named: "diesel").to { Fuel() }
      binder.contribute(Fuel.self).to { Fuel() }
    }
    _ = try injector.resolve((any Vehicle).self)
    #expect(log.lines == ["will any Vehicle 0", "will Car 1", "did Car 1", "did any Vehicle 0"])
    log.clear()
    _ = try injector.resolve(Fuel.self, named: "diesel")
    #expect(log.entries.map(\.key) == Array(repeating: Key(Fuel.self, named: "diesel"), count: 2))
    log.clear()
    _ = try injector.resolve([Fuel].self)
    #expect(
      log.entries.map(\.key) == [
        Key([Fuel].self), Key(Fuel.self), Key(Fuel.self), Key([Fuel].self),
      ])
  }

  @Test func anExistingObjectIsInjectedNotCreated() throws {
    let log = Log()
    let injector = try makeInjector([log]) { $0.bind(Fuel.self).to { Fuel() } }
    try injector.injectDependencies(into: Engine())
    #expect(log.lines == ["will Fuel 1", "did Fuel 1", "inject Engine 0"])
    log.clear()
    try injector.injectDependencies(into: Fuel())
    #expect(log.lines.isEmpty)
  }

  @Test func nestedRequestsAreDeeper() throws {
    let log = Log()
    let injector = try makeInjector([log]) { binder in
      binder.bind(Car.self).to { injector in
        _ = try injector.resolve(Fuel.self)
        return Car()
      }.asIs()
      binder.bind(Fuel.self).to { Fuel() }
    }
    _ = try injector.resolve(Car.self)
    #expect(log.lines == ["will Car 0", "will Fuel 1", "did Fuel 1", "did Car 0"])
  }

  @Test func everyMemberOfACycleIsReportedOnce() throws {
    let log = Log()
    let injector = try makeInjector([log]) { binder in
      binder.bind(Left.self).to { Left() }.in(.singleton)
      binder.bind(Right.self).to { Right() }.in(.singleton)
    }
    _ = try injector.resolve(Left.self)
    #expect(
      log.lines == [
        "will Left 0", "will Right 1", "inject Right 1", "did Right 1", "inject Left 0",
        "did Left 0",
      ])
    log.expectBalance()
  }

  // MARK: - Failures

  @Test func aFailureIsReportedForEveryRequestOnItsPath() throws {
    let log = Log()
    let injector = try makeInjector([log]) { binder in
      binder.bind(Car.self).to { Car() }
      binder.bind(Engine.self).to { Engine() }
      binder.bind(Fuel.self).to { () throws -> Fuel in throw Broken() }
    }
    #expect(error { _ = try injector.resolve(Car.self) }?.code == .providerFailed)
    #expect(
      log.lines == [
        "will Car 0", "will Engine 1", "will Fuel 2", "fail Fuel 2", "fail Engine 1",
        "fail Car 0",
      ])
    #expect(log.entries.suffix(3).allSatisfy { $0.code == .providerFailed && $0.duration != nil })
    log.expectBalance()
  }

  @Test func aCreationBeforeAFailureIsReportedAsFinished() throws {
    let log = Log()
    let injector = try makeInjector([log]) { binder in
      binder.bind(Car.self).to { Car() }
      binder.bind(Engine.self).to { Engine() }.asIs()
    }
    #expect(error { _ = try injector.resolve(Car.self) }?.code == .missingBinding)
    #expect(log.lines == ["will Car 0", "will Engine 1", "did Engine 1", "fail Car 0"])
    log.expectBalance()
  }

  @Test func aFailedInjectionIsReported() throws {
    let log = Log()
    let injector = try makeInjector([log]) { _ in }
    #expect(error { try injector.injectDependencies(into: Engine()) }?.code == .missingBinding)
    #expect(log.lines == ["fail Engine 0"])
  }

  @Test(arguments: [0, 1, 2, 3, 4])
  func everyBeginningHasAnEnd(way: Int) throws {
    final class Awaking: Injectable, AwakesFromInjection {
      static var requires: [PartialKeyPath<Awaking>] { [] }
      func awakeFromInjection() throws { throw Broken() }
    }
    final class Store: InstanceStore, Sendable {
      func value(for key: Key) -> Any? { nil }
      func publish(_ value: Any, for key: Key) throws { throw Broken() }
    }
    let log = Log()
    let injector = try makeInjector([log]) { binder in
      binder.bind(Awaking.self).to { Awaking() }
      binder.bind(Engine.self).to { (injector, _: Int) in
        _ = try injector.resolve(Fuel.self)
        return Engine()
      }
      binder.bind(Fuel.self).to { Fuel() }.in(Scope("store") { _ in Store() })
      binder.bind(Left.self).to(uses: Left.self) { try $0.resolve(Left.self) }
      binder.bind(Right.self).toNothing()
    }
    let failure: InjectionError?
    switch way {
    case 0: failure = error { _ = try injector.resolve(Awaking.self) }
    case 1: failure = error { _ = try injector.resolve(Engine.self, arguments: 1) }
    case 2: failure = error { _ = try injector.resolve(Engine.self, arguments: "one") }
    case 3: failure = error { _ = try injector.resolve(Left.self) }
    default: failure = error { _ = try injector.resolve(Right.self) }
    }
    #expect(failure != nil)
    #expect(!log.entries.isEmpty)
    log.expectBalance()
  }

  @Test func theErrorHasThePathAsFarAsItIsKnown() throws {
    final class Paths: InjectionObserver {
      let counts = Mutex<[Int]>([])
      func didFail(_ event: InjectionEvent, _ error: InjectionError) {
        counts.withLock { $0.append(error.path.count) }
      }
    }
    let paths = Paths()
    let injector = try makeInjector([paths]) { binder in
      binder.bind(Car.self).to { Car() }
      binder.bind(Engine.self).to { Engine() }
    }
    let error = error { _ = try injector.resolve(Car.self) }
    #expect(paths.counts.withLock { $0 } == [1, 2])
    #expect(error?.path.count == 3)
  }

  // MARK: - Several, inherited, absent

  @Test func theTextOfAnErrorWhosePathIsNotCompleteIsRight() throws {
    let texts = ErrorTexts()
    let injector = try makeInjector([texts]) { binder in
      binder.bind(Car.self).to { Car() }
      binder.bind(Engine.self).to { Engine() }
      binder.bind(Int.self).to { (_, number: Int) in number }
    }
    #expect(throws: InjectionError.self) { try injector.resolve(Car.self) }
    let facts = texts.all.map { $0.prefix { !$0.isNewline } }
    // One requirement leads to the other.
    let missing = "[Infusion/missingBinding] Nothing provides 'Fuel', which 'Engine' requires."
    #expect(facts == [missing[...], missing[...]])
    #expect(throws: InjectionError.self) { try injector.resolve(Int.self) }
    let last = try #require(texts.all.last)
    #expect(last.contains("resolve(Int.self, arguments: …)"))
    #expect(!last.contains("eager"), "\(last)")
  }

  @Test func severalObserversReceiveTheSameInTheirOrder() throws {
    final class Named: InjectionObserver {
      let name: String
      let note: @Sendable (String) -> Void
      init(_ name: String, _ note: @escaping @Sendable (String) -> Void) {
        self.name = name
        self.note = note
      }
      func willCreate(_ event: InjectionEvent) { note("\(name) will") }
      func didCreate(_ event: InjectionEvent) { note("\(name) did") }
    }
    let noted = Noted()
    let injector = try makeInjector([
      Named("first") { noted.add($0) }, Named("second") { noted.add($0) },
    ]) { $0.bind(Fuel.self).to { Fuel() } }
    _ = try injector.resolve(Fuel.self)
    #expect(noted.all == ["first will", "second will", "first did", "second did"])
  }

  @Test func childrenInheritObservers() throws {
    let log = Log()
    let parent = try makeInjector([log]) { $0.bind(Fuel.self).to { Fuel() }.in(.singleton) }
    let child = try parent.makeChild { $0.bind(Engine.self).to { Engine() } }
    _ = try child.resolve(Engine.self)
    #expect(
      log.lines == [
        "will Engine 0", "will Fuel 1", "did Fuel 1", "inject Engine 0", "did Engine 0",
      ])
  }

  @Test func anotherInjectorIsNotObserved() throws {
    let log = Log()
    let heard = try makeInjector([log]) { $0.bind(Fuel.self).to { Fuel() } }
    let silent = try Injector { $0.bind(Engine.self).to { Engine() }.asIs() }
    _ = try silent.resolve(Engine.self)
    #expect(log.lines.isEmpty)
    _ = try heard.resolve(Fuel.self)
    #expect(log.lines.count == 2)
  }

  @Test func eagerSingletonsAreReported() throws {
    let log = Log()
    _ = try makeInjector([log]) { $0.bind(Fuel.self).to { Fuel() }.asEagerSingleton() }
    #expect(log.lines == ["will Fuel 0", "did Fuel 0"])
  }

  // MARK: - Observers that use the injector

  @Test func anObserverMayUseTheInjectorAndDoesNotObserveItself() throws {
    let holder = Holder()
    let log = Log(reacting: { _ in
      guard let injector = holder.injector else { return }
      _ = try? injector.resolve(Fuel.self, named: "own")
      _ = try? injector.resolve([Fuel].self)
      try? injector.injectDependencies(into: Engine())
      holder.count.add(1, ordering: .relaxed)
    })
    let injector = try makeInjector([log]) { binder in
      binder.bind(Car.self).to { Car() }.in(.singleton)
      binder.bind(Engine.self).to { Engine() }
      binder.bind(Fuel.self).to { Fuel() }
      binder.bind(Fuel.self, named: "own").to { Fuel() }.in(.singleton)
      binder.contribute(Fuel.self).to { Fuel() }
    }
    holder.injector = injector
    let car = try injector.resolve(Car.self)
    #expect(try injector.resolve(Car.self) === car)
    #expect(car.engine.fuel != nil && car.spare != nil)
    #expect(holder.count.load(ordering: .relaxed) == log.entries.count)
    #expect(log.entries.allSatisfy { $0.key.name == nil })
    log.expectBalance()
    holder.injector = nil
  }

  @Test func anObserverThatRequestsAnObjectUnderConstructionReceivesOnlyAnError() throws {
    let holder = Holder()
    let log = Log(reacting: { event in
      guard let injector = holder.injector, event.key == Key(Fuel.self) else { return }
      if error({ _ = try injector.resolve(Fuel.self) })?.code == .cyclicDependency {
        holder.count.add(1, ordering: .relaxed)
      }
    })
    let injector = try makeInjector([log]) { binder in
      binder.bind(Engine.self).to { Engine() }
      binder.bind(Fuel.self).to { Fuel() }.in(.singleton)
    }
    holder.injector = injector
    let engine = try injector.resolve(Engine.self)
    #expect(engine.fuel === (try injector.resolve(Fuel.self)))
    #expect(holder.count.load(ordering: .relaxed) == 1)
    log.expectBalance()
    holder.injector = nil
  }

  @Test func anObserverMayUseTheInjectorWhileARequestFails() throws {
    let holder = Holder()
    let log = Log(reacting: { _ in
      guard let injector = holder.injector else { return }
      _ = try? injector.resolve(Fuel.self)
      _ = try? injector.resolve(Left.self)
    })
    let injector = try makeInjector([log]) { binder in
      binder.bind(Car.self).to { Car() }
      binder.bind(Engine.self).to { Engine() }
      binder.bind(Fuel.self).to { Fuel() }.in(.singleton)
      binder.bind(Left.self).to { Left() }.in(.singleton)
      binder.bind(Right.self).to { Right() }.in(.singleton)
      binder.extend(Engine.self).completing { _ in throw Broken() }
    }
    holder.injector = injector
    for _ in 0..<10 {
      #expect(error { _ = try injector.resolve(Car.self) }?.code == .providerFailed)
    }
    let left = try injector.resolve(Left.self)
    #expect(left.right.left === left)
    log.expectBalance()
    holder.injector = nil
  }

  @Test func theErrorHasTheCodeThatTheCallerReceives() throws {
    let log = Log()
    let parent = try makeInjector([log]) { binder in
      binder.bind(Engine.self).to { Engine() }.in(.singleton)
    }
    let child = try parent.makeChild { binder in binder.bind(Fuel.self).to { Fuel() } }
    #expect(throws: InjectionError.self) { try child.resolve(Engine.self) }
    #expect(log.lines == ["will Engine 0", "fail Engine 0"])
    #expect(log.entries.last?.code == .boundInChild)
  }

  @Test func anExistingObjectThatCannotBeInjectedHasFailed() throws {
    let log = Log()
    let injector = try makeInjector([log]) { binder in binder.bind(Int.self).to { 1 } }
    let unhappy = Unhappy()
    try injector.shutdown()
    #expect(throws: InjectionError.self) { try injector.injectDependencies(into: unhappy) }
    #expect(throws: InjectionError.self) { try injector.injectDependencies(intoEach: [unhappy]) }
    #expect(log.lines == ["fail Unhappy 0", "fail Unhappy 0"])
    #expect(log.entries.allSatisfy { $0.code == .injectorShutDown })
  }

  @Test func aWeakBindingWhoseObjectIsGoneProvidesNothing() throws {
    let log = Log()
    let injector: Injector
    do {
      let fuel = Fuel()
      injector = try makeInjector([log]) { [unowned fuel] binder in
        binder.bind(Fuel.self).to(weak: fuel)
      }
      #expect(try injector.resolveIfBound(Fuel.self) === fuel)
    }
    #expect(try injector.resolveIfBound(Fuel.self) == nil)
    #expect(log.lines == ["reuse Fuel 0", "will Fuel 0", "did Fuel 0"])
    #expect(log.entries.allSatisfy { $0.scope == .weak })
  }

  @Test func anObserverMayUseTheInjectorWhenAWeakObjectIsGone() throws {
    let holder = Holder()
    let log = Log(reacting: { _ in _ = try? holder.injector?.resolve(Left.self) })
    let injector = try makeInjector([log]) { binder in
      binder.bind(Fuel.self).to(weak: Fuel())
      binder.bind(Left.self).to { Left() }.in(.singleton)
      binder.bind(Right.self).to { Right() }.in(.singleton)
    }
    holder.injector = injector
    #expect(try injector.resolveIfBound(Fuel.self) == nil)
    #expect(log.lines == ["will Fuel 0", "did Fuel 0"])
    holder.injector = nil
  }

  @Test func aSingletonThatWaitsForItsCycleIsReused() throws {
    let log = Log()
    let injector = try makeInjector([log]) { binder in
      binder.bind(Left.self).to { Left() }.in(.singleton)
      binder.bind(Right.self).to { Right() }.in(.singleton)
      binder.bind(Fuel.self).to { injector in
        _ = try injector.resolve(Right.self)
        return Fuel()
      }
      binder.extend(Left.self).injecting(\.fuel)
    }
    let left = try injector.resolve(Left.self)
    #expect(left.fuel != nil)
    #expect(
      log.lines == [
        "will Left 0", "will Right 1", "inject Right 1", "did Right 1", "will Fuel 1",
        "reuse Right 2", "did Fuel 1", "inject Left 0", "did Left 0",
      ])
  }

  @Test func anObserverMayTakeAnyError() throws {
    let log = TolerantLog()
    let injector = try makeInjector([log]) { _ in }
    #expect(throws: InjectionError.self) { try injector.resolve(Int.self) }
    #expect(throws: InjectionError.self) { try injector.injectDependencies(into: Unhappy()) }
    #expect(log.failures.all == ["missingBinding"])
  }
}

private final class Noted: Sendable {
  private let texts = Mutex<[String]>([])
  var all: [String] { texts.withLock { $0 } }
  func add(_ text: String) { texts.withLock { $0.append(text) } }
}

private final class Holder: Sendable {
  private let kept = Mutex<Injector?>(nil)
  let count = Atomic<Int>(0)
  var injector: Injector? {
    get { kept.withLock { $0 } }
    set { kept.withLock { $0 = newValue } }
  }
}

private final class Unhappy: Injectable {
  var number: Int!
  static var requires: Requirements { requiring(\.number) }
}

private final class TolerantLog: InjectionObserver {
  let failures = Noted()
  func didFail(_ event: InjectionEvent, _ error: any Error) {
    failures.add((error as? InjectionError)?.code.description ?? "\(error)")
  }
}
