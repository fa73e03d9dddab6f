import Infusion
import Testing

private final class Engine {
  let kind: String
  init(_ kind: String = "") { self.kind = kind }
}
private final class Car: Injectable {
  var engine: Lazy<Engine>?
  var spare: Provider<Engine>?
  var radio: Lazy<String?>!
  static var requires: Requirements {
    accepting(\.engine) + accepting(\.spare) + requiring(\.radio)
  }
}
private final class Archive {
  var engine: Lazy<Engine>!
  var spares: Provider<Engine>!
  var factory: ObjectFactory!
}
private final class Keeper: Injectable {
  var lazy: Lazy<Engine>!
  var provider: Provider<Engine>?
  var factory: ObjectFactory!
  static var requires: Requirements {
    requiring(\.lazy, \.factory) + accepting(\.provider)
  }
}
private final class Made {
  let lazy: Lazy<Engine>
  init(lazy: Lazy<Engine>) { self.lazy = lazy }
}
private struct Refused: Error {}

/// Handles that are optional, belong to a released injector, or are made by hand.
struct HandleTests {
  @Test(arguments: Arrangement.allCases)
  func anAcceptedHandleIsLeftAloneWhenNothingProvidesItsType(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { $0.bind(Int.self).to { 1 } }
    let car = Car()
    try injector.injectDependencies(into: car)
    #expect(car.engine == nil)
    #expect(car.spare == nil)
    let own = Lazy(Engine("own"))
    car.engine = own
    try injector.injectDependencies(into: car)
    #expect(car.engine === own)
    try injector.update { $0.bind(Engine.self).to { Engine("bound") } }
    try injector.injectDependencies(into: car)
    #expect(try car.engine?.get().kind == "bound")
    #expect(try car.spare?.get().kind == "bound")
    try injector.update { $0.unbind(Engine.self) }
    car.spare = nil
    try injector.injectDependencies(into: car)
    #expect(car.spare == nil)
  }

  @Test(arguments: Arrangement.allCases)
  func aHandleOfAnOptionalGivesNilWhenNothingProvidesIt(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { $0.bind(Int.self).to { 1 } }
    let car = Car()
    try injector.injectDependencies(into: car)
    #expect(try car.radio.get() == nil)
    #expect(try injector.resolve(Provider<Engine?>.self).get() == nil)
    let bound = try arrangement.makeInjector { $0.bind(String.self).to { "radio" } }
    try bound.injectDependencies(into: car)
    #expect(try car.radio.get() == "radio")
  }

  @Test func optionalHandlesAreValidatedAndDrawn() throws {
    let injector = try Injector { $0.bind(Car.self).to { Car() } }
    try injector.validate(including: Car.self)
    let edges = injector.graph.edges
    #expect(edges.map(\.label) == ["engine", "spare", "radio"])
    #expect(edges.allSatisfy { $0.isOptional && $0.isLazy })
  }

  @Test func theErrorOfAReleasedInjectorNamesTheOwnerOfTheHandle() throws {
    func makeHandles() throws -> (Keeper, Made) {
      let injector = try Injector { binder in
        binder.bind(Engine.self).to { Engine() }
        binder.bind(Made.self).toInitializer(Made.init(lazy:))
      }
      let keeper = Keeper()
      try injector.injectDependencies(into: keeper)
      return (keeper, try injector.resolve(Made.self))
    }
    let (keeper, made) = try makeHandles()
    for (get, holder) in [
      ({ try keeper.lazy.get() }, "Keeper"), ({ try keeper.provider?.get() }, "Keeper"),
      ({ try keeper.factory.resolve(Engine.self) }, "Keeper"), ({ try made.lazy.get() }, "Made"),
    ] as [(() throws -> Engine?, String)] {
      let error = try #require(throws: InjectionError.self) { _ = try get() }
      #expect(error.code == .injectorReleased)
      #expect(error.description.contains("but a Lazy, Provider or ObjectFactory of '\(holder)' "))
    }
  }

  @Test func anErrorSaysWhichHandleAsked() throws {
    let injector = try Injector { binder in binder.bind(Made.self).toInitializer(Made.init) }
    let made = try injector.resolve(Made.self)
    for (get, call) in [
      ({ try made.lazy.get() }, "get() in Made"),
      ({ try injector.resolve(Provider<Engine>.self).get() }, "get()"),
    ] as [(() throws -> Engine, String)] {
      let error = try #require(throws: InjectionError.self) { _ = try get() }
      #expect(error.code == .missingBinding)
      #expect(error.path.map(\.subject) == [call])
    }
  }

  @Test func aBoundHandleIsHandedOut() throws {
    let injector = try Injector { binder in
      binder.bind(Engine.self).to { Engine("bound") }
      binder.bind(Lazy<Engine>.self).to(instance: Lazy(Engine("lazy")))
      binder.bind(Provider<Engine>.self, named: "own").to { Provider { Engine("own") } }
    }
    #expect(try injector.resolve(Lazy<Engine>.self).get().kind == "lazy")
    #expect(try injector.resolve(Lazy<Engine>?.self)?.get().kind == "lazy")
    #expect(try injector.resolve(Provider<Engine>.self, named: "own").get().kind == "own")
    #expect(try injector.resolve(Provider<Engine>.self).get().kind == "bound")
    let keeper = Keeper()
    try injector.injectDependencies(into: keeper)
    #expect(try keeper.lazy.get().kind == "lazy")
    try injector.validate()
    try injector.update { $0.unbind(Lazy<Engine>.self) }
    #expect(try injector.resolve(Lazy<Engine>.self).get().kind == "bound")
  }

  @Test func aHandleTakesNoArguments() throws {
    let injector = try Injector { binder in
      binder.bind(Engine.self).to { (_, kind: String) in Engine(kind) }
    }
    let lazy = code { _ = try injector.resolve(Lazy<Engine>.self, arguments: "V8") }
    let provider = code { _ = try injector.resolve(Provider<Engine>.self, arguments: "V8") }
    #expect(lazy == .argumentMismatch && provider == .argumentMismatch)
  }

  @Test func handlesAreMadeFromValuesAndClosures() throws {
    let archive = Archive()
    archive.engine = Lazy(Engine("value"))
    archive.spares = Provider { Engine("closure") }
    #expect(try archive.engine.get().kind == "value")
    #expect(try archive.engine.get() === archive.engine.get())
    #expect(try archive.spares.get() !== archive.spares.get())
    archive.engine = Lazy { Engine("closure") }
    #expect(try archive.engine.get() === archive.engine.get())
    #expect(try Provider(7).get() == 7)
    archive.factory = try ObjectFactory { $0.bind(Engine.self).to { Engine("factory") } }
    #expect(try archive.factory.resolve(Engine.self).kind == "factory")
    #expect(try archive.factory.create { Engine("created") }.kind == "created")
  }

  /// The last request of the call has received an object that is under construction.
  @Test func aHandleOfAClosureKeepsAValueThatIsMadeWithinACycle() throws {
    final class Asking: AwakesFromInjection {
      let awake: () throws -> Void
      init(_ awake: @escaping () throws -> Void) { self.awake = awake }
      func awakeFromInjection() throws { try awake() }
    }
    let journal = SafeJournal()
    let handle = Lazy<Int> {
      journal.note("made")
      return 1
    }
    let injector = try Injector { binder in
      binder.bind(Asking.self).to { injector in
        Asking {
          _ = try injector.resolve(Asking.self)
          _ = try handle.get()
          _ = try handle.get()
        }
      }.in(.singleton)
    }
    _ = try injector.resolve(Asking.self)
    #expect(journal.all == ["made"])
  }

  @Test func aFactoryMadeOfAnInjectorHoldsItWeakly() throws {
    var injector: Injector? = try Injector { $0.bind(Int.self).to { 1 } }
    let factory = ObjectFactory(try #require(injector))
    #expect(try factory.resolve(Int.self) == 1)
    injector = nil
    #expect(throws: InjectionError.self) { try factory.resolve(Int.self) }
  }

  @Test func anErrorOfAHandlesClosureIsTheCause() throws {
    let lazy = Lazy<Int> { throw Refused() }
    let provider = Provider<Int> { throw Refused() }
    for get in [{ try lazy.get() }, { try provider.get() }] {
      let error = try #require(throws: InjectionError.self) { _ = try get() }
      #expect(error.code == .providerFailed)
      #expect(error.underlying is Refused)
    }
  }

  @Test func anInjectorNeedsNoModuleForItsOptions() throws {
    let injector = try Injector(options: Injector.Options(maximumNesting: 7))
    #expect(injector.options.maximumNesting == 7)
    #expect(injector.installedModules.isEmpty)
  }
}
