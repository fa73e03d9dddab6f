import Infusion
import Testing

private final class Found: DefaultInitializable, Scoped, ReleasesFromInjection {
  static var scope: Scope { .singleton }
  var releases = 0
  func releaseFromInjection() { releases += 1 }
}

/// Singletons that a change of a live injector removes.
struct ReleaseOnChangeTests {
  private struct Three: Module {
    let journal: Journal
    func configure(_ binder: Binder) {
      for name in ["a", "b", "c"] { bind(name, journal, binder) }
    }
  }

  private let journal = Journal()

  private func makeInjector() throws -> Injector {
    let injector = try Injector(Three(journal: journal))
    try resolve(injector, "a", "b", "c")
    return injector
  }

  private func resolve(_ injector: Injector, _ names: String...) throws {
    for name in names { _ = try injector.resolve(Resource.self, named: Name(name)) }
    journal.clear()
  }

  @Test func unbindingReleases() throws {
    let injector = try makeInjector()
    try injector.update { $0.unbind(Resource.self, named: "b") }
    #expect(journal.take() == "-b")
    try injector.shutdown()
    #expect(journal.take() == "-c -a")
  }

  @Test func uninstallingReleasesInReverseOrder() throws {
    let injector = try makeInjector()
    try injector.update { $0.uninstall(Three.self) }
    #expect(journal.take() == "-c -b -a")
    try injector.shutdown()
    #expect(journal.take() == "")
  }

  @Test func uninstallingReleasesContributions() throws {
    struct Contributing: Module {
      let journal: Journal
      func configure(_ binder: Binder) {
        for name in ["a", "b"] {
          binder.contribute(Resource.self).to { Resource(name, journal) }.in(.singleton)
        }
      }
    }
    let injector = try Injector(Contributing(journal: journal))
    #expect(try injector.resolve([Resource].self).count == 2)
    journal.clear()
    try injector.update { $0.uninstall(Contributing.self) }
    #expect(journal.take() == "-b -a")
    #expect(try injector.resolve([Resource].self).isEmpty)
  }

  @Test func bindingAgainReleasesTheOldOne() throws {
    let journal = journal
    let injector = try makeInjector()
    try injector.update { binder in
      binder.bind(Resource.self, named: "a").to { Resource("new a", journal) }.asEagerSingleton()
    }
    // The new object exists before the old one is released.
    #expect(journal.take() == "+new a -a")
    try injector.update { $0.rescope(Resource.self, named: "b", to: .unscoped) }
    #expect(journal.take() == "-b")
    try injector.shutdown()
    #expect(journal.take() == "-new a -c")
  }

  @Test func whatARequestMakesWithABindingThatHasGoneIsReleasedAtItsEnd() throws {
    let injector = try Injector(Three(journal: journal))
    _ = try injector.create { () -> Int in
      _ = onThreads(1) { _ in try injector.update { $0.unbind(Resource.self, named: "a") } }
      _ = try injector.resolve(Resource.self, named: "a")
      #expect(journal.take() == "+a")
      return 1
    }
    #expect(journal.take() == "-a")
  }

  @Test func bindingWhatWasMadeOnDemandReleasesIt() throws {
    let injector = try Injector()
    let found = try injector.resolve(Found.self)
    try injector.update { $0.bind(Found.self).to { Found() }.in(.singleton) }
    #expect(found.releases == 1)
    let bound = try injector.resolve(Found.self)
    #expect(bound !== found)
    #expect(try injector.resolve(Found.self) === bound)
    try injector.shutdown()
    #expect(found.releases == 1 && bound.releases == 1)
  }

  @Test func releasingSingletonsAndResettingRelease() throws {
    let injector = try makeInjector()
    #expect(injector.releaseSingletons().isEmpty)
    #expect(journal.take() == "-c -b -a")
    try resolve(injector, "b")
    try injector.resolve(Resource.self, named: "b").failsToRelease = true
    #expect(injector.reset().map(\.code) == [.releaseFailed])
    #expect(journal.take() == "-b")
  }

  @Test func errorsOfReleasedSingletonsAreReturnedOnce() throws {
    let injector = try makeInjector()
    try injector.resolve(Resource.self, named: "b").failsToRelease = true
    #expect(injector.releaseSingletons().map(\.code) == [.releaseFailed])
    #expect(journal.take() == "-c -b -a")
    try injector.shutdown()
  }

  @Test func releasingSingletonsLeavesBoundInstancesAsTheyAre() throws {
    let bound = Resource("bound", journal)
    let injector = try Injector { binder in
      binder.bind(Resource.self).to(instance: bound, injecting: true)
    }
    #expect(journal.take() == "+bound")
    injector.releaseSingletons()
    #expect(try injector.resolve(Resource.self) === bound)
    #expect(journal.take() == "")
  }

  @Test func aReleaseThatFailsIsReportedAndTheChangeIsInForce() throws {
    let injector = try makeInjector()
    try injector.resolve(Resource.self, named: "b").failsToRelease = true
    let error = try failure { try injector.update { $0.uninstall(Three.self) } }
    #expect(error.code == .releaseFailed && error.underlying is Mishap)
    #expect(journal.take() == "-c -b -a")
    #expect(!injector.hasBinding(Resource.self, named: "a"))
  }

  @Test func anObjectThatAnotherBindingKeepsIsNotReleased() throws {
    let injector = try Injector { binder in
      bind("target", journal, binder)
      binder.bind(Resource.self).to(Resource.self, named: "target") { $0 }.in(.singleton)
    }
    _ = try injector.resolve(Resource.self)
    journal.clear()
    try injector.update { $0.unbind(Resource.self) }
    #expect(journal.take() == "")
    _ = try injector.resolve(Resource.self, named: "target")
    try injector.update { $0.unbind(Resource.self, named: "target") }
    #expect(journal.take() == "-target")
  }

  /// The call has changed the parent twice: no keeper has the object when the child keeps it, too.
  @Test func anObjectThatAParentIsAboutToReleaseIsNotTheChilds() throws {
    let journal = journal
    let parent = try Injector { binder in
      binder.bind(Resource.self, named: "parent").to { injector in
        injector.releaseSingletons()
        return Resource("parent", journal)
      }.in(.singleton)
    }
    let child = try parent.makeChild { binder in
      binder.bind(Resource.self, named: "passed on").to { injector in
        injector.parent?.releaseSingletons()
        return try injector.resolve(Resource.self, named: "parent")
      }.in(.singleton)
    }
    _ = try child.resolve(Resource.self, named: "passed on")
    #expect(journal.take() == "+parent -parent")
    try child.shutdown()
    try parent.shutdown()
    #expect(journal.take() == "")
  }

  @Test func aReleasedObjectMayChangeTheInjectorAgain() throws {
    final class Chain: ReleasesFromInjection {
      let release: () throws -> Void
      init(_ release: @escaping () throws -> Void) { self.release = release }
      func releaseFromInjection() throws { try release() }
    }
    let injector = try Injector { bind("a", journal, $0) }
    try injector.update { [unowned injector] binder in
      binder.bind(Chain.self).to {
        Chain { [unowned injector] in
          try injector.update { $0.unbind(Resource.self, named: "a") }
        }
      }.in(.singleton)
    }
    _ = try injector.resolve(Chain.self)
    try resolve(injector, "a")
    try injector.update { $0.unbind(Chain.self) }
    #expect(journal.take() == "-a")
  }

  @Test func aFailedUpdateReleasesItsObjects() throws {
    let journal = journal
    let injector = try makeInjector()
    let error = try failure {
      try injector.update { binder in
        binder.bind(Resource.self, named: "a").to { Resource("new a", journal) }.asEagerSingleton()
        binder.bind(Int.self).to { throw Mishap() }.asEagerSingleton()
      }
    }
    #expect(error.underlying is Mishap)
    #expect(journal.take() == "+new a -new a")
    #expect(try injector.resolve(Resource.self, named: "a").name == "a")
  }

  @Test func aFailedUpdateReleasesNoWeakInstance() throws {
    let journal = journal
    let injector = try Injector { _ in }
    let error = try failure {
      try injector.update { binder in
        binder.bind(Resource.self).to { Resource("weak", journal) }.in(.weak)
        binder.bind(CompositeResource.self).to { CompositeResource("kept", journal) }
          .injecting(\.first).asEagerSingleton()
        binder.bind(Int.self).to { throw Mishap() }.asEagerSingleton()
      }
    }
    #expect(error.underlying is Mishap)
    #expect(journal.take() == "+weak +kept -kept")
  }

  @Test func aGrandchildThatHasEndedDelaysNoRelease() throws {
    let injector = try makeInjector()
    let child = try injector.makeChild()
    let grandchild = try child.makeChild()
    try child.shutdown()
    for ended in [grandchild, child] {
      #expect(try failure { _ = try ended.resolve(Resource.self) }.code == .injectorShutDown)
    }
    try injector.update { $0.unbind(Resource.self, named: "b") }
    #expect(journal.take() == "-b")
    #expect(try failure { _ = try grandchild.resolve(Resource.self) }.code == .injectorShutDown)
    injector.releaseSingletons()
    #expect(journal.take() == "-c -a")
  }

  @Test func anObjectUnboundDuringItsCreationIsReleasedWhenItIsComplete() throws {
    let journal = journal
    let injector = try Injector { binder in
      binder.bind(Resource.self).to { injector in
        try injector.update { $0.unbind(Resource.self) }
        return Resource("late", journal)
      }.in(.singleton)
    }
    _ = try injector.resolve(Resource.self)
    #expect(journal.take() == "+late -late")
    try injector.shutdown()
    #expect(journal.take() == "")
  }

  /// The request releases the object when it ends. But if another thread changes its own injector
  /// at that time, that thread releases it, perhaps after the shutdown: so there are several
  /// attempts.
  @Test func anErrorWithoutACallerIsKeptForTheShutdown() throws {
    let journal = journal
    var errors: [InjectionError] = []
    for _ in 0..<20 where errors.isEmpty {
      let injector = try Injector { binder in
        binder.bind(Resource.self).to { injector in
          try injector.update { $0.unbind(Resource.self) }
          let resource = Resource("late", journal)
          resource.failsToRelease = true
          return resource
        }.in(.singleton)
      }
      _ = try injector.resolve(Resource.self)
      do throws(InjectionError) {
        try injector.shutdown()
      } catch {
        errors.append(error)
      }
    }
    #expect(errors.map(\.code) == [.releaseFailed])
  }

  /// As above; here one request releases the objects of two injectors when it ends.
  @Test func eachInjectorKeepsTheErrorsOfItsOwnObjects() throws {
    let journal = journal
    func makeInjector(_ next: Injector? = nil) throws -> Injector {
      try Injector { binder in
        binder.bind(Resource.self).to { injector in
          try injector.update { $0.unbind(Resource.self) }
          _ = try next?.resolve(Resource.self)
          let resource = Resource("late", journal)
          resource.failsToRelease = true
          return resource
        }.in(.singleton)
      }
    }
    var codes: [InjectionError.Code] = []
    for _ in 0..<20 where codes.count < 2 {
      let last = try makeInjector()
      let first = try makeInjector(last)
      _ = try first.resolve(Resource.self)
      codes = [first, last].compactMap { injector in code { try injector.shutdown() } }
    }
    #expect(codes == [.releaseFailed, .releaseFailed])
  }

  /// The other binding hands out an object as it is, and does not release it.
  @Test func anObjectThatAnotherBindingOnlyHandsOutIsReleased() throws {
    let journal = journal
    let injector = try Injector { binder in
      bind("a", journal, binder)
      binder.bind(Resource.self).to { try $0.resolve(Resource.self, named: "a") }
        .asIs().in(.singleton)
    }
    _ = try injector.resolve(Resource.self)
    journal.clear()
    try injector.update { $0.unbind(Resource.self, named: "a") }
    #expect(journal.take() == "-a")
    try injector.shutdown()
    #expect(journal.take() == "")
  }

  /// The update keeps the object through a link; the object is being injected, or it is finished and
  /// waits for the rest of its cycle.
  @Test(arguments: [false, true])
  func aFailedUpdateReleasesNoObjectOfTheCallAroundIt(isFinished: Bool) throws {
    let journal = journal
    let injector = try Injector { binder in
      binder.bind(CompositeResource.self).to { CompositeResource("kept", journal) }
        .in(.singleton).injecting(\.first, named: isFinished ? "root" : "updating")
      binder.bind(Resource.self, named: "link").to(CompositeResource.self) { $0 }.in(.singleton)
      binder.bind(CompositeResource.self, named: "root").to { CompositeResource("root", journal) }
        .in(.singleton).injecting(\.second).injecting(\.third, named: "updating")
      binder.bind(Resource.self, named: "root").to(CompositeResource.self, named: "root") { $0 }
      binder.bind(Resource.self).to(CompositeResource.self) { $0 }
      binder.bind(Resource.self, named: "updating").to { injector in
        let error = try failure {
          try injector.update { binder in
            binder.bind(CompositeResource.self, named: "eager").to {
              CompositeResource("eager", journal)
            }.asEagerSingleton().injecting(\.first, named: "link")
          }
        }
        #expect(error.code == .cyclicDependency)
        return Resource("updating", journal)
      }
    }
    let root = try injector.resolve(CompositeResource.self, named: isFinished ? "root" : nil)
    let expected =
      isFinished
      ? "+kept +eager -eager +updating +root" : "+eager -eager +updating +kept"
    #expect(journal.take() == expected)
    try injector.shutdown()
    #expect(journal.take() == (isFinished ? "-root -kept" : "-kept"))
    (root.first, root.second) = (nil, nil)
  }

  @Test func droppingAnInjectorCallsNoRelease() throws {
    do { _ = try makeInjector() }
    #expect(journal.take() == "")
  }
}

private func bind(_ name: String, _ journal: Journal, _ binder: Binder) {
  binder.bind(Resource.self, named: Name(name)).to { Resource(name, journal) }.in(.singleton)
}
