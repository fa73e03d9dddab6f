import Infusion
import Testing

extension Requests {
  @Suite("Requests: scopes") struct Scopes {
    private protocol Screen: AnyObject {}
    private final class Lamp: Screen, DefaultInitializable {}
    private struct LampProvider: ProviderProtocol {
      let journal: Journal
      func provide(from injector: Injector) -> Lamp {
        journal.note("lamp")
        return Lamp()
      }
    }
    private final class Room: Injectable, DefaultInitializable {
      var lamp: Lamp!
      var shelf: Shelf!
      static var requires: [PartialKeyPath<Room>] { [\.lamp, \.shelf] }
    }
    private final class Shelf: Injectable, DefaultInitializable {
      var lamp: Lamp!
      static var requires: [PartialKeyPath<Shelf>] { [\.lamp] }
    }
    private final class RequestStore: InstanceStore, @unchecked Sendable {
      private var instances: [Key: Any] = [:]
      func value(for key: Key) -> Any? { instances[key] }
      func publish(_ value: Any, for key: Key) { instances[key] = value }
    }

    @Test("Objection #5, #8, #45, #94: a provider, a closure and a protocol can be singletons")
    func everyBindingCanBeASingleton() throws {
      let journal = Journal()
      let injector = try Injector { binder in
        binder.bind(Lamp.self, named: "provider").to(provider: LampProvider(journal: journal))
          .in(.singleton)
        binder.bind((any Screen).self).to { () -> any Screen in
          journal.note("screen")
          return Lamp()
        }.in(.singleton)
      }
      let lamp = try injector.resolve(Lamp.self, named: "provider")
      #expect(try injector.resolve(Lamp.self, named: "provider") === lamp)
      let screen = try injector.resolve((any Screen).self)
      #expect(try injector.resolve((any Screen).self) === screen)
      #expect(journal.entries == ["lamp", "screen"])
    }

    @Test("Objection #70, #71: a module can bind an eager singleton to a protocol")
    func eagerSingletonInAModule() throws {
      struct ScreenModule: Module {
        let journal: Journal
        func configure(_ binder: Binder) {
          binder.bind(Lamp.self).to(provider: LampProvider(journal: journal))
          binder.bind((any Screen).self).to(Lamp.self) { $0 }.asEagerSingleton()
        }
      }
      let journal = Journal()
      let injector = try Injector(ScreenModule(journal: journal))
      #expect(journal.entries == ["lamp"])
      #expect(
        try injector.resolve((any Screen).self) === injector.resolve((any Screen).self))
      #expect(journal.entries == ["lamp"])
    }

    @Test("Objection #106: an object can be shared within one request, and new in the next")
    func onePerGraph() throws {
      let injector = try Injector { $0.bind(Lamp.self).in(.graph) }
      let first = try injector.resolve(Room.self)
      #expect(first.lamp != nil)
      #expect(first.lamp === first.shelf.lamp)
      let second = try injector.resolve(Room.self)
      #expect(second.lamp === second.shelf.lamp)
      #expect(second.lamp !== first.lamp)
    }

    @Test("Objection #28, #30, #32: a shared object is released once nothing uses it any more")
    func weaklyShared() throws {
      let journal = Journal()
      let injector = try Injector { binder in
        binder.bind(Lamp.self).to(provider: LampProvider(journal: journal)).in(.weak)
      }
      var room: Room? = try injector.resolve(Room.self)
      #expect(room?.lamp != nil)
      #expect(room?.lamp === room?.shelf.lamp)
      weak let lamp = room?.lamp
      #expect(journal.entries.count == 1)
      room = nil
      #expect(lamp == nil)
      _ = try injector.resolve(Lamp.self)
      #expect(journal.entries.count == 2)
    }

    @Test("python-inject #84, #92, #99, #100: a custom scope keeps objects for a request")
    func requestScope() throws {
      let first = RequestStore()
      let second = RequestStore()
      var current = first
      let perRequest = Scope("request") { _ in current }
      let injector = try Injector { $0.bind(Lamp.self).in(perRequest) }
      let lamp = try injector.resolve(Lamp.self)
      #expect(try injector.resolve(Room.self).shelf.lamp === lamp)
      current = second
      let other = try injector.resolve(Lamp.self)
      #expect(other !== lamp)
      #expect(try injector.resolve(Room.self).shelf.lamp === other)
      current = first
      #expect(try injector.resolve(Lamp.self) === lamp)
    }
  }
}
