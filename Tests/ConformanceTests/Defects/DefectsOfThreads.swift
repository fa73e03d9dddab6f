import Foundation
import Infusion
import Testing

extension Defects {
  @Suite("Defect03: Objection held its lock even after a registration had thrown")
  struct Defect03 {
    final class Part: DefaultInitializable {}
    struct Refusal: Error {}
    final class Refusing: UnloadableModule {
      func configure(_ binder: Binder) { binder.bind(Int.self).to(instance: 1) }
      func unload(from injector: Injector) throws { throw Refusal() }
    }

    /// The operations that fail on the thread of the test.
    enum Failure: CaseIterable {
      case creatingTheInjector
      case changing
      case eagerSingletonOfAChange
      case uninstalling
      case makingASingleton

      func happen(in injector: Injector) throws {
        switch self {
        case .creatingTheInjector: _ = try Injector { _ in throw Refusal() }
        case .changing:
          try injector.update { binder in
            binder.bind(Double.self).to(instance: 1)
            throw Refusal()
          }
        case .eagerSingletonOfAChange:
          try injector.update { binder in
            binder.bind(Double.self).to(instance: 1)
            binder.bind(Part.self).to { throw Refusal() }.asEagerSingleton()
          }
        case .uninstalling: try injector.update { $0.uninstall(Refusing.self) }
        case .makingASingleton: _ = try injector.resolve(Part.self, named: "refused")
        }
      }
    }

    @Test(
      "Defect03: After a failure other threads create injectors, change them and make singletons",
      arguments: Failure.allCases)
    func nothingIsHeld(_ failure: Failure) throws {
      let injector = try Injector { binder in
        binder.install(Refusing())
        binder.bind(Part.self, named: "refused").to { throw Refusal() }.in(.singleton)
        binder.bind(Part.self, named: "shared").in(.singleton)
      }
      let error = try #require(throws: InjectionError.self) { try failure.happen(in: injector) }
      #expect(error.code == .providerFailed)
      #expect(error.underlying is Refusal)
      // The injector is unchanged.
      #expect(injector.hasBinding(Int.self))
      #expect(!injector.hasBinding(Double.self))
      Defects.onThreads(2) { index in
        do {
          _ = try Injector { $0.bind(Int.self).to(instance: index) }
          try injector.update { $0.bind(String.self).to(instance: "text") }
          _ = try injector.resolve(Part.self, named: "shared")
          #expect(try injector.resolve(String.self) == "text")
          #expect(throws: InjectionError.self) {
            try injector.resolve(Part.self, named: "refused")
          }
        } catch {
          Issue.record(error)
        }
      }
    }
  }

  @Suite(
    "Defect14: In four of the libraries racing threads made a singleton twice, or got nothing"
  )
  struct Defect14 {
    final class Part: DefaultInitializable {}
    final class Declared: Injectable, DefaultInitializable, AwakesFromInjection, Scoped {
      private(set) var part: Part?
      private(set) var isComplete = false
      static var requires: [PartialKeyPath<Declared>] { [\.part] }
      static var scope: Scope { .singleton }
      func awakeFromInjection() { isComplete = part != nil }
    }
    final class Bound: Injectable {
      private(set) var declared: Declared?
      static var requires: [PartialKeyPath<Bound>] { [\.declared] }
    }
    final class Results: @unchecked Sendable {
      private let lock = NSLock()
      private var seen: Set<ObjectIdentifier> = []
      private var creations = 0
      func see(_ object: AnyObject) { _ = lock.withLock { seen.insert(ObjectIdentifier(object)) } }
      func create() { lock.withLock { creations += 1 } }
      var distinct: Int { lock.withLock { seen.count } }
      var created: Int { lock.withLock { creations } }
    }

    @Test(
      "Defect14: Threads that race for a singleton receive the same complete object")
    func oneForAll() throws {
      let (threads, rounds) = (4, 500)
      let barrier = Barrier(threads)
      let worlds = try (0..<rounds).map { _ -> (Injector, Results, Results) in
        let bound = Results()
        let injector = try Injector { binder in
          binder.bind(Bound.self).to {
            bound.create()
            return Bound()
          }.in(.singleton)
        }
        return (injector, bound, Results())
      }
      Defects.onThreads(threads) { index in
        for (round, (injector, bound, declared)) in worlds.enumerated() {
          barrier.pass()
          do {
            // Half of the threads request the dependency first.
            if (index + round).isMultiple(of: 2) {
              declared.see(try injector.resolve(Declared.self))
            }
            let object = try injector.resolve(Bound.self)
            bound.see(object)
            #expect(object.declared?.isComplete == true)
            declared.see(try injector.resolve(Declared.self))
          } catch {
            Issue.record(error)
          }
        }
      }
      for (_, bound, declared) in worlds {
        #expect(bound.distinct == 1)
        #expect(bound.created == 1)
        #expect(declared.distinct == 1)
      }
    }
  }
}
