import Infusion
import Testing

/// No failed or unfinished object is kept.
struct NothingIncompleteTests {
  @Test
  func aLazyHandleDoesNotKeepAnObjectOfAFailedAwake() throws {
    let awakesFail = Locked(true)
    let made = Locked<[Holder]>([])
    let injector = try Injector { binder in
      binder.bind(Holder.self).to {
        let holder = Holder { if awakesFail.current { throw Refusal(number: 1) } }
        made.with { $0.append(holder) }
        return holder
      }.in(.singleton)
      binder.bind(Partner.self).to { Partner() }.in(.singleton)
    }
    #expect(throws: InjectionError.self) { try injector.resolve(Holder.self) }
    awakesFail.with { $0 = false }
    let partner = try injector.resolve(Partner.self)
    let dropped = try #require(made.current.first)
    #expect(try dropped.lazy.get() === partner)
    // Breaks the cycles.
    for holder in made.current {
      holder.got?.holder = nil
      holder.got = nil
    }
    made.with { $0 = [] }
  }

  /// What the closure replaces ends with the request of the handle, and makes one of its own.
  @Test
  func aLazyHandleKeepsNoUnfinishedObjectThoughADeinitializerAsks() throws {
    let made = Locked<[Holder]>([])
    var awakesFail = true
    let injector = try Injector { binder in
      binder.bind(Int.self).to { 1 }
      binder.bind(Wheel.self).to { Wheel() }
    }
    let asking = Locked(0)
    func rebind() throws {
      let asker = Asker { asking.with { $0 += (try? injector.resolve(Int.self)) ?? 0 } }
      try injector.update { binder in
        binder.bind(Wheel.self).to { withExtendedLifetime(asker) { Wheel() } }
      }
    }
    try injector.update { binder in
      binder.bind(Holder.self).to {
        let holder = Holder { if awakesFail { throw Refusal(number: 1) } }
        made.with { $0.append(holder) }
        if awakesFail { try rebind() }
        return holder
      }.in(.singleton)
      binder.bind(Partner.self).to {
        if awakesFail { try rebind() }
        return Partner()
      }
    }
    #expect(throws: InjectionError.self) { try injector.resolve(Holder.self) }
    #expect(asking.current == 1)
    awakesFail = false
    let holder = try injector.resolve(Holder.self)
    let dropped = try #require(made.current.first)
    #expect(try dropped.lazy.get().holder === holder)
    // Breaks the cycles.
    for holder in made.current {
      holder.got?.holder = nil
      holder.got = nil
    }
    made.with { $0 = [] }
    try injector.update { $0.bind(Wheel.self).to { Wheel() } }
  }

  @Test func aLazyHandleOfAClosureKeepsItsValueWhateverWasRequestedBefore() throws {
    let values = Locked<[Wheel]>([])
    let injector = try Injector { binder in
      binder.bind(Driver.self).to { Driver() }.in(.singleton)
      binder.bind(Truck.self).to { (injector: Injector) throws -> Truck in
        let lazy = Lazy<Wheel> { Wheel() }
        // The driver, who needs the truck, is unfinished.
        _ = try injector.resolve(Driver.self)
        let (first, second) = (try lazy.get(), try lazy.get())
        values.with { $0 = [first, second] }
        return Truck()
      }
    }
    _ = try injector.resolve(Driver.self)
    #expect(values.current.count == 2)
    #expect(values.current.first === values.current.last)
  }

  @Test(arguments: FailingStep.allCases)
  func anUpdateThatFailsLeavesNothingInAStore(step: FailingStep) throws {
    let store = MemoryStore()
    let scope = Scope("stored") { _ in store }
    let injector = try Injector { binder in
      binder.bind(Int.self).to { 1 }
      binder.bind(Numbered.self).to { Numbered(try $0.resolve(Int.self)) }.in(scope)
      binder.install(Unwilling())
    }
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        binder.bind(Int.self).to { 2 }
        binder.bind(String.self).to { "\(try $0.resolve(Numbered.self).number)" }
          .asEagerSingleton()
        switch step {
        case .eagerSingleton:
          binder.bind(Wheel.self).to { throw Refusal(number: 2) }.asEagerSingleton()
        case .unloading: binder.uninstall(Unwilling.self)
        }
      }
    }
    #expect(store.count == 0)
    #expect(try injector.resolve(Numbered.self).number == 1)
  }

  enum FailingStep: CaseIterable { case eagerSingleton, unloading }

  @Test
  func objectsThatAStoreRequestsWhilePublishingArePublishedToo() throws {
    let owner = Locked<Injector?>(nil)
    let asked = Locked<Trailer?>(nil)
    let store = MemoryStore { isPublishing, key in
      guard isPublishing, key.type == Truck.self, let injector = owner.current else { return }
      let trailer = try injector.resolve(Trailer.self)
      asked.with { $0 = trailer }
    }
    let scope = Scope("stored") { _ in store }
    let injector = try Injector { binder in
      binder.bind(Truck.self).to { Truck() }.in(scope)
      binder.bind(Trailer.self).to { Trailer() }.in(scope)
    }
    owner.with { $0 = injector }
    let truck = try injector.resolve(Truck.self)
    #expect(store.count == 2)
    #expect(try injector.resolve(Truck.self) === truck)
    #expect(try injector.resolve(Trailer.self) === asked.current)
    #expect(asked.current?.truck === truck)
    owner.with { $0 = nil }
  }

  @Test(arguments: [false, true])
  func aStoreThatRequestsWhatIsUnfinishedWhilePublishingKeepsNothingUntilThatIsComplete(
    isKept: Bool
  ) throws {
    let owner = Locked<Injector?>(nil)
    let kept = Locked<[Int]>([])
    let fails = Locked(true)
    let store = MemoryStore { isPublishing, key in
      guard isPublishing, let injector = owner.current else { return }
      _ = try injector.resolve(Depot.self)
    }
    let injector = try Injector { binder in
      let depot = binder.bind(Depot.self).to { Depot() }
      if isKept { depot.in(.singleton) }
      binder.bind(Truck.self).to { Truck() }.in(Scope("stored") { _ in store })
      binder.bind(Wheel.self).to {
        kept.with { $0.append(store.count) }
        if fails.current { throw Refusal(number: 1) }
        return Wheel()
      }
    }
    owner.with { $0 = injector }
    #expect(throws: InjectionError.self) { try injector.resolve(Depot.self) }
    #expect(store.count == 0)
    fails.with { $0 = false }
    let depot = try injector.resolve(Depot.self)
    #expect(kept.current == [0, 0])
    #expect(store.count == 1)
    #expect(try injector.resolve(Truck.self) === depot.truck)
    owner.with { $0 = nil }
  }

  @Test
  func anUnloadedModuleReceivesObjectsOfTheUpdate() throws {
    let received = Locked<Wheel?>(nil)
    let injector = try Injector { binder in
      binder.bind(Wheel.self).to { Wheel() }.in(.singleton)
      binder.install(Asking(received: received))
    }
    try injector.update { binder in
      binder.uninstall(Asking.self)
      binder.bind(Cart.self).to { Cart(try $0.resolve(Wheel.self)) }.asEagerSingleton()
    }
    let wheel = try injector.resolve(Wheel.self)
    #expect(received.current === wheel)
    #expect(try injector.resolve(Cart.self).wheel === wheel)
  }

  enum UserCode: CaseIterable { case module, store, observer }

  /// An object that updates its injector while it awakes may still fail.
  @Test(arguments: UserCode.allCases, [false, true])
  func anUpdatePublishesNothingThatRefersToAnUnfinishedObject(
    asking code: UserCode, fails: Bool
  ) throws {
    let owner = Locked<Injector?>(nil)
    let asked = Locked<Passenger?>(nil)
    let ask: @Sendable () throws -> Void = {
      let passenger = try owner.current?.resolve(Passenger.self)
      asked.with { $0 = passenger }
    }
    let store = MemoryStore { isPublishing, _ in if code == .store, isPublishing { try ask() } }
    let observer = Listener { key in if code == .observer, key == Key(Cart.self) { try? ask() } }
    let injector = try Injector(options: .init(observers: [observer])) { binder in
      binder.bind(Pilot.self).to {
        Pilot {
          guard asked.current == nil, let injector = owner.current else { return }
          try injector.update { binder in
            if code == .module { binder.uninstall(Calling.self) }
            binder.bind(Wheel.self).to { Wheel() }.in(Scope("stored") { _ in store })
            binder.bind(Cart.self).to { Cart(try $0.resolve(Wheel.self)) }.asEagerSingleton()
          }
          if fails { throw Refusal(number: 1) }
        }
      }.in(.singleton)
      binder.bind(Passenger.self).to { Passenger() }.in(.singleton)
      binder.install(Calling(action: ask))
    }
    owner.with { $0 = injector }
    let pilot = try? injector.resolve(Pilot.self)
    #expect((pilot == nil) == fails)
    let passenger = try injector.resolve(Passenger.self)
    #expect(try passenger.pilot === injector.resolve(Pilot.self))
    #expect((asked.current === passenger) == !fails)
    owner.with { $0 = nil }
  }

  /// The update is called while the pilot awakes, or by a closure that the pilot then requests.
  @Test(arguments: [false, true])
  func anEagerSingletonThatRefersToAnUnfinishedObjectIsACycle(inClosure: Bool) throws {
    let owner = Locked<Injector?>(nil)
    let failure = Locked<InjectionError?>(nil)
    let update: @Sendable () -> Void = {
      do {
        try owner.current?.update { binder in
          binder.bind(Flight.self).to { Flight(try $0.resolve(Passenger.self)) }
            .asEagerSingleton()
        }
      } catch {
        failure.with { $0 = error as? InjectionError }
      }
    }
    let injector = try Injector { binder in
      binder.bind(Pilot.self).to {
        Pilot { if inClosure { _ = try owner.current?.resolve(Wheel.self) } else { update() } }
      }.in(.singleton)
      binder.bind(Passenger.self).to { Passenger() }.in(.singleton)
      binder.bind(Wheel.self).to {
        update()
        return Wheel()
      }
    }
    owner.with { $0 = injector }
    _ = try injector.resolve(Pilot.self)
    let error = try #require(failure.current)
    #expect(error.code == .cyclicDependency)
    #expect(error.path.map(\.subject) == ["eager singleton Flight"])
    let way = inClosure ? "Pilot → Wheel → Flight → Pilot" : "Pilot → Flight → Pilot"
    #expect("\(error)".contains(way))
    #expect(!injector.hasBinding(Flight.self))
    owner.with { $0 = nil }
  }
}

/// Asks when it is released.
private final class Asker {
  private let ask: () -> Void
  init(_ ask: @escaping () -> Void) { self.ask = ask }
  deinit { ask() }
}

/// Gets its lazy partner, which refers to it, when it awakes.
private final class Holder: Injectable, AwakesFromInjection, @unchecked Sendable {
  var lazy: Lazy<Partner>!
  var got: Partner?
  private let whenAwoken: () throws -> Void

  static var requires: [PartialKeyPath<Holder>] { [\.lazy] }

  init(_ whenAwoken: @escaping () throws -> Void) { self.whenAwoken = whenAwoken }

  func awakeFromInjection() throws {
    got = try lazy.get()
    try whenAwoken()
  }
}

private final class Partner: Injectable, @unchecked Sendable {
  var holder: Holder!
  static var requires: [PartialKeyPath<Partner>] { [\.holder] }
}

private final class Numbered {
  let number: Int
  init(_ number: Int) { self.number = number }
}

private struct Unwilling: UnloadableModule {
  func configure(_ binder: Binder) {}
  func unload(from injector: Injector) throws { throw Refusal(number: 3) }
}

private final class Truck: @unchecked Sendable {}

private final class Depot: Injectable {
  var truck: Truck!
  var wheel: Wheel!
  static var requires: [PartialKeyPath<Depot>] { [\.truck, \.wheel] }
}

private final class Driver: Injectable {
  var truck: Truck!
  static var requires: [PartialKeyPath<Driver>] { [\.truck] }
}

private final class Trailer: Injectable, @unchecked Sendable {
  var truck: Truck!
  static var requires: [PartialKeyPath<Trailer>] { [\.truck] }
}

private final class Cart: Sendable {
  nonisolated(unsafe) let wheel: Wheel
  init(_ wheel: Wheel) { self.wheel = wheel }
}

private struct Asking: UnloadableModule {
  let received: Locked<Wheel?>
  func configure(_ binder: Binder) {}
  func unload(from injector: Injector) throws {
    let wheel = try injector.resolve(Wheel.self)
    received.with { $0 = wheel }
  }
}

private final class Pilot: Injectable, AwakesFromInjection, @unchecked Sendable {
  private let whenAwoken: () throws -> Void
  static var requires: [PartialKeyPath<Pilot>] { [] }
  init(_ whenAwoken: @escaping () throws -> Void) { self.whenAwoken = whenAwoken }
  func awakeFromInjection() throws { try whenAwoken() }
}

private final class Passenger: Injectable, @unchecked Sendable {
  var pilot: Pilot!
  static var requires: [PartialKeyPath<Passenger>] { [\.pilot] }
}

private final class Flight {
  private let passenger: Passenger
  init(_ passenger: Passenger) { self.passenger = passenger }
}

private struct Calling: UnloadableModule {
  let action: @Sendable () throws -> Void
  func configure(_ binder: Binder) {}
  func unload(from injector: Injector) throws { try action() }
}

private struct Listener: InjectionObserver {
  let created: @Sendable (Key) -> Void
  func didCreate(_ event: InjectionEvent) { created(event.key) }
}
