import Infusion
import Synchronization
import Testing

extension Requests {
  @Suite("Requests: strictness, messages and threads") struct Diagnosis {
    private protocol Engine: AnyObject {}
    private final class Wheel: DefaultInitializable {}
    private final class Car: Injectable {
      var engine: (any Engine)!
      var wheel: Wheel!
      static var requires: Requirements { requiring(\.engine, \.wheel) }
    }
    private final class Garage: Injectable {
      var car: Car!
      static var requires: Requirements { requiring(\.car) }
    }
    private final class Shared: Sendable {}

    @Test("python-inject #23, #24: the creation of unbound classes can be disabled")
    func explicitBindings() throws {
      #expect(throws: Never.self) { try Injector().resolve(Wheel.self) }
      let options = Injector.Options(requiresExplicitBindings: true)
      let error = try #require(throws: InjectionError.self) {
        try Injector([], options: options).resolve(Wheel.self)
      }
      #expect(error.code == .missingBinding)
      #expect(error.key == Key(Wheel.self))
      let bound = try Injector(options: options) { $0.bind(Wheel.self).in(.singleton) }
      #expect(try bound.resolve(Wheel.self) === bound.resolve(Wheel.self))
    }

    @Test("Blindside #50: a configured injector is checked without creating an object")
    func validation() throws {
      let journal = Journal()
      let injector = try Injector { binder in
        binder.bind(Garage.self).to { () -> Garage in
          journal.note("garage")
          return Garage()
        }
        binder.bind(Car.self).to { () -> Car in
          journal.note("car")
          return Car()
        }
        binder.bind(String.self).toInitializer { (count: Int) in
          journal.note("string")
          return "\(count)"
        }
      }
      let error = try #require(throws: InjectionError.self) { try injector.validate() }
      #expect(error.code == .several)
      #expect(Set(error.errors.map(\.code)) == [.missingBinding])
      #expect(Set(error.errors.compactMap(\.key)) == [Key((any Engine).self), Key(Int.self)])
      #expect(journal.entries.isEmpty)
      try injector.update { binder in
        binder.bind((any Engine).self).to(Diesel.self) { $0 }
        binder.bind(Int.self).to { 4 }
      }
      #expect(throws: Never.self) { try injector.validate() }
      #expect(journal.entries.isEmpty)
    }

    @Test("Blindside #49: messages name protocols as in source code")
    func namesOfProtocols() throws {
      let error = try #require(throws: InjectionError.self) {
        try Injector().resolve((any Engine).self)
      }
      #expect(error.description.contains("'any Engine'"))
      #expect(error.description.contains("binder.bind((any Requests.Diagnosis.Engine).self)"))
    }

    @Test("python-inject #61: an error deep in a graph shows the path of requests")
    func path() throws {
      let injector = try Injector { binder in
        binder.bind(Garage.self).to { Garage() }
        binder.bind(Car.self).to { Car() }
      }
      let line: UInt = #line + 1
      let openGarage = { try injector.resolve(Garage.self) }
      let error = try #require(throws: InjectionError.self) { try openGarage() }
      #expect(error.key == Key((any Engine).self))
      #expect(
        error.path.map(\.subject) == ["Car.engine", "Garage.car", "resolve(Garage.self)"])
      #expect(error.location?.line == line)
    }

    @Test(
      "Blindside #56, python-inject #14: threads that race for a singleton receive one object",
      .timeLimit(.minutes(5)))
    func racingForASingleton() async throws {
      let made = Atomic<Int>(0)
      for _ in 0..<500 {
        let injector = try Injector { binder in
          binder.bind(Shared.self).to { () -> Shared in
            made.add(1, ordering: .relaxed)
            return Shared()
          }.in(.singleton)
        }
        let objects = try await withThrowingTaskGroup(of: [Shared].self) { group in
          for _ in 0..<8 {
            group.addTask { try (0..<4).map { _ in try injector.resolve(Shared.self) } }
          }
          return try await group.reduce(into: [Shared]()) { $0 += $1 }
        }
        #expect(objects.count == 32)
        #expect(Set(objects.map(ObjectIdentifier.init)).count == 1)
      }
      #expect(made.load(ordering: .relaxed) == 500)
    }

    private final class Diesel: Engine, DefaultInitializable {}
  }
}
