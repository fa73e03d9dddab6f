import Infusion
import Testing

private protocol Service: AnyObject {}
private protocol Maker<Product> { associatedtype Product }
private class Part: Service, Injectable, AwakesFromInjection, DefaultInitializable {
  var store: Store?
  var sets = 0
  var awakes = 0
  required init() {}
  class var requires: Requirements { requiring(\.observed) }
  var observed: Store? {
    get { store }
    set {
      store = newValue
      sets += 1
    }
  }
  func awakeFromInjection() { awakes += 1 }
}
extension Part: Maker { typealias Product = Int }
private final class Store: DefaultInitializable { init() {} }
private final class Owner: Injectable, DefaultInitializable {
  var part: Part!
  init() {}
  static var requires: [PartialKeyPath<Owner>] { [\.part] }
}
private final class Holder {
  let part: Part
  init(part: Part) { self.part = part }
}
private final class Special: Part {}
private struct Broken: Error {}
private final class OwnerOfAll: Injectable {
  var parts: [Part] = []
  static var requires: [PartialKeyPath<OwnerOfAll>] { [\.parts] }
}
private final class HolderOfAll {
  let parts: [Part]
  init(parts: [Part]) { self.parts = parts }
}

/// A result is injected and awoken once per outermost call, whichever injector does it.
struct ResultInjectionTests {
  private func expectOnce(
    _ arrangement: Arrangement = .created, _ configure: @escaping (Binder) -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let injector = try arrangement.makeInjector(configure)
    let service = try injector.resolve((any Service).self)
    let part = try #require(service as? Part, sourceLocation: sourceLocation)
    #expect(part.sets == 1, sourceLocation: sourceLocation)
    #expect(part.awakes == 1, sourceLocation: sourceLocation)
  }

  @Test(arguments: Arrangement.allCases)
  func aResolvedResultIsInjectedOnce(_ arrangement: Arrangement) throws {
    try expectOnce(arrangement) { $0.bind((any Service).self).to { try $0.resolve(Part.self) } }
  }

  @Test func aResultResolvedBySubscriptIsInjectedOnce() throws {
    try expectOnce { $0.bind((any Service).self).to { try $0[Part.self] } }
  }

  @Test func aResultResolvedAsAnOptionalIsInjectedOnce() throws {
    try expectOnce { $0.bind((any Service).self).to { try #require(try $0.resolve(Part?.self)) } }
  }

  @Test func aResultResolvedIfBoundIsInjectedOnce() throws {
    try expectOnce { binder in
      binder.bind((any Service).self).to { try #require(try $0.resolveIfBound(Part.self)) }
    }
  }

  @Test func anElementOfAResolvedCollectionIsInjectedOnce() throws {
    try expectOnce { binder in
      binder.contribute(Part.self).to { Part() }
      binder.bind((any Service).self).to { try #require(try $0.resolve([Part].self).first) }
    }
  }

  @Test func aResultOfALazyHandleIsInjectedOnce() throws {
    try expectOnce { binder in
      binder.bind((any Service).self).to { try $0.resolve(Lazy<Part>.self).get() }
    }
  }

  @Test func aResultOfAProviderHandleIsInjectedOnce() throws {
    try expectOnce { binder in
      binder.bind((any Service).self).to { try $0.resolve(Provider<Part>.self).get() }
    }
  }

  @Test func aResultOfAnObjectFactoryIsInjectedOnce() throws {
    try expectOnce { binder in
      binder.bind((any Service).self).to {
        try $0.resolve(ObjectFactory.self).create { Part() }
      }
    }
  }

  @Test func aCreatedResultIsInjectedOnce() throws {
    try expectOnce { $0.bind((any Service).self).to { try $0.create { Part() } } }
  }

  @Test func aResultThatTheClosureHasInjectedIsInjectedOnce() throws {
    try expectOnce { binder in
      binder.bind((any Service).self).to { injector in
        let part = Part()
        try injector.injectDependencies(into: part)
        return part
      }
      binder.bind(Part.self).to { Part() }
    }
    try expectOnce { binder in
      binder.bind((any Service).self).to { injector in
        let parts = [Part(), Part()]
        try injector.injectDependencies(intoEach: parts)
        return parts[1]
      }
    }
  }

  /// Whether the link keeps the object or not, the binding of the object decides.
  @Test(arguments: [Scope.unscoped, .singleton, .graph])
  func anObjectHandedOutAsItIsThroughALinkIsInjectedByEachCallThatPassesItOn(
    _ scope: Scope
  ) throws {
    let injector = try Injector { binder in
      binder.bind(Part.self).to { Part() }.asIs().in(.singleton)
      binder.bind((any Service).self).to(Part.self) { $0 }.in(scope)
      binder.bind(Part.self, named: "passed on").to {
        try #require(try $0.resolve((any Service).self) as? Part)
      }
    }
    for count in 1...3 {
      #expect(try injector.resolve(Part.self, named: "passed on").awakes == count)
    }
  }

  /// A protocol type with arguments does not show that its value is an object.
  @Test func anObjectHandedOutAsItIsBehindAProtocolIsInjectedByEachCallThatPassesItOn() throws {
    let injector = try Injector { binder in
      binder.bind((any Maker<Int>).self).to { Part() }.asIs().in(.singleton)
      binder.bind(Part.self).to { try #require(try $0.resolve((any Maker<Int>).self) as? Part) }
    }
    for count in 1...3 {
      #expect(try injector.resolve(Part.self).awakes == count)
    }
  }

  @Test func aDependencyOfAResolvedObjectIsInjectedOnce() throws {
    try expectOnce { $0.bind((any Service).self).to { try $0.resolve(Owner.self).part } }
  }

  @Test func aParameterOfAnInitializerThatAClosureReturnsIsInjectedOnce() throws {
    try expectOnce { binder in
      binder.bind(Holder.self).toInitializer(Holder.init(part:))
      binder.bind((any Service).self).to { try $0.resolve(Holder.self).part }
    }
  }

  @Test func anInitializerThatReturnsItsParameterInjectsItOnce() throws {
    try expectOnce { binder in
      binder.bind((any Service).self).toInitializer { (part: Part) -> any Service in part }
    }
    try expectOnce { binder in
      binder.bind(Part.self).to { Part() }
      binder.bind((any Service).self).toInitializer { (part: Part?) -> any Service in part ?? Part()
      }
    }
    try expectOnce { binder in
      binder.contribute(Part.self).to { Part() }
      binder.bind((any Service).self).toInitializer { (parts: [Part]) -> any Service in parts[0] }
    }
  }

  /// An instance that exists is complete if the closure, or an initializer, has received it.
  @Test(arguments: Arrangement.allCases)
  func anExistingInstanceThatAClosureReturnsIsNotInjectedAgain(_ arrangement: Arrangement) throws {
    let ways: [(Binder) -> Void] = [
      { $0.bind((any Service).self).to { try $0.resolve(Part.self) } },
      { $0.bind((any Service).self).to { try $0.resolve([Part].self)[0] } },
      { $0.bind((any Service).self).to { try $0.resolve(Holder.self).part } },
      { $0.bind((any Service).self).to { try $0.resolve(HolderOfAll.self).parts[0] } },
      {
        $0.bind((any Service).self).toInitializer { (parts: [Part]) -> any Service in parts[0] }
      },
    ]
    for (number, bind) in ways.enumerated() {
      let injector = try arrangement.makeInjector { binder in
        binder.contribute(Part.self).to { Part() }.in(.singleton)
        binder.bind(Part.self).toInitializer { (parts: [Part]) in parts[0] }.in(.singleton)
        binder.bind(Holder.self).toInitializer(Holder.init(part:))
        binder.bind(HolderOfAll.self).toInitializer(HolderOfAll.init(parts:))
        bind(binder)
      }
      let part = try injector.resolve([Part].self)[0]
      let returned = try injector.resolve((any Service).self)
      #expect(returned === part, "way \(number)")
      #expect(part.awakes == 1, "way \(number)")
    }
  }

  @Test func anElementOfABoundArrayThatAClosureReturnsIsNotInjected() throws {
    let part = Part()
    let injector = try Injector { binder in
      binder.bind([Part].self).to(instance: [part])
      binder.bind((any Service).self).to { try $0.resolve([Part].self)[0] }
    }
    #expect(try injector.resolve((any Service).self) === part)
    #expect(part.awakes == 0 && part.sets == 0)
  }

  /// The engine follows the link without a frame from the second request on.
  @Test func aSingletonThatAClosureResolvesThroughALinkIsNotInjectedAgain() throws {
    let injector = try Injector { binder in
      binder.bind(Part.self, named: "kept").to { Part() }.in(.singleton)
      binder.bind((any Service).self).to(Part.self, named: "kept") { $0 }
      binder.bind(Part.self).to { (try $0.resolve((any Service).self) as? Part) ?? Part() }
    }
    let part = try injector.resolve(Part.self, named: "kept")
    for _ in 1...3 { #expect(try injector.resolve(Part.self) === part) }
    #expect(part.awakes == 1 && part.sets == 1)
  }

  @Test func anElementThatAFailedRequestHasReceivedIsAwokenOnce() throws {
    let injector = try Injector { binder in
      binder.contribute(Part.self).to { Part() }.in(.singleton)
      binder.bind(OwnerOfAll.self).to { OwnerOfAll() }
      binder.bind(HolderOfAll.self).toInitializer { (_: [Part]) in throw Broken() }
      binder.bind((any Service).self).to { injector in
        _ = try? injector.resolve(HolderOfAll.self)
        return try injector.resolve(OwnerOfAll.self).parts[0]
      }
    }
    let part = try #require(try injector.resolve((any Service).self) as? Part)
    #expect(part.awakes == 1)
  }

  /// A link that the parent keeps leads to the parent's binding, whatever the child binds.
  @Test(arguments: [false, true])
  func aLinkThatTheParentKeepsEndsThere(isInjectedByTheParent: Bool) throws {
    let parent = try Injector { binder in
      let end = binder.bind(Special.self).to { Special() }
      if !isInjectedByTheParent { _ = end.asIs() }
      binder.bind(Part.self).to(Special.self) { $0 }.in(.singleton)
    }
    let child = try parent.makeChild { binder in
      let end = binder.bind(Special.self).to { Special() }
      if isInjectedByTheParent { _ = end.asIs() }
      binder.bind((any Service).self).to(Part.self) { $0 }.in(.singleton)
      binder.bind((any Service).self, named: "again").to { injector in
        try injector.resolve((any Service).self)
      }
    }
    let part = try #require(try child.resolve((any Service).self) as? Part)
    #expect(part.awakes == (isInjectedByTheParent ? 1 : 0))
    _ = try child.resolve((any Service).self, named: "again")
    #expect(part.awakes == 1)
  }

  @Test func aResultOfAnotherInjectorIsInjectedOnce() throws {
    let other = try Injector()
    try expectOnce { $0.bind((any Service).self).to { try other.resolve(Part.self) } }
    try expectOnce { $0.bind((any Service).self).to { try other.create { Part() } } }
  }

  /// A binding may pass on a complete object, and make a new one at the next request.
  @Test func anObjectThatIsPassedOnReceivesOnlyWhatTheBindingAdds() throws {
    final class Gauge: Injectable {
      private(set) var sets = 0
      var number = 0
      var store: Store? { didSet { sets += 1 } }
      static var requires: Requirements { requiring(\.store) }
    }
    var passesOn = true
    let injector = try Injector { binder in
      binder.bind(Int.self).to { 7 }
      binder.bind(Gauge.self, named: "whole").to { Gauge() }
      binder.bind(Gauge.self).to { injector in
        passesOn ? try injector.resolve(Gauge.self, named: "whole") : Gauge()
      }.injecting(\.number)
    }
    for _ in 1...4 {
      let gauge = try injector.resolve(Gauge.self)
      #expect(gauge.sets == 1 && gauge.store != nil && gauge.number == 7)
      passesOn.toggle()
    }
  }

  /// The other injector had nothing to do.
  @Test func aResultThatAnotherInjectorHasCreatedIsNotExtended() throws {
    let other = try Injector()
    let journal = Journal()
    let injector = try Injector { binder in
      binder.extend(Store.self).completing { _ in journal.note("step") }
      binder.bind(Store.self).to { try other.create { Store() } }
      binder.bind(Store.self, named: "own").to { Store() }
    }
    _ = try injector.resolve(Store.self)
    #expect(journal.entries == [])
    _ = try injector.resolve(Store.self, named: "own")
    #expect(journal.entries == ["step"])
  }

  @Test func aResultOfAChildMadeInTheClosureIsInjectedOnce() throws {
    try expectOnce { binder in
      binder.bind((any Service).self).to { try $0.makeChild { _ in }.resolve(Part.self) }
    }
  }

  @Test func createInjectsAnObjectThatItsClosureResolvesOnce() throws {
    let injector = try Injector()
    let part = try injector.create { try injector.resolve(Part.self) }
    #expect(part.sets == 1)
    #expect(part.awakes == 1)
    let dependency = try injector.create { try injector.resolve(Owner.self).part }
    #expect(dependency?.sets == 1)
    #expect(dependency?.awakes == 1)
  }

  @Test func createInjectsAnOptionalResult() throws {
    let injector = try Injector()
    let part: Part? = try injector.create { Optional(Part()) }
    #expect(part?.sets == 1)
    let none: Part? = try injector.create { Part?.none }
    #expect(none == nil)
  }

  @Test func createInjectsEachObjectOfAnArrayInOneCall() throws {
    let injector = try Injector { $0.bind(Store.self).to { Store() }.in(.graph) }
    let parts = try injector.create { [Part(), Part()] }
    #expect(parts[0].store != nil)
    #expect(parts[0].store === parts[1].store)
    #expect(parts.map(\.sets) == [1, 1])
    #expect(parts.map(\.awakes) == [1, 1])
  }

  @Test func aResultIsInjectedAgainInTheNextOutermostCall() throws {
    let shared = Part()
    let injector = try Injector { $0.bind((any Service).self).to { shared } }
    for count in 1...3 {
      _ = try injector.resolve((any Service).self)
      #expect(shared.awakes == count)
    }
  }

  @Test func aResultThatIsReturnedTwiceInOneOutermostCallIsInjectedOnce() throws {
    let shared = Part()
    let injector = try Injector { binder in
      binder.bind((any Service).self).to { shared }
      binder.bind((any Service).self, named: "twice").to { injector in
        _ = try injector.resolve((any Service).self)
        return try injector.resolve((any Service).self)
      }
    }
    _ = try injector.resolve((any Service).self, named: "twice")
    #expect(shared.awakes == 1)
  }

  @Test func aResultThatTwoPropertiesReceiveInOneOutermostCallIsInjectedOnce() throws {
    final class Pair: Injectable {
      var left: (any Service)!
      var right: (any Service)!
      static var requires: [PartialKeyPath<Pair>] { [\.left, \.right] }
    }
    let shared = Part()
    let injector = try Injector { $0.bind((any Service).self).to { shared } }
    try injector.injectDependencies(into: Pair())
    #expect(shared.awakes == 1)
  }

  @Test(arguments: Arrangement.allCases)
  func asIsSwitchesInjectionOff(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Part.self).to { Part() }.asIs()
      binder.bind(Part.self, named: "injector").to { _ in Part() }.asIs()
      binder.bind(Part.self, named: "initializer").toInitializer(Part.init).asIs()
      binder.bind(Part?.self, named: "optional").to { Part() }.asIs()
      binder.bind(Part.self, named: "singleton").to { Part() }.asIs().in(.singleton)
      binder.extend(Part.self).injecting(\.store)
    }
    for name in [nil, "injector", "initializer", "optional", "singleton"] as [Name?] {
      let part = try injector.resolve(Part.self, named: name)
      #expect(part.sets == 0)
      #expect(part.store == nil)
      #expect(part.awakes == 0)
    }
  }

  @Test func whatABindingSaysStaysWhenItIsCopied() throws {
    struct Empty: Module {
      func configure(_ binder: Binder) {}
    }
    let names: [Name] = ["as it is", "completed", "main actor"]
    let injector = try Injector()
    try injector.update { binder in
      binder.bind(Part.self, named: names[0]).to { Part() }.asIs()
      binder.bind(Part.self, named: names[1]).to { Part() }.completing { $0.sets = 100 }
      binder.onMainActor.bind(Part.self, named: names[2]).to { Part() }
    }
    let child = try injector.makeChild { binder in
      for name in names { binder.rescope(Part.self, named: name, to: .singleton) }
    }
    for injector in [child, try injector.adding(Empty())] {
      #expect(try injector.resolve(Part.self, named: names[0]).awakes == 0)
      #expect(try injector.resolve(Part.self, named: names[1]).sets == 100)
      let error = #expect(throws: InjectionError.self) {
        try injector.resolve(Part.self, named: names[2])
      }
      #expect(error?.code == .mainActorRequired)
    }
  }

  @Test func aCreatedResultWithAsIsStaysInjected() throws {
    let injector = try Injector {
      $0.bind((any Service).self).to { try $0.resolve(Part.self) }.asIs()
    }
    let part = try #require(try injector.resolve((any Service).self) as? Part)
    #expect(part.awakes == 1)
  }
}
