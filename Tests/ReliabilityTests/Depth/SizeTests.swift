import Infusion
import Testing

/// Many bindings, and many properties in many classes.
struct SizeTests {
  @Test func aHundredThousandBindingsAreFound() throws {
    let injector = try Injector { binder in
      for index in 0..<100_000 {
        binder.bind(Int.self, named: Name("\(index)")).to(instance: index)
      }
    }
    for index in stride(from: 0, to: 100_000, by: 7) {
      #expect(try injector.resolve(Int.self, named: Name("\(index)")) == index)
    }
  }

  @Test func tenThousandPropertiesOverFiftyClassesAreSet() throws {
    let perClass = 200
    let injector = try Injector { binder in
      binder.bind(Counter.self).to { Counter() }.in(.singleton)
      for cls in C00.chain { extend(cls, perClass, binder) }
    }
    let object = C49()
    try injector.injectDependencies(into: object)
    #expect(object.sets == 50 * perClass)
    // Superclass before subclass, in order.
    #expect(object.order == Array(0..<50 * perClass))
    let again = C49()
    try injector.injectDependencies(into: again)
    #expect(again.sets == 50 * perClass)
    let base = C24()
    try injector.injectDependencies(into: base)
    #expect(base.sets == 25 * perClass)
  }

  /// How asynchronous singletons depend on one another.
  enum Preparing: CaseIterable {
    case alone, chain, ring
  }

  @Test(arguments: Preparing.allCases)
  func fiveThousandAsynchronousSingletonsArePrepared(_ preparing: Preparing) async throws {
    let count = 5_000
    let injector = try Injector { binder in
      for index in 0..<count {
        let builder = binder.bind(ChainLink.self, named: Name("\(index)"))
        switch preparing {
        case .alone: builder.toAsync { ChainLink() }
        case .chain, .ring:
          let next = preparing == .ring ? (index + 1) % count : min(index + 1, count)
          builder.toAsync(uses: Key(ChainLink.self, named: Name("\(next)"))) { _ in ChainLink() }
        }
      }
      binder.bind(ChainLink.self, named: Name("\(count)")).to { ChainLink() }
    }
    do throws(InjectionError) {
      try await injector.prepare()
      #expect(preparing != .ring)
    } catch {
      #expect(preparing == .ring && error.code == .cyclicDependency)
    }
  }
}
