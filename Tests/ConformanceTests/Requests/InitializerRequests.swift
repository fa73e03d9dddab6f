import Infusion
import Testing

extension Requests {
  @Suite("Requests: initializers and arguments") struct Initializers {
    private final class Store: DefaultInitializable {}
    private final class Clock {}
    private final class Cache: Injectable, AwakesFromInjection {
      let store: Store
      let clock: Clock
      var limit = 0
      private(set) var awakeCount = 0
      init(store: Store, clock: Clock) {
        self.store = store
        self.clock = clock
      }
      static var requires: [PartialKeyPath<Cache>] { [\.limit] }
      func awakeFromInjection() { awakeCount += 1 }
    }
    private final class Timetable: InitializerDeclaring {
      let store: Store
      let clock: Clock
      let rows: Int
      init(store: Store, clock: Clock, rows: Int) {
        self.store = store
        self.clock = clock
        self.rows = rows
      }
      static var initializer: Initializer {
        Initializer(
          Timetable.init(store:clock:rows:), .resolved, .named("station"), .default(24))
      }
    }
    private protocol Message: AnyObject {
      var sender: String? { get }
      var text: String? { get }
    }
    private final class Letter: Message {
      let sender: String?
      let text: String?
      init(sender: String?, text: String?) {
        self.sender = sender
        self.text = text
      }
    }

    private let clock = Clock()

    @Test("Objection #22, #24, #84: an initializer's arguments come from the injector")
    func resolvedArguments() throws {
      let injector = try Injector { binder in
        binder.bind(Clock.self).to(instance: clock)
        binder.bind(Int.self).to { 8 }
        binder.bind(Cache.self).toInitializer(Cache.init(store:clock:)).in(.singleton)
      }
      let cache = try injector.resolve(Cache.self)
      #expect(cache.clock === clock)
      #expect(cache.limit == 8)
      #expect(cache.awakeCount == 1)
      #expect(try injector.resolve(Cache.self) === cache)
    }

    @Test("python-inject #3, #6, #12: parameters are resolved by type and name, or are arguments")
    func resolvedAndGivenParameters() throws {
      let store = Store()
      let injector = try Injector { binder in
        binder.bind(Store.self).to(instance: store)
        binder.bind(Clock.self).to { Clock() }
        binder.bind(Clock.self, named: "station").to(instance: clock)
      }
      let timetable = try injector.resolve(Timetable.self)
      #expect(timetable.store === store)
      #expect(timetable.clock === clock)
      #expect(timetable.rows == 24)
      #expect(try injector.resolve(Timetable.self, arguments: 12).rows == 12)
    }

    @Test("Objection #93: the caller chooses the initializer, and the object is injected")
    func chosenByTheCaller() throws {
      let injector = try Injector { $0.bind(Int.self).to { 8 } }
      let cache = try injector.create { Cache(store: Store(), clock: clock) }
      #expect(cache.clock === clock)
      #expect(cache.limit == 8)
      #expect(cache.awakeCount == 1)
    }

    @Test("Objection #92: nil is an argument like any other, in every position")
    func nilArguments() throws {
      let injector = try Injector { binder in
        binder.bind(Letter.self).to { (_, sender: String?, text: String?) in
          Letter(sender: sender, text: text)
        }
      }
      let anonymous = try injector.resolve(Letter.self, arguments: String?.none, "hello")
      #expect(anonymous.sender == nil)
      #expect(anonymous.text == "hello")
      let blank = try injector.resolve(Letter.self, arguments: "Ada", String?.none)
      #expect(blank.sender == "Ada")
      #expect(blank.text == nil)
    }

    @Test("Objection #40, Blindside #55, #56: a link from protocol to class forwards arguments")
    func forwardedArguments() throws {
      let injector = try Injector { binder in
        binder.bind((any Message).self).to(Letter.self) { $0 }
        binder.bind(Letter.self).to { (_, sender: String, text: String) in
          Letter(sender: sender, text: text)
        }
      }
      let message = try injector.resolve((any Message).self, arguments: "Ada", "hello")
      #expect(message is Letter)
      #expect(message.sender == "Ada")
      #expect(message.text == "hello")
    }

    @Test("Blindside #54, #55: a further dependency takes only one marker")
    func oneEditForOneDependency() throws {
      final class Report {
        @Injected var store: Store
        @Injected("station") var clock: Clock
      }
      let injector = try Injector { binder in
        binder.bind(Clock.self, named: "station").to(instance: clock)
        binder.bind(Report.self).to { Report() }
      }
      let report = try injector.resolve(Report.self)
      #expect(report.clock === clock)
      #expect(report.store === report.store)
    }
  }
}
