import Infusion
import Testing
import WorkCounts

private protocol Role: AnyObject, Sendable {}
private class Base: Role, @unchecked Sendable {}
private final class Single: Base, @unchecked Sendable {}
private final class Marked: Injectable {
  var single: Single!
  var named: Single!
  var role: (any Role)!
  var provider: Provider<Single>!
  @Injected var marked: Single
  static var requires: Requirements {
    requiring(\.single) + requiring(\.named, named: "one") + requiring(\.role, \.provider)
  }
}
private final class Counted: Base, @unchecked Sendable {}
private final class OnDemand: DefaultInitializable, Scoped, Sendable {
  static var scope: Scope { .singleton }
}

private func bindAll(_ binder: Binder) {
  binder.bind(Single.self).to { Single() }.in(.singleton)
  binder.bind(Single.self, named: "one").to { Single() }.in(.singleton)
  binder.bind(Single.self, named: "eager").to { Single() }.asEagerSingleton()
  binder.bind(Single.self, named: "instance").to(instance: Single())
  binder.bind((any Role).self).to(Single.self) { $0 }
  binder.bind((any Role).self, named: "linked to a name").to(Single.self, named: "one") { $0 }
  binder.bind((any Role).self, named: "linked twice").to(Base.self) { $0 }
  binder.bind(Base.self).to(Single.self) { $0 }
  binder.bind(Counted.self).to { (_, _: Int) in Counted() }.in(.singleton)
  binder.contribute(Single.self).to { Single() }.in(.singleton)
}

/// The number of locks that the calling thread takes while the body runs.
private func locksTaken(by body: () throws -> Void) rethrows -> UInt64 {
  let before = workCount().locks
  try body()
  return workCount().locks - before
}

/// The number of locks that a request takes when the requested value exists.
///
/// For a request that injects an object, it is the least of several counts: a concurrent test may
/// change what a class needs with `extend(…)`. Then all injectors make their plans again, and that
/// takes locks.
private func locksTaken(by request: Request, of injector: Injector) throws -> UInt64 {
  try Injector.withCurrent(injector) {
    var fewest = UInt64.max
    for _ in 0..<(request.needsPlan ? 100 : 1) where fewest > 0 {
      // The first requests make, link and plan.
      for _ in 0..<2 { try request.perform(injector) }
      let taken = try locksTaken { for _ in 0..<100 { try request.perform(injector) } }
      fewest = min(fewest, taken)
    }
    return fewest
  }
}

/// A way to request singletons.
private struct Request: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Whether it injects an object according to the plan of a class.
  let needsPlan: Bool
  let perform: @Sendable (Injector) throws -> Void

  init(
    _ description: String, needsPlan: Bool = false,
    _ perform: @escaping @Sendable (Injector) throws -> Void
  ) {
    testDescription = description
    self.needsPlan = needsPlan
    self.perform = perform
  }

  static let all = [
    Request("by type") { _ = try $0.resolve(Single.self) },
    Request("by subscript") { _ = try $0[Single.self] },
    Request("by name") { _ = try $0.resolve(Single.self, named: "one") },
    Request("if bound") { _ = try $0.resolveIfBound(Single.self) },
    Request("as an optional") { _ = try $0.resolve(Single?.self) },
    Request("with arguments that it ignores") { _ = try $0.resolve(Counted.self, arguments: 1) },
    Request("eager") { _ = try $0.resolve(Single.self, named: "eager") },
    Request("an instance") { _ = try $0.resolve(Single.self, named: "instance") },
    Request("by a link") { _ = try $0.resolve((any Role).self) },
    Request("by a link to a name") {
      _ = try $0.resolve((any Role).self, named: "linked to a name")
    },
    Request("by two links") { _ = try $0.resolve((any Role).self, named: "linked twice") },
    Request("on demand") { _ = try $0.resolve(OnDemand.self) },
    Request("through a provider") { _ = try $0.resolve(Provider<Single>.self).get() },
    Request("through a factory") { _ = try $0.resolve(ObjectFactory.self).resolve(Single.self) },
    Request("from the current injector") { _ in _ = try inject(Single.self) },
    Request("injected into an object", needsPlan: true) { injector in
      try injector.injectDependencies(into: Marked())
    },
    Request("injected into each of a sequence", needsPlan: true) { injector in
      try injector.injectDependencies(intoEach: [Marked(), Marked()])
    },
  ]
}

/// Rule 11: a request for an existing singleton takes no lock.
///
/// Every mutex and reader-writer lock that the thread takes is counted, those of the library and
/// those of Swift's runtime. A request that takes none cannot wait for any thread.
@Suite(.enabled(if: workCountsLocks(), "a sanitizer counts locks itself"))
struct Rule11LockFreeTests {
  /// Without this, the other tests would prove nothing.
  @Test func rule11LocksAreCounted() throws {
    let injector = try Injector(bindAll)
    #expect(try locksTaken { _ = try injector.resolve(Single.self) } > 0)
    #expect(try locksTaken { try injector.update { _ in } } > 0)
    #expect(try locksTaken { _ = try injector.resolve(Single.self) } == 0)
  }

  @Test(arguments: Request.all)
  fileprivate func rule11RequestForASingletonThatExistsTakesNoLock(request: Request) throws {
    #expect(try locksTaken(by: request, of: Injector(bindAll)) == 0)
  }

  @Test(arguments: Request.all)
  fileprivate func rule11RequestThroughAChildTakesNoLock(request: Request) throws {
    let parent = try Injector(bindAll)
    let child = try parent.makeChild { $0.contribute(Single.self).to { Single() }.in(.singleton) }
    #expect(try locksTaken(by: request, of: child) == 0)
    #expect(try locksTaken(by: request, of: child.makeChild()) == 0)
    #expect(try locksTaken(by: request, of: parent) == 0)
  }

  @Test(arguments: Request.all)
  fileprivate func rule11RequestAfterAnUpdateTakesNoLock(request: Request) throws {
    let injector = try Injector()
    try injector.update(bindAll)
    #expect(try locksTaken(by: request, of: injector) == 0)
    try injector.update(bindAll)
    injector.releaseSingletons()
    #expect(try locksTaken(by: request, of: injector) == 0)
    let child = try injector.makeChild()
    try injector.update { $0.bind(Single.self).to { Single() }.in(.singleton) }
    #expect(try locksTaken(by: request, of: child) == 0)
  }

  @Test func rule11LazyValueThatWasTakenIsHandedOutWithoutALock() throws {
    let injector = try Injector(bindAll)
    let lazy = try injector.resolve(Lazy<Single>.self)
    let single = try lazy.get()
    // The first use of a kept value may look up metadata of its type.
    _ = try lazy.get()
    #expect(try locksTaken { for _ in 0..<100 { _ = try lazy.get() } } == 0)
    #expect(try lazy.get() === single)
  }

  /// In its own process, so that no other test sets the default injector.
  @Test func rule11RequestOfTheDefaultInjectorTakesNoLock() async {
    await #expect(processExitsWith: .success) {
      Injector.setDefault(try Injector(bindAll))
      for _ in 0..<2 { _ = try inject(Single.self) }
      #expect(try locksTaken { for _ in 0..<100 { _ = try inject(Single.self) } } == 0)
      Injector.setDefault(nil)
    }
  }

  /// An update of another thread waits in user code.
  @Test(arguments: Request.all)
  fileprivate func rule11RequestDuringAnUpdateTakesNoLock(request: Request) throws {
    let injector = try Injector(bindAll)
    let child = try injector.makeChild()
    let begun = Gate()
    let asked = Gate()
    let taken = onThreads(2) { thread -> UInt64 in
      guard thread == 0 else {
        defer { begun.open() }
        try injector.update { binder in
          binder.bind(String.self).to {
            begun.open()
            asked.wait()
            return ""
          }.asEagerSingleton()
        }
        return 0
      }
      begun.wait()
      defer { asked.open() }
      return try locksTaken(by: request, of: injector) + locksTaken(by: request, of: child)
    }
    #expect(try taken[0]?.get() == 0)
    #expect(try taken[1]?.get() == 0)
  }

  /// The creator of another singleton waits.
  @Test(arguments: Request.all)
  fileprivate func rule11RequestDuringACreationTakesNoLock(request: Request) throws {
    let begun = Gate()
    let asked = Gate()
    let injector = try Injector { binder in
      bindAll(binder)
      binder.bind(String.self).to {
        begun.open()
        asked.wait()
        return ""
      }.in(.singleton)
    }
    let taken = onThreads(2) { thread -> UInt64 in
      guard thread == 0 else {
        defer { begun.open() }
        _ = try injector.resolve(String.self)
        return 0
      }
      begun.wait()
      defer { asked.open() }
      return try locksTaken(by: request, of: injector)
    }
    #expect(try taken[0]?.get() == 0)
    #expect(try taken[1]?.get() == 0)
  }

  /// The injector gathers a collection at each request, and takes a lock for that; no thread holds
  /// this lock while user code runs.
  @Test func rule11CollectionIsHandedOutDuringAnUpdate() throws {
    let injector = try Injector(bindAll)
    let begun = Gate()
    let asked = Gate()
    let found = onThreads(2) { thread in
      guard thread == 0 else {
        try injector.update { _ in
          begun.open()
          asked.wait()
        }
        return 0
      }
      begun.wait()
      defer { asked.open() }
      return try injector.makeChild().resolve([Single].self).count
    }
    #expect(try found[0]?.get() == 1)
    #expect(try found[1]?.get() == 0)
  }
}
