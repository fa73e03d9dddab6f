import Infusion
import Testing

extension Gummi {
  struct InheritanceAndCompletionTests {
    final class Part: DefaultInitializable {}

    class Base: Injectable, DefaultInitializable {
      var first: Part! { didSet { order.append("first") } }
      final var order: [String] = []
      required init() {}
      class var requires: Requirements { requiring(\.first) }
    }
    class Middle: Base {
      var second: Part! { didSet { order.append("second") } }
      override class var requires: Requirements { requiring(\.second) }
    }
    class Leaf: Middle {
      var third: Part! { didSet { order.append("third") } }
      override class var requires: Requirements { requiring(\.third) }
    }

    /// Inspects its car when it awakes.
    final class Inspector: Injectable, DefaultInitializable, AwakesFromInjection {
      private(set) var car: Car?
      private(set) var seen: [Int?] = []
      static var requires: [PartialKeyPath<Inspector>] { [\.car] }
      func awakeFromInjection() { seen.append(car?.startCount) }
    }

    @Test(
      "GUM-70: The properties of all three levels of a hierarchy are injected, superclass first")
    func gum70() throws {
      let leaf = try Injector().resolve(Leaf.self)
      let parts: [Part] = [leaf.first, leaf.second, leaf.third]
      #expect(Set(parts.map { ObjectIdentifier($0) }).count == 3)
      #expect(leaf.order == ["first", "second", "third"])
      #expect(try Injector().resolve(Middle.self).order == ["first", "second"])
      #expect(try Injector().resolve(Base.self).order == ["first"])
    }

    @Test("GUM-71: An object awakes once after its injection, with all properties set")
    func gum71() throws {
      let injector = try Injector(EngineModule())
      let car = try injector.resolve(Car.self)
      #expect(car.startCount == 1)
      let existing = Car()
      try injector.injectDependencies(into: existing)
      #expect(existing.startCount == 1)
      try injector.injectDependencies(into: existing)
      #expect(existing.startCount == 2)
      // A dependency awakes before its owner.
      #expect(try injector.resolve(Inspector.self).seen == [1])
    }

    // GUM-72, a completion that does not exist, is rejected by the compiler: see `Gummi.swift` in
    // `Tests/Diagnostics/MustNotCompile`.
  }
}
