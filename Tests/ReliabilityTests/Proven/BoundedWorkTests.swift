import Infusion
import Testing
import WorkCounts

/// Depth needs no stack, and work grows no faster than its size.
@Suite(.serialized) struct BoundedWorkTests {
  /// In its own process, because an overflow would end all tests.
  @Test
  func theInjectionPointIsFoundThroughLinksOfAnyDepth() async {
    await #expect(processExitsWith: .success) {
      onThreads(1, stackSize: smallStack) { _ in
        unexpected {
          let depth = Settings.times(100_000)
          let injector = try Injector { binder in
            for index in 0..<depth {
              binder.bind(ChainLink.self, named: Name("\(index)"))
                .to(ChainLink.self, named: Name("\(index + 1)")) { $0 }
            }
            binder.bind(ChainLink.self, named: Name("\(depth)"))
              .to { (_, _: InjectionPoint) in ChainLink() }
          }
          _ = try injector.resolve(ChainLink.self, named: "0")
        }
      }
    }
  }

  @Test
  func updatesInACreatorGrowWithTheirNumber() throws {
    try expectLinear(100) { size in
      let injector = try Injector { binder in
        binder.bind(Int.self).to { injector in try update(injector, size, Counter()) }
      }
      return try counted { _ = try injector.resolve(Int.self) }
    }
  }

  @Test
  func updatesInACreatorKeepNoObjectsOfTheBindingsTheyReplace() throws {
    let live = Counter()
    let injector = try Injector { binder in
      binder.bind(Int.self).to { injector in try update(injector, 500, live) }
    }
    #expect(try injector.resolve(Int.self) <= 100)
  }

  @Test
  func anAwakeThatAsksAProviderOftenKeepsNoObjects() throws {
    let live = Counter()
    let injector = try Injector { binder in
      binder.bind(LivePart.self).to { LivePart(live) }
      binder.bind(Asker.self).to { Asker(live) }
    }
    let asker = try injector.resolve(Asker.self)
    #expect(asker.mostLive <= 100)
    #expect(live.value == 0)
  }

  /// How a closure asks for an object that needs injection.
  enum Asking: String, CaseIterable {
    case directly, passedOn, added, addedToPassedOn, failing
  }

  @Test(arguments: Asking.allCases)
  func aClosureThatAsksOftenKeepsNoObjects(_ asking: Asking) throws {
    let live = Counter()
    var mostLive = 0
    let injector = try Injector { binder in
      func pass(_ injector: Injector) throws -> LiveOwner { try injector.resolve(LiveOwner.self) }
      binder.bind(LiveOwner.self).to { LiveOwner(live) }
      binder.bind(LiveOwner.self, named: "passedOn").to(pass)
      binder.bind(LiveOwner.self, named: "added").to { LiveOwner(live) }.injecting(\.other)
      binder.bind(LiveOwner.self, named: "addedToPassedOn").to(pass).injecting(\.other)
      binder.bind(LiveOwner.self, named: "failing").to(pass).injecting(\.number)
      binder.bind(Wheel.self).to { Wheel() }
      binder.bind(Int.self).to { throw CancellationError() }
      binder.bind(Bool.self).to { injector in
        for _ in 0..<Settings.times(20_000) {
          let name: Name? = asking == .directly ? nil : Name(asking.rawValue)
          let owner = try? injector.resolve(LiveOwner.self, named: name)
          #expect((owner == nil) == (asking == .failing))
          mostLive = max(mostLive, live.value)
        }
        return true
      }
    }
    _ = try injector.resolve(Bool.self)
    #expect(mostLive <= 100)
    #expect(live.value == 0)
  }

  /// An object that needs no injection is not noted.
  @Test
  func aClosureThatAsksOftenForOneObjectNotesItOnce() throws {
    func asking<Object>(_ type: Object.Type) throws -> Work {
      let injector = try Injector { binder in
        binder.bind(LiveOwner.self).to { LiveOwner(Counter()) }.in(.singleton)
        binder.bind(Wheel.self).to { Wheel() }.in(.singleton)
        binder.bind(Int.self).to { injector in
          for _ in 0..<100_000 { _ = try injector.resolve(Object.self) }
          return 1
        }
      }
      _ = try injector.resolve(LiveOwner.self)
      return try counted { _ = try injector.resolve(Int.self) }
    }
    let (noted, plain) = try (asking(LiveOwner.self), asking(Wheel.self))
    #expect(noted.allocatedBytes <= plain.allocatedBytes + 50_000)
    #expect(noted.movedBytes <= plain.movedBytes + 50_000)
  }

  /// A factory remembers the class that holds it, but not the property, whose name takes reflection
  /// to find.
  @Test
  func anObjectFactoryOfAPropertyLooksForNoName() throws {
    let (injector, holder) = (try Injector(), Holder())
    try injector.injectDependencies(into: holder)
    let called = try counted {
      for _ in 0..<1_000 { _ = try injector.resolve(ObjectFactory.self) }
    }
    let injected = try counted {
      for _ in 0..<1_000 { try injector.injectDependencies(into: holder) }
    }
    #expect(injected.allocatedBytes <= called.allocatedBytes + 100_000)
  }

  private class Holder: Injectable {
    var factory: ObjectFactory!
    class var requires: Requirements { requiring(\.factory) }
  }

  /// The compiler leaves the key path of a generic class in the code that writes the property, and
  /// the run-time library makes it again for each use.
  @Test
  func theKeyPathOfAPropertyOfAGenericClassIsMadeOnce() throws {
    let injector = try Injector { $0.bind(Wheel.self).to { Wheel() }.in(.singleton) }
    func injecting(_ object: AnyObject) throws -> Work {
      try injector.injectDependencies(into: object)
      return try counted {
        for _ in 0..<1_000 { try injector.injectDependencies(into: object) }
      }
    }
    let (generic, listed) = try (injecting(GenericCart<Int>()), injecting(ListedCart()))
    #expect(generic.allocatedBytes <= listed.allocatedBytes + 50_000)
  }

  private class GenericCart<Load>: Injectable {
    var wheel: Wheel!
    var load: Load?
    class var requires: Requirements { requiring(\.wheel) + accepting(\.load) }
  }

  /// Its property, too, is written through a key path: the one in the list.
  private final class ListedCart: Injectable {
    var wheel: Wheel! {
      didSet {}
    }
    static var requires: [PartialKeyPath<ListedCart>] { [\.wheel] }
  }

  @Test
  func whatManyBindingsAddToOneObjectGrowsWithTheirNumber() throws {
    try expectLinear(250) { size in
      let live = Counter()
      let injector = try Injector { binder in
        binder.bind(LiveOwner.self).to { LiveOwner(live) }.in(.singleton)
        for index in 0..<size {
          binder.bind(LiveOwner.self, named: Name("\(index)"))
            .to { try $0.resolve(LiveOwner.self) }.injecting(\.other)
        }
        binder.bind(Wheel.self).to { Wheel() }
        binder.bind(Int.self).to { injector in
          // What a binding has added once is not added again.
          for index in Array(0..<size) + Array(0..<size) {
            _ = try injector.resolve(LiveOwner.self, named: Name("\(index)"))
          }
          return try injector.resolve(LiveOwner.self).additions
        }
      }
      #expect(try injector.resolve(Int.self) == size)
      return try counted { _ = try injector.resolve(Int.self) }
    }
  }

  @Test
  func uninstallingContributionsGrowsWithTheirNumber() throws {
    try expectLinear(500) { size in
      let injector = try Injector(Contributing(count: size))
      _ = try injector.resolve([Int].self)
      return try counted { try injector.update { $0.uninstall(Contributing.self) } }
    }
  }

  @Test
  func validatingContributionsGrowsWithTheirNumber() throws {
    try expectLinear(250) { size in
      let injector = try Injector(Contributing(count: size))
      return try counted { _ = try injector.validate() }
    }
  }

  @Test
  func validatingACycleThatNeedsArgumentsGrowsWithItsLength() throws {
    try expectLinear(100) { size in
      let injector = try Injector { binder in
        for index in 0..<size {
          binder.bind(ChainLink.self, named: Name("\(index)"))
            .to { (_: Injector, _: Int) in ChainLink() }
            .injecting(\.next, named: Name("\((index + 1) % size)"))
        }
      }
      return counted { _ = injector.examine(including: []) }
    }
  }

  @Test(arguments: [false, true])
  func validatingLinksThatNeedArgumentsGrowsWithTheirNumber(areAskedFor: Bool) throws {
    try expectLinear(100) { size in
      let injector = try Injector { binder in
        for index in 0..<size {
          binder.bind(ChainLink.self, named: Name("\(index)"))
            .to(ChainLink.self, named: Name("\(index + 1)")) { $0 }
          guard areAskedFor else { continue }
          binder.bind(ChainLink.self, named: Name("owner \(index)")).to { ChainLink() }
            .injecting(\.next, named: Name("\(index)"))
        }
        binder.bind(ChainLink.self, named: Name("\(size)")).to { (_, _: Int) in ChainLink() }
      }
      return counted {
        #expect(injector.examine(including: []).errors.count == (areAskedFor ? size : 0))
      }
    }
  }

  @Test
  func validatingEagerSingletonsThatAreNotPreparedGrowsWithTheirNumber() throws {
    try expectLinear(100) { size in
      try counted {
        let (_, errors) = try Injector.examine(
          [Waiting(count: size)], options: Injector.Options(), including: [],
          at: CodeLocation(fileID: #fileID, line: #line))
        #expect(errors.count == size)
      }
    }
  }

  @Test
  func validatingExtensionsGrowsWithTheirNumber() throws {
    try expectLinear(250) { size in
      let injector = try Injector { binder in
        for _ in 0..<size { binder.extend(ChainLink.self).injecting(\.next, named: "gone") }
      }
      return counted { _ = injector.examine(including: []) }
    }
  }

  @Test
  func uninstallingExtensionsGrowsWithTheirNumber() throws {
    try expectLinear(500) { size in
      let injector = try Injector(Extending(count: size))
      return try counted { try injector.update { $0.uninstall(Extending.self) } }
    }
  }

  @Test
  func addingToOneBindingGrowsWithTheNumberOfAdditions() throws {
    try expectLinear(500) { size in
      try counted {
        _ = try Injector { binder in
          let link = binder.bind(ChainLink.self).to { ChainLink() }
          for index in 0..<size {
            link.injecting(\.next, named: Name("\(index)")).completing { _ in }
          }
        }
      }
    }
  }

  @Test
  func validatingWhatASingletonOfTheParentLacksGrowsWithItsNumber() throws {
    try expectLinear(100) { size in
      let parent = try Injector { binder in
        for index in 0..<size {
          binder.bind(ChainLink.self, named: Name("\(index)")).to(
            uses: Key(ChainLink.self, named: Name("\(index + 1)")),
            Key(Int.self, named: Name("\(index)"))
          ) { _ in ChainLink() }.in(index == 0 ? .singleton : .unscoped)
        }
        binder.bind(ChainLink.self, named: Name("\(size)")).to { ChainLink() }
      }
      let child = try parent.makeChild { binder in
        for index in 0..<size { binder.bind(Int.self, named: Name("\(index)")).to { index } }
      }
      return counted { _ = child.examine(including: []) }
    }
  }

  @Test
  func linksThatForwardAnArgumentGrowWithTheirNumber() throws {
    try expectLinear(250) { size in
      let injector = try Injector { binder in
        for index in 0..<size {
          binder.bind(LivePart.self, named: Name("\(index)"))
            .to(LivePart.self, named: Name("\(index + 1)")) { $0 }
        }
        binder.bind(LivePart.self, named: Name("\(size)"))
          .to { (_, number: Int) in LivePart(Counter(), number) }
      }
      return try counted { _ = try injector.resolve(LivePart.self, named: "0", arguments: 7) }
    }
  }

  @Test
  func theExplanationOfAChainGrowsWithItsLength() throws {
    let small = try explanation(200)
    let large = try explanation(800)
    #expect(large <= 5 * small, "\(large) after \(small)")
  }

  private func explanation(_ depth: Int) throws -> Int {
    let injector = try Injector { chain(depth, $0, .unscoped) }
    return injector.explain(ChainLink.self, named: "0").utf8.count
  }

  /// Another singleton or a bound instance may be the same object, so all of them are looked at; but
  /// none is copied, and no recipe is made.
  @Test
  func releasingOneObjectNeedsLittleMemoryForTheOthers() throws {
    func shuttingAChildDown(besides size: Int) throws -> Work {
      let parent = try Injector { binder in
        for index in 0..<size {
          binder.bind(ChainLink.self, named: Name("\(index)")).to { ChainLink() }
          binder.bind(Wheel.self, named: Name("\(index)")).to { Wheel() }.in(.singleton)
        }
      }
      for index in 0..<size { _ = try parent.resolve(Wheel.self, named: Name("\(index)")) }
      let child = try parent.makeChild { binder in
        binder.bind(Released.self).to { Released() }.in(.singleton)
      }
      let released = try child.resolve(Released.self)
      let work = try counted { try child.shutdown() }
      #expect(released.count == 1)
      return work
    }
    _ = try shuttingAChildDown(besides: 1)
    let few = try shuttingAChildDown(besides: 10)
    let many = try shuttingAChildDown(besides: 2_000)
    guard GrowthTests.canCompare else { return }
    #expect(many.allocatedBytes <= few.allocatedBytes + 200 * 2_000, "\(many) after \(few)")
  }

  /// In its own process, whose heap no other test uses.
  @Test
  func requestedNamesAreNotKept() async {
    await #expect(processExitsWith: .success) {
      guard workCountsMemory() else { return }
      let injector = try Injector { binder in binder.bind(Int.self, named: "0").to { 0 } }
      // Too long for a string without its own memory.
      func ask(_ numbers: Range<Int>) throws {
        for number in numbers {
          let name = Name("a name that a user has entered: \(number)")
          guard try injector.resolveIfBound(Int.self, named: name) == nil else {
            Issue.record("\(name) is bound")
            return
          }
          #expect(try injector.resolve([Int].self, named: name).isEmpty)
          _ = injector.hasBinding(Int.self, named: name)
        }
      }
      try ask(0..<500)
      let before = heapBytesInUse()
      try ask(500..<5_500)
      let after = heapBytesInUse()
      #expect(after < before + 200_000, "\(before), then \(after)")
    }
  }

  /// The same for a class that is created on demand under any name. Beyond the names that are kept, each
  /// request is answered as before.
  @Test
  func fewNamesOfWhatIsCreatedOnDemandAreKept() async {
    await #expect(processExitsWith: .success) {
      let injector = try Injector()
      let child = try injector.makeChild()
      func ask(_ numbers: Range<Int>) throws {
        for number in numbers {
          let name = Name("a name that a user has entered: \(number)")
          #expect(try child.resolve(NamedOwner.self, named: name).part != nil)
          #expect(try child.resolve(Lazy<NamedOwner>.self, named: name).get().part != nil)
          _ = try child.resolve(Provider<NamedOwner>.self, named: name)
        }
      }
      try ask(0..<1_500)
      let before = heapBytesInUse()
      try ask(1_500..<6_500)
      let after = heapBytesInUse()
      #expect(after < before + 200_000 || !workCountsMemory(), "\(before), then \(after)")

      let name: Name = "one more"
      let kept = try child.resolve(NamedSingleton.self, named: name)
      #expect(try injector.resolve(NamedSingleton.self, named: name) === kept)
      #expect(try child.resolve(NamedSingleton.self, named: name) === kept)
      let factory = try child.resolve(ObjectFactory.self)
      let pair = try factory.create {
        try (
          child.resolve(NamedGraphPart.self, named: name),
          child.resolve(NamedGraphPart.self, named: name)
        )
      }
      #expect(pair.0 === pair.1)
    }
  }

  /// The same for weakly kept objects, which are found again under their names while something holds
  /// them.
  @Test
  func fewNamesOfWeakObjectsThatHaveGoneAreKept() async {
    await #expect(processExitsWith: .success) {
      let injector = try Injector()
      let child = try injector.makeChild()
      var kept: [Name: NamedWeakPart] = [:]
      func ask(_ numbers: Range<Int>) throws {
        for number in numbers {
          let name = Name("a name that a user has entered: \(number)")
          let part = try child.resolve(NamedWeakPart.self, named: name)
          #expect(try injector.resolve(NamedWeakPart.self, named: name) === part)
          if number.isMultiple(of: 100) { kept[name] = part }
        }
      }
      try ask(0..<4_000)
      let before = heapBytesInUse()
      try ask(4_000..<20_000)
      let after = heapBytesInUse()
      #expect(after < before + 1_000_000 || !workCountsMemory(), "\(before), then \(after)")
      for (name, part) in kept {
        #expect(try child.resolve(NamedWeakPart.self, named: name) === part)
      }
    }
  }

  /// Expects that four times the size takes about four times the work.
  private func expectLinear(_ size: Int, _ perform: (Int) throws -> Work) throws {
    _ = try perform(1)
    let small = try perform(size)
    let large = try perform(4 * size)
    guard GrowthTests.canCompare else { return }
    #expect(large.isAtMost(5, times: small), "\(large), not about four times \(small)")
  }
}

/// Binds one key again and again, and requests it; returns the greatest number of live objects.
private func update(_ injector: Injector, _ count: Int, _ live: Counter) throws -> Int {
  var most = 0
  for number in 0..<count {
    try injector.update { binder in
      binder.bind(LivePart.self).to { LivePart(live, number) }.in(.singleton)
    }
    #expect(try injector.resolve(LivePart.self).number == number)
    most = max(most, live.value)
  }
  return most
}

/// Counts the live objects of its class, and needs injection.
private final class LiveOwner: Injectable {
  var wheel: Wheel!
  var other: Wheel? { didSet { additions += 1 } }
  var number: Int?
  private(set) var additions = 0
  private let live: Counter

  static var requires: [PartialKeyPath<LiveOwner>] { [\.wheel] }

  init(_ live: Counter) {
    self.live = live
    live.increment()
  }
  deinit { live.increment(by: -1) }
}

private final class Released: ReleasesFromInjection {
  private(set) var count = 0
  func releaseFromInjection() { count += 1 }
}

private final class Asker: Injectable, AwakesFromInjection {
  var provider: Provider<LivePart>!
  private(set) var mostLive = 0
  private let live: Counter

  static var requires: [PartialKeyPath<Asker>] { [\.provider] }

  init(_ live: Counter) { self.live = live }

  func awakeFromInjection() throws {
    for _ in 0..<10_000 {
      _ = try provider.get()
      mostLive = max(mostLive, live.value)
    }
  }
}

/// Eager singletons in a chain that ends at one that is not prepared.
private struct Waiting: Module {
  let count: Int
  func configure(_ binder: Binder) {
    for index in 0..<count {
      binder.bind(ChainLink.self, named: Name("\(index)")).to { ChainLink() }.asEagerSingleton()
        .injecting(\.next, named: Name("\(index + 1)"))
    }
    binder.bind(ChainLink.self, named: Name("\(count)")).toAsync { ChainLink() }
  }
}

private struct Extending: Module {
  let count: Int
  func configure(_ binder: Binder) {
    for _ in 0..<count { binder.extend(ChainLink.self).completing { _ in } }
  }
}

private struct Contributing: Module {
  let count: Int
  func configure(_ binder: Binder) {
    for index in 0..<count { binder.contribute(Int.self).to { index } }
  }
}

private final class NamedOwner: Injectable, DefaultInitializable {
  var part: NamedPart!
  static var requires: Requirements { requiring(\.part, named: "the part") }
}

private final class NamedPart: DefaultInitializable {}

private final class NamedSingleton: DefaultInitializable, Scoped {
  static var scope: Scope { .singleton }
}

private final class NamedWeakPart: DefaultInitializable, Scoped {
  static var scope: Scope { .weak }
}

private final class NamedGraphPart: DefaultInitializable, Scoped {
  static var scope: Scope { .graph }
}
