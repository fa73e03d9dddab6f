import Infusion
import Testing

/// Observers that use the injector receive only finished objects.
struct ObserverRequestTests {
  @Test
  func anObserverThatAsksForAnUnscopedKeyReceivesAnotherObject() throws {
    let observer = AskingObserver(hearing: [.created, .injected])
    let part = try ask(observer, scope: .unscoped)
    for other in observer.received.current {
      #expect(other !== part)
      #expect(other.awakes == 1)
    }
  }

  @Test func anObserverThatAsksForASingletonReceivesTheFinishedObject() throws {
    let observer = AskingObserver(hearing: [.created, .injected])
    let part = try ask(observer, scope: .singleton)
    for other in observer.received.current { #expect(other === part) }
    #expect(part.awakes == 1)
  }

  @Test(arguments: [Scope.unscoped, .singleton, .graph, .weak])
  func anObserverCannotShutTheInjectorDownWhileAValueIsMade(_ scope: Scope) throws {
    final class Ending: InjectionObserver {
      let injector = Locked<Injector?>(nil)
      let code = Locked<InjectionError.Code?>(nil)
      func willCreate(_ event: InjectionEvent) {
        guard let ended = injector.current else { return }
        let found = ReliabilityTests.code { try ended.shutdown() }
        code.with { $0 = found }
      }
    }
    let observer = Ending()
    let injector = try Injector(options: .init(observers: [observer])) { binder in
      binder.bind(Wheel.self).to { Wheel() }.in(scope)
    }
    observer.injector.with { $0 = injector }
    defer { observer.injector.with { $0 = nil } }
    _ = try injector.resolve(Wheel.self)
    #expect(observer.code.current == .updateInProgress)
    #expect(!injector.isShutDown)
  }

  private func ask(_ observer: AskingObserver, scope: Scope) throws -> CountingPart {
    let injector = try Injector(options: .init(observers: [observer])) { binder in
      binder.bind(Wheel.self).to { Wheel() }
      binder.bind(CountingPart.self).to { CountingPart() }.in(scope)
    }
    let part = try observer.asking(injector) { try injector.resolve(CountingPart.self) }
    #expect(observer.errors.current == [])
    // `didInject` and `didCreate` each report it.
    #expect(observer.received.current.count == 2)
    return part
  }

  @Test
  func anObserverThatAsksForTheClassOfAnExistingObjectReceivesAnotherObject() throws {
    let observer = AskingObserver(hearing: [.injected])
    let injector = try Injector(options: .init(observers: [observer])) { binder in
      binder.bind(Wheel.self).to { Wheel() }
      binder.bind(CountingPart.self).to { CountingPart() }
    }
    let part = CountingPart()
    try observer.asking(injector) { try injector.injectDependencies(into: part) }
    #expect(observer.errors.current == [])
    #expect(observer.received.current.count == 1)
    for other in observer.received.current { #expect(other !== part) }
  }

  @Test
  func anObserverMayAskForAKeyThatProvidesNothing() throws {
    let observer = AskingObserver(hearing: [.created])
    let injector = try Injector(options: .init(observers: [observer])) { binder in
      binder.bind(CountingPart?.self).to { nil }
    }
    let part = try observer.asking(injector) { try injector.resolveIfBound(CountingPart.self) }
    #expect(part == nil)
    #expect(observer.errors.current == [])
    #expect(observer.asked.value == 1)
  }

  @Test
  func anObserverMayRepeatAFailedRequest() throws {
    let observer = AskingObserver(hearing: [.failed])
    let calls = Counter()
    let injector = try Injector(options: .init(observers: [observer])) { binder in
      binder.bind(Wheel.self).to { Wheel() }
      binder.bind(CountingPart.self).to {
        if calls.increment() == 1 { throw Refusal(number: 1) }
        return CountingPart()
      }
    }
    #expect(throws: InjectionError.self) {
      try observer.asking(injector) { try injector.resolve(CountingPart.self) }
    }
    #expect(observer.errors.current == [])
    #expect(observer.received.current.count == 1)
  }
}

/// Requests the key of an event that it receives.
private final class AskingObserver: InjectionObserver {
  enum News { case created, injected, failed }

  let received = Locked<[CountingPart]>([])
  let errors = Locked<[String]>([])
  let asked = Counter()
  private let injector = Locked<Injector?>(nil)
  private let news: Set<News>

  init(hearing news: Set<News>) { self.news = news }

  func asking<Result>(_ injector: Injector, _ body: () throws -> Result) rethrows -> Result {
    self.injector.with { $0 = injector }
    defer { self.injector.with { $0 = nil } }
    return try body()
  }

  func didCreate(_ event: InjectionEvent) { ask(event, .created) }
  func didInject(_ event: InjectionEvent) { ask(event, .injected) }
  func didFail(_ event: InjectionEvent, _ error: InjectionError) { ask(event, .failed) }

  private func ask(_ event: InjectionEvent, _ heard: News) {
    guard news.contains(heard), event.key.type == CountingPart.self,
      let injector = injector.current
    else { return }
    asked.increment()
    do throws(InjectionError) {
      if let part = try injector.resolveIfBound(CountingPart.self) {
        received.with { $0.append(part) }
      }
    } catch {
      errors.with { $0.append(error.code.description) }
    }
  }
}
