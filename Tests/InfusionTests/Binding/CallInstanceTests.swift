import Infusion
import Testing

private final class Session {
  var owner: Owner?
}
private struct Ticket {
  var session = Session()
  var seats: (UInt8, UInt8, UInt8) = (1, 2, 3)
}
private final class Owner: Injectable, AwakesFromInjection {
  var first: Session!
  var second: Session!
  var ticket: Ticket!
  var sameTicket: Ticket!
  var fails = false
  static var requires: Requirements { requiring(\.first, \.second, \.ticket, \.sameTicket) }
  func awakeFromInjection() throws {
    if fails { throw Mishap() }
  }
}
private final class Root {
  var same: Root!
  var leaf: Leaf!
  var count: Int!
}
private final class Leaf {
  var root: Root!
}
/// Reads its list only once: a single test uses it.
private final class Asking: Injectable {
  nonisolated(unsafe) static var ask: () -> Void = {}
  static var requires: [PartialKeyPath<Asking>] {
    ask()
    return []
  }
}
private final class Holder {
  var asking: Asking?
}

/// The scope `.graph` when a closure makes the instance: one for each outermost call.
struct CallInstanceTests {
  @Test func aCallHasOneInstance() throws {
    let injector = try Injector { binder in
      binder.bind(Session.self).to { Session() }.in(.graph)
      binder.bind(Ticket.self).to { Ticket() }.in(.graph)
    }
    let (one, other) = (Owner(), Owner())
    try injector.injectDependencies(intoEach: [one, other])
    #expect(one.first === one.second)
    #expect(one.first === other.first)
    #expect(one.ticket.session === one.sameTicket.session)
    #expect(one.ticket.session === other.ticket.session)
    #expect(other.ticket.seats == (1, 2, 3))
    let third = Owner()
    try injector.injectDependencies(into: third)
    #expect(third.first !== one.first)
    #expect(third.ticket.session !== one.ticket.session)
  }

  /// A closure that asks for its own key closes a cycle, also after it has changed the injector.
  @Test(arguments: [false, true], [nil, "name"] as [Name?])
  func aClosureCannotAskForItsOwnInstance(changing: Bool, name: Name?) throws {
    let injector = try Injector { binder in
      binder.bind(Session.self, named: name).to { injector in
        if changing { try injector.update { $0.bind(Int.self).to { 1 } } }
        return try injector.resolve(Session.self, named: name)
      }.in(.graph)
    }
    for _ in 0..<2 {
      let error = try failure { _ = try injector.resolve(Session.self, named: name) }
      #expect(error.code == .cyclicDependency)
    }
  }

  @Test func anInstanceThatFailedIsMadeByTheNextRequest() throws {
    let asked = Counter()
    let injector = try Injector { binder in
      binder.bind(Session.self).to {
        if asked.next() == 1 { throw Mishap() }
        return Session()
      }.in(.graph)
      binder.bind([Session].self).to { injector in
        #expect(throws: InjectionError.self) { try injector.resolve(Session.self) }
        return try [injector.resolve(Session.self), injector.resolve(Session.self)]
      }
    }
    let sessions = try injector.resolve([Session].self)
    #expect(sessions[0] === sessions[1])
    #expect(asked.value == 2)
  }

  /// An instance that refers to an unfinished object is dropped with it.
  @Test func theFirstRequestMayHaveArguments() throws {
    let injector = try Injector { binder in
      binder.bind(String.self).to { (_, text: String) in text }.in(.graph)
      binder.bind(Int.self).to { injector in
        let first = try injector.resolve(String.self, arguments: "first")
        let second = try injector.resolve(String.self, arguments: "second")
        #expect([first, second] == ["first", "first"])
        return 1
      }
    }
    #expect(try injector.resolve(String.self, arguments: "outermost") == "outermost")
    _ = try injector.resolve(Int.self)
  }

  @Test(arguments: [nil, "first"] as [Name?])
  func anInstanceThatIsMadeOnDemandStaysWhenTheCallChangesTheInjector(name: Name?) throws {
    final class Visit: DefaultInitializable, Scoped {
      static let scope = Scope.graph
      init() {}
    }
    let injector = try Injector { binder in
      binder.bind(Bool.self).to { injector in
        let first = try injector.resolve(Visit.self, named: name)
        try injector.update { $0.bind(Int.self).to { 1 } }
        #expect(try injector.resolve(Visit.self, named: "second") !== first)
        return try injector.resolve(Visit.self, named: name) === first
      }
    }
    #expect(try injector.resolve(Bool.self))
  }

  @Test func anInstanceOfAFailedObjectIsNotHandedOut() throws {
    let made = Counter()
    let injector = try Injector { binder in
      binder.bind(Owner.self).to {
        let owner = Owner()
        owner.fails = made.next() % 2 == 1
        return owner
      }
      binder.bind(Session.self).to { injector in
        let session = Session()
        session.owner = try injector.resolve(Owner.self)
        return session
      }.in(.graph)
      binder.bind(Ticket.self).to { Ticket() }.in(.graph)
      binder.bind([Owner].self).to { injector in
        #expect(throws: InjectionError.self) { try injector.resolve(Owner.self) }
        return try [injector.resolve(Owner.self)]
      }
    }
    // The second call knows that a session needs nothing.
    for _ in 0..<2 {
      let owner = try #require(injector.resolve([Owner].self).first)
      #expect(owner.first.owner === owner)
      #expect(owner.second === owner.first)
      #expect(!owner.fails)
    }
  }

  /// A closure that returns an object under injection has made nothing: whoever refers to it waits.
  @Test func anUnfinishedObjectThatAClosureReturnsKeepsOthersBack() throws {
    let root = Root()
    let asked = Counter()
    let made = Counter()
    let injector = try Injector { binder in
      binder.extend(Root.self).injecting(\.same, named: "same").injecting(\.leaf)
        .injecting(\.count)
      binder.extend(Leaf.self).injecting(\.root, named: "same")
      binder.bind(Root.self, named: "same").to { root }.in(.graph)
      binder.bind(Leaf.self).to {
        made.next()
        return Leaf()
      }.in(.singleton)
      binder.bind(Int.self).to {
        if asked.next() == 1 { throw Mishap() }
        return 1
      }
    }
    #expect(try failure { try injector.injectDependencies(into: root) }.code == .providerFailed)
    try injector.injectDependencies(into: root)
    #expect(root.same === root)
    #expect(root.leaf.root === root)
    // The leaf of the first call has gone with the object that it refers to.
    #expect(made.value == 2)
  }

  /// The list of a class may ask while the first instance of the class waits for it.
  @Test func aListThatAsksReceivesTheInstance() throws {
    let injector = try Injector { binder in
      binder.bind(Asking.self).to { Asking() }.in(.graph)
      binder.extend(Holder.self).injecting(\.asking)
    }
    let holder = Holder()
    Asking.ask = {
      Asking.ask = {}
      try? injector.injectDependencies(into: holder)
    }
    let asking = try injector.resolve(Asking.self)
    #expect(holder.asking === asking)
  }

  /// An observer is told of an instance that it can ask for.
  @Test func anObserverReceivesTheInstance() throws {
    final class Asking: InjectionObserver, @unchecked Sendable {
      weak var injector: Injector?
      var events: [String] = []
      var seen: Session?
      func willCreate(_ event: InjectionEvent) { events.append("will create \(event.key)") }
      func didCreate(_ event: InjectionEvent) {
        events.append("did create \(event.key)")
        if event.key == Key(Session.self) { seen = try? injector?.resolve(Session.self) }
      }
      func didReuse(_ event: InjectionEvent) { events.append("did reuse \(event.key)") }
    }
    let observer = Asking()
    let injector = try Injector(options: Injector.Options(observers: [observer])) { binder in
      binder.bind(Session.self).to { Session() }.in(.graph)
      binder.bind(Ticket.self).to { Ticket() }.in(.graph)
    }
    observer.injector = injector
    let owner = Owner()
    try injector.injectDependencies(into: owner)
    #expect(observer.seen === owner.first)
    #expect(
      observer.events == [
        "will create Session", "did create Session", "did reuse Session",
        "will create Ticket", "did create Ticket", "did reuse Ticket",
      ])
  }
}
