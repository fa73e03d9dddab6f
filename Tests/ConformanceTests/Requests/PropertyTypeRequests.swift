import Infusion
import Testing

extension Requests {
  @Suite("Requests: kinds of properties, types and names") struct PropertyTypes {
    fileprivate protocol Playable: AnyObject {}
    fileprivate protocol Portable: AnyObject {}
    fileprivate class Instrument {}
    fileprivate final class Flute: Instrument, Playable, Portable, DefaultInitializable {
      override required init() {}
    }
    private protocol Tuning {
      static var pitch: Int { get }
    }
    private enum Baroque: Tuning {
      static let pitch = 415
    }
    private enum Studio { final class Tuner: DefaultInitializable {} }
    private enum Stage { final class Tuner: DefaultInitializable {} }

    @Test("Objection #79: a property declared in an extension is injected")
    func propertyOfAnExtension() throws {
      let flute = Flute()
      let player = Player()
      try Injector { $0.bind(Flute.self).to(instance: flute) }.injectDependencies(into: player)
      #expect(player.instrument === flute)
      #expect(player.instruments.count == 1)
    }

    @Test("Objection #80, #85, #100, Blindside #47: a class and protocols together are one type")
    func classWithProtocols() throws {
      final class Bag: Injectable {
        var content: (any Instrument & Playable & Portable)!
        static var requires: [PartialKeyPath<Bag>] { [\.content] }
      }
      let bag = Bag()
      let error = try #require(throws: InjectionError.self) {
        try Injector().injectDependencies(into: bag)
      }
      #expect(error.code == .missingBinding)
      #expect(error.key == Key((any Instrument & Playable & Portable).self))
      try Injector { binder in
        binder.bind((any Instrument & Playable & Portable).self).to(Flute.self) { $0 }
      }.injectDependencies(into: bag)
      #expect(bag.content is Flute)
    }

    @Test("Objection #27: the order of modules does not matter to a property of protocol type")
    func orderOfModules() throws {
      struct UserModule: Module {
        func configure(_ binder: Binder) {
          binder.bind(Stand.self).to { Stand() }.asEagerSingleton()
        }
      }
      struct PlayableModule: Module {
        func configure(_ binder: Binder) {
          binder.bind((any Playable).self).to(Flute.self) { $0 }
        }
      }
      for modules in [
        [UserModule(), PlayableModule()], [PlayableModule(), UserModule()],
      ] as [[any Module]] {
        #expect(try Injector(modules).resolve(Stand.self).playable is Flute)
      }
    }

    @Test("Objection #34: a metatype can be a dependency")
    func metatype() throws {
      final class Ensemble: Injectable {
        var tuning: (any Tuning.Type)!
        static var requires: [PartialKeyPath<Ensemble>] { [\.tuning] }
      }
      let ensemble = Ensemble()
      try Injector { $0.bind((any Tuning.Type).self).to(instance: Baroque.self) }
        .injectDependencies(into: ensemble)
      #expect(ensemble.tuning?.pitch == 415)
    }

    @Test("Blindside #53: a property that is listed twice is injected once")
    func listedTwice() throws {
      final class Twice: Injectable {
        var count = 0
        var flute: Flute! { didSet { count += 1 } }
        static var requires: Requirements { requiring(\.flute) + requiring(\.flute) }
      }
      let twice = Twice()
      try Injector().injectDependencies(into: twice)
      #expect(twice.flute != nil)
      #expect(twice.count == 1)
    }

    @Test("Blindside #57: two classes with one name are two keys, and messages distinguish them")
    func sameName() throws {
      let injector = try Injector(
        options: .init(requiresExplicitBindings: true)
      ) { $0.bind(Studio.Tuner.self) }
      #expect(type(of: try injector.resolve(Studio.Tuner.self)) == Studio.Tuner.self)
      #expect(!injector.hasBinding(Stage.Tuner.self))
      let error = try #require(throws: InjectionError.self) {
        try injector.resolve(Stage.Tuner.self)
      }
      #expect(error.code == .missingBinding)
      // The suggestion qualifies the name, because the short names are equal.
      #expect(error.description.contains("Did you mean"))
      #expect(error.description.contains("PropertyTypes.Studio.Tuner'"))
    }

    @Test("Blindside #60: a result has the requested type, and needs no cast")
    func typedResult() throws {
      let injector = try Injector { binder in
        binder.bind((any Playable).self).to(Flute.self) { $0 }
      }
      let flute: Flute = try injector.resolve()
      let playable: any Playable = try injector.resolve()
      #expect(playable is Flute)
      #expect(playable !== flute)
    }

    @Test("Objection #13, #66, #69, python-inject #9: bindings of one type differ by name")
    func names() throws {
      let left = Flute()
      let right = Flute()
      let injector = try Injector { binder in
        binder.bind(Flute.self, named: "left").to(instance: left)
        binder.bind(Flute.self, named: "right").to(instance: right)
      }
      #expect(try injector.resolve(Flute.self, named: "left") === left)
      #expect(try injector.resolve(Flute.self, named: "right") === right)
      #expect(try injector.resolve(Flute.self) !== left)
    }

    private final class Stand: Injectable {
      var playable: (any Playable)!
      static var requires: [PartialKeyPath<Stand>] { [\.playable] }
    }
    fileprivate final class Player: Injectable {
      var instruments: [AnyObject] = []
      static var requires: [PartialKeyPath<Player>] { [\.instrument] }
    }
  }
}

extension Requests.PropertyTypes.Player {
  fileprivate var instrument: Requests.PropertyTypes.Flute! {
    get { instruments.last as? Requests.PropertyTypes.Flute }
    set { instruments.append(newValue) }
  }
}
