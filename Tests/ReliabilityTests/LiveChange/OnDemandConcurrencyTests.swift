import Infusion
import Testing

/// Bindings of classes that are being created on demand.
struct OnDemandConcurrencyTests {
  @Test func aBindingMadeWhileItsClassIsLinkedOnDemandIsInForce() throws {
    let injector = try Injector()
    SelfBinding.whileLinked.with { $0 = injector }
    _ = try injector.resolve(SelfBinding.self)
    #expect(injector.hasBinding(SelfBinding.self))
    #expect(try injector.resolve(SelfBinding.self).isBound)
  }

  @Test func aBindingThatComesDuringTheFirstRequestIsInForceAfterwards() throws {
    let rounds = Settings.times(5_000)
    let injectors = try (0..<rounds).map { _ in try Injector() }
    let line = StartLine(2)
    onThreads(2) { thread in
      for (round, injector) in injectors.enumerated() {
        line.pass(round)
        if thread == 0 {
          _ = try? injector.resolve(OnDemand.self)
        } else {
          try? injector.update { $0.bind(OnDemand.self).to { OnDemand(isBound: true) } }
        }
      }
    }
    var masked = 0
    for injector in injectors where try !injector.resolve(OnDemand.self).isBound { masked += 1 }
    #expect(masked == 0, "of \(rounds)")
  }
}

private final class SelfBinding: InitializerDeclaring {
  static let whileLinked = Locked<Injector?>(nil)
  let isBound: Bool
  init(isBound: Bool) { self.isBound = isBound }
  static var initializer: Initializer {
    if let injector = whileLinked.with({ (injector: inout Injector?) -> Injector? in
      defer { injector = nil }
      return injector
    }) {
      do {
        try injector.update { $0.bind(SelfBinding.self).to { SelfBinding(isBound: true) } }
      } catch {
        Issue.record("\(error)")
      }
    }
    return Initializer({ SelfBinding(isBound: false) })
  }
}

private final class OnDemand: DefaultInitializable, Sendable {
  let isBound: Bool
  init() { isBound = false }
  init(isBound: Bool) { self.isBound = isBound }
}
