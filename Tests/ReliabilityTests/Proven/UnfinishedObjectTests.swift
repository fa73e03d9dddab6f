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

  @Test(arguments: [false, true])
  func whatAFailedUpdateBindsIsNotKept(observerAsks: Bool) throws {
    let observer = AskingObserver()
    let injector = try Injector(options: .init(observers: [observer])) { binder in
      binder.bind(Holder.self).to { Holder(try $0.resolveIfBound(Extra.self)) }.in(.singleton)
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
