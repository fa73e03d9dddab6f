import Infusion
import Testing

extension Requests {
  @Suite("Requests: several injectors") struct SeveralInjectors {
    private final class Session: DefaultInitializable {}
    private final class User {
      let name: String
      init(_ name: String) { self.name = name }
    }
    private final class Page: Injectable {
      var session: Session!
      var user: User!
      static var requires: [PartialKeyPath<Page>] { [\.session, \.user] }
    }
    private let parent: Injector

    init() throws {
      parent = try Injector { binder in
        binder.bind(Session.self).in(.singleton)
        binder.bind(User.self).to { User("nobody") }
        binder.bind(Page.self).to { Page() }
      }
    }

    @Test("Objection #107, #108, SwiftSuspenders #28: children share their parent's singletons")
    func sharedSingletons() throws {
      let children = [try parent.makeChild(), try parent.makeChild()]
      // A child asks first, but the object belongs to the parent.
      let session = try children[0].resolve(Session.self)
      #expect(try children[1].resolve(Session.self) === session)
      #expect(try parent.resolve(Session.self) === session)
      #expect(try children[1].resolve(Page.self).session === session)
    }

    @Test("SwiftSuspenders #40: an object that a parent binds is built with the child's bindings")
    func overriddenDependencies() throws {
      let child = try parent.makeChild { $0.bind(User.self).to { User("Ada") } }
      #expect(try child.resolve(Page.self).user.name == "Ada")
      #expect(try parent.resolve(Page.self).user.name == "nobody")
    }

    @Test("Objection #9: an injector is bound to itself")
    func boundToItself() throws {
      #expect(try parent.resolve(Injector.self) === parent)
      let child = try parent.makeChild()
      #expect(try child.resolve(Injector.self) === child)
      let derived = try parent.removing(UnusedModule.self)
      #expect(try derived.resolve(Injector.self) === derived)
    }

    @Test("Objection #97: an object can ask the injector that built it for more")
    func factoryOfTheBuilder() throws {
      final class Maker {
        @Injected var factory: ObjectFactory
      }
      let other = try Injector { $0.bind(Session.self).in(.singleton) }
      for injector in [parent, other] {
        let maker = try injector.create { Maker() }
        #expect(
          try maker.factory.resolve(Session.self) === injector.resolve(Session.self))
      }
    }

    @Test("Blindside #8, #9, #10: the injector fills a property of an existing object")
    func injectorProperty() throws {
      final class Holder: Injectable {
        weak var injector: Injector?
        static var requires: [PartialKeyPath<Holder>] { [\.injector] }
      }
      let holder = Holder()
      try parent.injectDependencies(into: holder)
      #expect(holder.injector === parent)
    }

    @Test("Objection #36, #46: an injector without references is released, with its singletons")
    func noRetainCycle() throws {
      var injector: Injector? = try Injector { binder in
        binder.bind(Session.self).in(.singleton)
      }
      var derived: Injector? = try injector?.adding(UnusedModule())
      weak let session = try injector?.resolve(Session.self)
      weak let original = injector
      #expect(session != nil)
      injector = nil
      #expect(original == nil)
      #expect(session == nil)
      #expect(try derived?.resolve(Session.self) != nil)
      weak let second = derived
      derived = nil
      #expect(second == nil)
    }

    @Test("Objection #90: using a released injector is an error, not a crash")
    func releasedInjector() throws {
      var injector: Injector? = try Injector()
      let factory = try #require(try injector?.resolve(ObjectFactory.self))
      injector = nil
      let error = try #require(throws: InjectionError.self) {
        try factory.resolve(Session.self)
      }
      #expect(error.code == .injectorReleased)
      #expect(error.key == Key(Session.self))
    }

    private struct UnusedModule: Module {
      func configure(_ binder: Binder) {}
    }
  }
}
