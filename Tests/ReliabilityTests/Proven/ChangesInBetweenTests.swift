import Infusion
import Testing

/// What user code meets that changes the injector, or fails, in the middle of a request.
@Suite struct ChangesInBetweenTests {
  private final class Part: AwakesFromInjection {
    let label: String
    var a: Part?
    var b: Part?
    private(set) var awakes = 0
    private let whenAwoken: () throws -> Void

    init(_ label: String = "", whenAwoken: @escaping () throws -> Void = {}) {
      self.label = label
      self.whenAwoken = whenAwoken
    }

    func awakeFromInjection() throws {
      awakes += 1
      try whenAwoken()
    }
  }
  private struct Mishap: Error {}

  @Test func aSingletonOutlivesACaughtFailureWithinAnUpdate() throws {
    var made = 0
    let injector = try Injector()
    try injector.update { binder in
      binder.bind(Part.self, named: "settings").to {
        made += 1
        return Part()
      }.in(.singleton)
      binder.bind(Part.self, named: "session").to { Part() }.injecting(\.a, named: "settings")
        .in(.graph)
      binder.bind(Part.self, named: "remote").to { Part() }.injecting(\.a, named: "session")
        .injecting(\.b, named: "network")
      binder.bind(Part.self, named: "network").to { throw Mishap() }
      binder.bind(Part.self, named: "backend").to { injector in
        if let remote = try? injector.resolve(Part.self, named: "remote") { return remote }
        let local = Part()
        local.a = try injector.resolve(Part.self, named: "session")
        local.b = try injector.resolve(Part.self, named: "settings")
        return local
      }.asEagerSingleton()
    }
    let backend = try injector.resolve(Part.self, named: "backend")
    #expect(backend.a?.a === backend.b)
    #expect(try injector.resolve(Part.self, named: "settings") === backend.b)
    #expect(made == 1)
  }

  @Test func aFailedUpdateLeavesNoInstanceToTheCall() throws {
    let injector = try Injector { binder in
      binder.bind(Part.self, named: "shared").to { Part() }.injecting(\.a, named: "inner").in(
        .graph)
      binder.bind(Part.self, named: "inner").to { Part("old") }
    }
    let shared = try injector.create { () -> Part in
      _ = try? injector.update { binder in
        binder.bind(Part.self, named: "inner").to { Part("dropped") }
        binder.bind(Part.self, named: "eager").to { injector in
          _ = try injector.resolve(Part.self, named: "shared")
          throw Mishap()
        }.asEagerSingleton()
      }
      return try injector.resolve(Part.self, named: "shared")
    }
    #expect(shared.a?.label == "old")
  }

  @Test(arguments: [nil, "flow"] as [Name?])
  func aCycleClosesAlthoughTheInjectorChanges(name: Name?) throws {
    var made = 0
    let injector = try Injector { binder in
      binder.bind(Part.self, named: name).to {
        made += 1
        return Part()
      }.injecting(\.b, named: "start")
      binder.bind(Part.self, named: "start").to { injector in
        injector.releaseSingletons()
        return try injector.resolve(Part.self, named: "screen")
      }
      let screen = binder.bind(Part.self, named: "screen").to { Part() }
      if let name { screen.injecting(\.a, named: name) } else { screen.injecting(\.a) }
    }
    let flow = try injector.resolve(Part.self, named: name)
    #expect(flow.b?.a === flow)
    #expect(made == 1)
  }

  private final class Visit: DefaultInitializable, Scoped {
    static var scope: Scope { .graph }
    init() {}
  }

  @Test func aCallHasOneInstanceOfAClassThatIsMadeOnDemand() throws {
    let injector = try Injector()
    let isSame = try injector.create { () -> Bool in
      let visit = try injector.resolve(Visit.self)
      try injector.update { _ in }
      return try injector.resolve(Visit.self) === visit
    }
    #expect(isSame)
  }

  private final class Holder {
    @Injected("inner") var inner: Part
    func resolve() throws { try $inner.resolve() }
  }

  @Test func aMarkerRemembersNothingThatIsDropped() throws {
    let holder = Holder()
    var fails = true
    let injector = try Injector { binder in
      binder.bind(Part.self, named: "outer").to {
        Part {
          try holder.resolve()
          if fails { throw Mishap() }
        }
      }.in(.singleton)
      binder.bind(Part.self, named: "inner").to { Part() }.injecting(\.a, named: "outer")
        .in(.singleton)
    }
    try Injector.withCurrent(injector) {
      #expect(throws: InjectionError.self) { try injector.resolve(Part.self, named: "outer") }
      fails = false
      let outer = try injector.resolve(Part.self, named: "outer")
      #expect(try injector.resolve(Part.self, named: "inner") === holder.inner)
      #expect(holder.inner.a === outer)
    }
  }

  @Test(arguments: [false, true]) func elementsOfAClosuresArrayAreNew(isWarm: Bool) throws {
    let injector = try Injector { binder in
      binder.bind([Part].self).to { [Part()] }.in(.singleton)
      binder.bind(Part.self).to { try $0.resolve([Part].self)[0] }
    }
    if isWarm { _ = try injector.resolve([Part].self) }
    #expect(try injector.resolve(Part.self).awakes == 1)
  }

  @Test(arguments: [false, true])
  func aFailureBehindAnotherInjectorIsObserved(isBehind: Bool) throws {
    let log = Log()
    var code: InjectionError.Code?
    let inner = try Injector(options: .init(observers: [log])) { binder in
      binder.bind(Part.self).to { injector in
        do throws(InjectionError) { try injector.shutdown() } catch { code = error.code }
        throw Mishap()
      }
    }
    let outer = try Injector { binder in
      binder.bind(Part.self).to { try inner.resolve(Part.self) }
    }
    let asked = isBehind ? outer : inner
    #expect(throws: InjectionError.self) { try asked.resolve(Part.self) }
    #expect(log.lines == ["willCreate", "didFail"])
    #expect(code == .updateInProgress)
  }

  @Test func whatAnObserverAsksTiesNothingTogether() throws {
    let log = Log()
    var made = 0
    let injector = try Injector(options: .init(observers: [log])) { binder in
      binder.bind(Part.self, named: "outer").to { Part() }.injecting(\.b, named: "inner")
        .injecting(\.a, named: "missing").in(.singleton)
      binder.bind(Part.self, named: "inner").to {
        made += 1
        return Part()
      }.in(.singleton)
      binder.bind(Part.self, named: "missing").to { throw Mishap() }
    }
    log.hook = { _ = try? injector.resolve(Part.self, named: "outer") }
    #expect(throws: InjectionError.self) { try injector.resolve(Part.self, named: "outer") }
    log.hook = {}
    _ = try injector.resolve(Part.self, named: "inner")
    #expect(made == 1)
  }

  @Test func argumentsThatNothingTakesAreRefused() throws {
    let injector = try Injector { $0.bind(Part.self).to { Part() } }
    for ask in [
      { _ = try injector.resolve([Part].self, arguments: 1) },
      { _ = try injector.resolve(Lazy<Part>.self, arguments: 1) },
      { _ = try injector.resolve(Provider<Part>.self, arguments: 1) },
    ] as [() throws -> Void] {
      let error = try #require(throws: InjectionError.self) { try ask() }
      #expect(error.code == .argumentMismatch)
    }
  }

  private final class Given: Injectable {
    var provider: Provider<Part>?
    static var requires: Requirements { requiring(\.provider) }
  }

  @Test func argumentsOfAnObjectAreNotThoseOfItsHandles() throws {
    let injector = try Injector { binder in
      binder.bind(Part.self).to { Part() }
      binder.bind(Given.self).to { (_, _: Int) in Given() }
    }
    let given = try injector.resolve(Given.self, arguments: 1)
    #expect(try given.provider?.get() != nil)
  }

  private final class Tool {}
  private final class Case { var tool: Tool? }

  @Test func additionsApplyToWhatABindingPassesOnAlsoAfterAnUpdate() throws {
    let injector = try Injector { binder in
      binder.bind(Case.self).to { Case() }.in(.singleton)
      binder.bind(Case.self, named: "equipped").to { try $0.resolve(Case.self) }.injecting(\.tool)
      binder.bind(Tool.self).to { Tool() }
    }
    for _ in 0..<3 {
      let equipped = try injector.resolve(Case.self, named: "equipped")
      #expect(equipped.tool != nil)
      equipped.tool = nil
      try injector.update { _ in }
    }
  }
}

extension ChangesInBetweenTests {
  /// `@unchecked Sendable`: each test uses its own, on one thread.
  fileprivate final class Log: InjectionObserver, @unchecked Sendable {
    var lines: [String] = []
    var hook: () -> Void = {}

    func willCreate(_ event: InjectionEvent) {
      lines.append("willCreate")
      if event.key.name == "inner" { hook() }
    }
    func didFail(_ event: InjectionEvent, _ error: InjectionError) { lines.append("didFail") }
  }
}
