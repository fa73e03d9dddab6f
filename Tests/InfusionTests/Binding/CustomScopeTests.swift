import Infusion
import Testing

private final class Part: Injectable, AwakesFromInjection {
  var store: Store!
  var failsToAwake = false
  var isAwake = false
  static var requires: [PartialKeyPath<Part>] { [\.store] }
  func awakeFromInjection() throws {
    if failsToAwake { throw Refused() }
    isAwake = true
  }
}
private final class Store: DefaultInitializable { init() {} }
private final class Chicken: Injectable, DefaultInitializable {
  var egg: Egg!
  init() {}
  static var requires: [PartialKeyPath<Chicken>] { [\.egg] }
}
private final class Egg: Injectable, DefaultInitializable, AwakesFromInjection {
  weak var chicken: Chicken!
  init() {}
  static var requires: [PartialKeyPath<Egg>] { [\.chicken] }
  func awakeFromInjection() {}
}
private final class Hour: Injectable, DefaultInitializable {
  var minute: Minute!
  init() {}
  static var requires: [PartialKeyPath<Hour>] { [\.minute] }
}
private final class Minute: Injectable, DefaultInitializable {
  var second: Second!
  init() {}
  static var requires: [PartialKeyPath<Minute>] { [\.second] }
}
private final class Second: Injectable, DefaultInitializable {
  weak var hour: Hour!
  init() {}
  static var requires: [PartialKeyPath<Second>] { [\.hour] }
}
private struct Refused: Error {}

private final class Memory: InstanceStore, @unchecked Sendable {
  var values: [Key: Any] = [:]
  var published: [Any] = []
  var refusesToRead = false
  var refusesToPublish = false
  var whenPublishing: (Any) -> Void = { _ in }

  func value(for key: Key) throws -> Any? {
    if refusesToRead { throw Refused() }
    return values[key]
  }
  func publish(_ value: Any, for key: Key) throws {
    if refusesToPublish { throw Refused() }
    whenPublishing(value)
    published.append(value)
    values[key] = value
  }
}
/// Refuses one of the instances that it is to publish.
private final class Refusing: InstanceStore, @unchecked Sendable {
  let journal = Journal()
  private let refused: Key

  init(_ refused: Key) { self.refused = refused }

  func value(for key: Key) -> Any? { nil }
  func publish(_ value: Any, for key: Key) throws {
    if key == refused { throw Refused() }
    journal.note("publish \(key)")
  }
  func withdraw(_ key: Key) { journal.note("withdraw \(key)") }
}
/// Requests something in one of the calls in which it is asked.
private final class Asking: InstanceStore, @unchecked Sendable {
  var request: () throws -> Void = {}
  private var calls = 0
  private let call: Int

  init(call: Int) { self.call = call }

  func value(for key: Key) throws -> Any? {
    calls += 1
    if calls == call { try request() }
    return nil
  }
  func publish(_ value: Any, for key: Key) {}
}
private final class Request: DefaultInitializable, Scoped {
  init() {}
  static let store = Memory()
  static let scope = Scope("request") { _ in store }
}

struct CustomScopeTests {
  @Test func aStoreIsNotKeptWhenTheCallHasEnded() throws {
    weak var kept: Memory?
    do {
      let memory = Memory()
      kept = memory
      let injector = try Injector { binder in
        binder.bind(Part.self).to { Part() }.in(Scope("memory") { _ in memory })
      }
      _ = try injector.resolve(Part.self)
    }
    #expect(kept == nil)
  }

  /// `Any` holds nil as it holds any other value.
  @Test func aStoreIsNotKeptWhenACreationHasFailed() throws {
    weak var kept: ScopeStore?
    func fail() throws {
      let store = ScopeStore()
      kept = store
      let injector = try Injector { binder in
        binder.bind(Int.self).to { throw Mishap() }.in(Scope("login", in: store))
      }
      #expect(code { _ = try injector.resolve(Int.self) } == .providerFailed)
    }
    try fail()
    #expect(kept == nil)
  }

  @Test func nothingThatAStoreKeepsIsNoValue() throws {
    let injector = try Injector { binder in
      binder.bind(Any.self).toNothing().in(Scope("nothing", in: ScopeStore()))
    }
    for _ in 0..<3 { #expect(try injector.resolveIfBound(Any.self) == nil) }
    #expect(throws: InjectionError.self) { try injector.resolve(Any.self) }
  }

  @Test(arguments: Arrangement.allCases)
  func aStoreKeepsTheInstance(_ arrangement: Arrangement) throws {
    let memory = Memory()
    let request = Scope("request") { _ in memory }
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Part.self).to { Part() }.in(request)
      binder.bind(Part.self, named: "other").to { Part() }.in(request)
    }
    let part = try injector.resolve(Part.self)
    #expect(try injector.resolve(Part.self) === part)
    let other = try injector.resolve(Part.self, named: "other")
    #expect(other !== part)
    #expect(memory.values[Key(Part.self)] as AnyObject? === part)
    #expect(memory.values[Key(Part.self, named: "other")] as AnyObject? === other)
    #expect(memory.published.count == 2)
    memory.values = [:]
    #expect(try injector.resolve(Part.self) !== part)
  }

  @Test(arguments: Arrangement.allCases)
  func onlyCompleteObjectsArePublished(_ arrangement: Arrangement) throws {
    let memory = Memory()
    let request = Scope("request") { _ in memory }
    var seen: [Bool] = []
    memory.whenPublishing = { value in
      let part = value as? Part
      seen.append(part?.isAwake == true && part?.store != nil)
    }
    let injector = try arrangement.makeInjector { $0.bind(Part.self).to { Part() }.in(request) }
    _ = try injector.resolve(Part.self)
    #expect(seen == [true])
  }

  @Test func nothingIsPublishedWhenTheObjectFails() throws {
    let memory = Memory()
    let request = Scope("request") { _ in memory }
    var fails = true
    let injector = try Injector { binder in
      binder.bind(Part.self).to {
        let part = Part()
        part.failsToAwake = fails
        return part
      }.in(request)
      binder.bind(Part.self, named: "closure").to { throw Refused() }.in(request)
    }
    #expect(throws: InjectionError.self) { try injector.resolve(Part.self) }
    #expect(throws: InjectionError.self) { try injector.resolve(Part.self, named: "closure") }
    #expect(memory.published.isEmpty)
    fails = false
    #expect(try injector.resolve(Part.self).isAwake)
    #expect(memory.published.count == 1)
  }

  @Test func aCycleIsPublishedWhenAllOfItIsComplete() throws {
    let memory = Memory()
    let request = Scope("request") { _ in memory }
    var complete: [Bool] = []
    memory.whenPublishing = { value in
      if let egg = value as? Egg { complete.append(egg.chicken?.egg === egg) }
      if let chicken = value as? Chicken { complete.append(chicken.egg?.chicken === chicken) }
    }
    let injector = try Injector { binder in
      binder.bind(Chicken.self).in(request)
      binder.bind(Egg.self).in(request)
    }
    let egg = try injector.resolve(Egg.self)
    #expect(egg.chicken.egg === egg)
    #expect(complete == [true, true])
    #expect(try injector.resolve(Chicken.self) === egg.chicken)
  }

  @Test func injectorsShareTheInstancesOfAStore() throws {
    let scope = Scope("login", in: ScopeStore())
    func configure(_ binder: Binder) { binder.bind(Store.self).to { Store() }.in(scope) }
    let injector = try Injector { configure($0) }
    let store = try injector.resolve(Store.self)
    #expect(try Injector { configure($0) }.resolve(Store.self) === store)
    try injector.update { configure($0) }
    #expect(try injector.resolve(Store.self) === store)
  }

  @Test func aStoreKeepsItsInstancesUntilItIsReset() throws {
    let login = ScopeStore()
    let injector = try Injector { binder in
      binder.bind(Store.self).to { Store() }.in(Scope("login", in: login))
    }
    let first = try injector.resolve(Store.self)
    #expect(login.value(for: Key(Store.self)) as? Store === first)
    #expect(try injector.resolve(Store.self) === first)
    login.reset()
    #expect(login.value(for: Key(Store.self)) == nil)
    #expect(try injector.resolve(Store.self) !== first)
  }

  @Test(arguments: [true, false])
  func aStoreForgetsTheInstancesOfACycleThatAnotherRefuses(isFirst: Bool) throws {
    let (kept, memory) = (ScopeStore(), Memory())
    let keeping = Scope("kept", in: kept)
    let refusing = Scope("refusing", in: memory)
    memory.refusesToPublish = true
    let injector = try Injector { binder in
      binder.bind(Chicken.self).in(isFirst ? keeping : refusing)
      binder.bind(Egg.self).in(isFirst ? refusing : keeping)
    }
    for _ in 0..<2 {
      #expect(throws: InjectionError.self) { try injector.resolve(Chicken.self) }
      #expect(throws: InjectionError.self) { try injector.resolve(Egg.self) }
    }
    for key in [Key(Chicken.self), Key(Egg.self)] { #expect(kept.value(for: key) == nil) }
  }

  /// The injector asks the store a second time before it creates the instance.
  @Test(arguments: [1, 2])
  func aStoreMayNotRequestWhatItIsAskedFor(callThatRequests: Int) throws {
    let asking = Asking(call: callThatRequests)
    let injector = try Injector { binder in
      binder.bind(Store.self).to { Store() }.in(Scope("asking", in: asking))
    }
    asking.request = { _ = try injector.resolve(Store.self) }
    if callThatRequests == 1 {
      _ = try injector.resolve(Store.self)
    } else {
      #expect(try failure { _ = try injector.resolve(Store.self) }.code == .cyclicDependency)
    }
    asking.request = {}
    _ = try injector.resolve(Store.self)
  }

  @Test func aStoreIsAskedForByTheInjectorThatBuilds() throws {
    var asked: [Injector] = []
    let memory = Memory()
    let request = Scope("request") { injector in
      asked.append(injector)
      return memory
    }
    let parent = try Injector { $0.bind(Store.self).to { Store() }.in(request) }
    let child = try parent.makeChild()
    _ = try child.resolve(Store.self)
    #expect(asked.allSatisfy { $0 === child })
    #expect(!asked.isEmpty)
  }

  @Test func theStoreThatTheClosureReturnsIsUsed() throws {
    var memory = Memory()
    let request = Scope("request") { _ in memory }
    let injector = try Injector { $0.bind(Store.self).to { Store() }.in(request) }
    let first = try injector.resolve(Store.self)
    #expect(try injector.resolve(Store.self) === first)
    memory = Memory()
    #expect(try injector.resolve(Store.self) !== first)
  }

  @Test func aStoreMayBeResolved() throws {
    let request = Scope("request") { try $0.resolve(Memory.self) }
    let injector = try Injector { binder in
      binder.bind(Memory.self).to { Memory() }.in(.singleton)
      binder.bind(Store.self).to { Store() }.in(request)
    }
    let store = try injector.resolve(Store.self)
    #expect(try injector.resolve(Store.self) === store)
    #expect(try injector.resolve(Memory.self).published.count == 1)
  }

  @Test func nilIsKept() throws {
    let memory = Memory()
    let request = Scope("request") { _ in memory }
    var count = 0
    let injector = try Injector { binder in
      binder.bind(Store?.self).to {
        count += 1
        return nil
      }.in(request)
    }
    #expect(try injector.resolve(Store?.self) == nil)
    #expect(try injector.resolve(Store?.self) == nil)
    #expect(count == 1)
  }

  /// A protocol type may hold an Optional.
  @Test func anOptionalThatIsKeptHasItsValue() throws {
    let memory = Memory()
    let injector = try Injector { binder in
      binder.bind((any CustomDebugStringConvertible).self).to { Optional("text") }
        .in(Scope("request") { _ in memory })
    }
    for _ in 0..<2 {
      let kept = try injector.resolve((any CustomDebugStringConvertible).self)
      #expect(kept as? String == "text")
    }
    #expect(memory.published.count == 1)
  }

  /// A protocol type may hold a nil, which is a value like any other.
  @Test func aNilInAProtocolTypeIsKept() throws {
    let injector = try Injector { binder in
      binder.bind((any Hashable).self).to { Int?.none }.in(Scope("kept", in: ScopeStore()))
    }
    for _ in 0..<2 {
      #expect(try injector.resolve((any Hashable).self) as? Int? == .some(nil))
    }
  }

  @Test func aStoreThatHoldsAnotherTypeIsATypeMismatch() throws {
    let memory = Memory()
    memory.values[Key(Store.self)] = "text"
    let request = Scope("request") { _ in memory }
    let injector = try Injector { $0.bind(Store.self).to { Store() }.in(request) }
    let error = try #require(throws: InjectionError.self) { try injector.resolve(Store.self) }
    #expect(error.code == .typeMismatch)
    #expect(error.key == Key(Store.self))
    memory.values = [:]
    _ = try injector.resolve(Store.self)
  }

  @Test func aStoreThatThrowsFailsTheRequestAndNothingElse() throws {
    let memory = Memory()
    let request = Scope("request") { _ in memory }
    let injector = try Injector { $0.bind(Store.self).to { Store() }.in(request) }
    memory.refusesToRead = true
    let reading = try #require(throws: InjectionError.self) { try injector.resolve(Store.self) }
    #expect(reading.code == .providerFailed)
    #expect(reading.underlying is Refused)
    memory.refusesToRead = false
    memory.refusesToPublish = true
    let publishing = try #require(throws: InjectionError.self) {
      try injector.resolve(Store.self)
    }
    #expect(publishing.code == .providerFailed)
    #expect(publishing.underlying is Refused)
    memory.refusesToPublish = false
    let store = try injector.resolve(Store.self)
    #expect(try injector.resolve(Store.self) === store)
  }

  @Test func aStoreThatCannotBeFoundFailsTheRequest() throws {
    var isOpen = false
    let request = Scope("request") { _ in
      guard isOpen else { throw Refused() }
      return Request.store
    }
    let injector = try Injector { $0.bind(Store.self).to { Store() }.in(request) }
    let error = try #require(throws: InjectionError.self) { try injector.resolve(Store.self) }
    #expect(error.code == .providerFailed)
    #expect(error.underlying is Refused)
    isOpen = true
    _ = try injector.resolve(Store.self)
  }

  @Test func aClassMayLiveInACustomScope() throws {
    let injector = try Injector()
    let request = try injector.resolve(Request.self)
    #expect(try injector.resolve(Request.self) === request)
    #expect(try injector.makeChild().resolve(Request.self) === request)
    #expect(Request.store.values[Key(Request.self)] as AnyObject? === request)
  }

  @Test func aSingletonOfACycleIsNotPublishedWhenTheStoreRefuses() throws {
    let memory = Memory()
    let request = Scope("request") { _ in memory }
    let injector = try Injector { binder in
      binder.bind(Chicken.self).in(.singleton)
      binder.bind(Egg.self).in(request)
    }
    memory.refusesToPublish = true
    #expect(throws: InjectionError.self) { try injector.resolve(Chicken.self) }
    memory.refusesToPublish = false
    let chicken = try injector.resolve(Chicken.self)
    #expect(chicken.egg.chicken === chicken)
    #expect(try injector.resolve(Egg.self) === chicken.egg)
  }

  @Test func whatAStoreHasPublishedIsWithdrawnLastFirst() throws {
    let store = Refusing(Key(Hour.self))
    let request = Scope("request") { _ in store }
    let injector = try Injector { binder in
      binder.bind(Hour.self).in(request)
      binder.bind(Minute.self).in(request)
      binder.bind(Second.self).in(request)
    }
    #expect(throws: InjectionError.self) { try injector.resolve(Hour.self) }
    #expect(
      store.journal.entries == [
        "publish Second", "publish Minute", "withdraw Minute", "withdraw Second",
      ])
  }
}
