import Infusion
import Testing

extension Defects {
  @Suite("Defect01: Objection gave a derived injector the factory of its original")
  struct Defect01 {
    final class Workshop: Injectable, DefaultInitializable {
      private(set) var factory: ObjectFactory?
      static var requires: [PartialKeyPath<Workshop>] { [\.factory] }
    }
    struct Texts: Module, Hashable {
      let text: String
      func configure(_ binder: Binder) { binder.bind(String.self).to(instance: text) }
    }
    struct Nothing: Module {
      func configure(_ binder: Binder) {}
    }

    @Test(
      "Defect01: A derived injector has its own factory, even after the original is released"
    )
    func factoriesOfDerivedInjectors() throws {
      weak var gone: Injector?
      var derived: [Injector] = []
      var orphan: ObjectFactory?
      do {
        let original = try Injector(Texts(text: "original"), Nothing())
        gone = original
        orphan = try original.resolve(ObjectFactory.self)
        derived.append(try original.adding(Texts(text: "added")))
        derived.append(try original.adding(Texts(text: "again")).removing(Nothing.self))
      }
      #expect(gone == nil)
      for (injector, text) in zip(derived, ["added", "again"]) {
        let factory = try #require(try injector.resolve(Workshop.self).factory)
        #expect(try factory.resolve(Injector.self) === injector)
        #expect(try factory.resolve(String.self) == text)
      }
      let error = try #require(throws: InjectionError.self) { try orphan?.resolve(String.self) }
      #expect(error.code == .injectorReleased)
    }
  }

  @Suite("Defect17: Gummi-Injection hid extensions from children, and overrides from their parent")
  struct Defect17 {
    final class Part {}
    class Foreign {
      var part: Part?
      final var isComplete = false
    }

    @Test("Defect17: Extensions of a parent apply in its children")
    func extensionsReachChildren() throws {
      let parent = try Injector { binder in
        binder.bind(Part.self).to { Part() }
        binder.extend(Foreign.self).injecting(\.part).completing { $0.isComplete = true }
      }
      let foreign = try parent.makeChild().makeChild().create { Foreign() }
      #expect(foreign.part != nil)
      #expect(foreign.isComplete)
    }

    @Test("Defect17: A child's bindings reach unscoped objects of the parent, but no singletons")
    func overridesOfChildren() throws {
      let (part, spare) = (Part(), Part())
      let parent = try Injector { binder in
        binder.bind(Part.self).to(instance: part)
        binder.extend(Foreign.self).injecting(\.part)
        binder.bind(Foreign.self).to { Foreign() }
        binder.bind(Foreign.self, named: "shared").to { Foreign() }.in(.singleton)
      }
      let child = try parent.makeChild { $0.bind(Part.self).to(instance: spare) }
      #expect(try child.resolve(Foreign.self).part === spare)
      #expect(try parent.resolve(Foreign.self).part === part)
      let shared = try child.resolve(Foreign.self, named: "shared")
      #expect(shared.part === part)
      #expect(try parent.resolve(Foreign.self, named: "shared") === shared)
    }
  }

  @Suite("Defect19: Gummi-Injection did not restore what a removed module had replaced")
  struct Defect19 {
    struct Texts: Module, Hashable {
      let text: String
      func configure(_ binder: Binder) { binder.bind(String.self).to(instance: text) }
    }

    @Test(
      "Defect19: A binding that a module hid is in force again once the module is removed")
    func restored() throws {
      let injector = try Injector { $0.bind(String.self).to(instance: "own") }
      let (first, second) = (Texts(text: "first"), Texts(text: "second"))
      try injector.update { $0.install(first) }
      try injector.update { $0.install(second) }
      #expect(try injector.resolve(String.self) == "second")
      try injector.update { $0.uninstall(second) }
      #expect(try injector.resolve(String.self) == "first")
      try injector.update { $0.install(second) }
      try injector.update { $0.uninstall(first) }
      #expect(try injector.resolve(String.self) == "second")
      try injector.update { $0.uninstall(Texts.self) }
      #expect(try injector.resolve(String.self) == "own")
    }

    @Test("Defect19: A singleton that a module hid is created again, and other singletons stay")
    func hiddenSingleton() throws {
      final class Part: DefaultInitializable {}
      struct Parts: Module {
        func configure(_ binder: Binder) { binder.bind(Part.self).to { Part() }.in(.singleton) }
      }
      let injector = try Injector { binder in
        binder.bind(Part.self).in(.singleton)
        binder.bind(Part.self, named: "other").in(.singleton)
      }
      let other = try injector.resolve(Part.self, named: "other")
      try injector.update { $0.install(Parts()) }
      let replacement = try injector.resolve(Part.self)
      try injector.update { $0.uninstall(Parts.self) }
      let restored = try injector.resolve(Part.self)
      #expect(restored !== replacement)
      #expect(try injector.resolve(Part.self) === restored)
      #expect(try injector.resolve(Part.self, named: "other") === other)
    }
  }

  @Suite("Defect20: OIL discarded the global container when another one was made")
  struct Defect20 {
    @Test("Defect20: No operation on another injector affects the default injector")
    func defaultStays() async {
      // All tests share the injector of the process, so this test runs in its own process.
      await #expect(processExitsWith: .success) {
        let shared = try Injector.configure { $0.bind(String.self).to(instance: "shared") }
        do {
          let other = try Injector { $0.bind(String.self).to(instance: "other") }
          _ = try other.adding()
          _ = try shared.adding()
          _ = try other.makeChild { $0.bind(Int.self).to(instance: 1) }.resolve(Int.self)
          other.reset()
        }
        #expect(try Injector.default === shared)
        #expect(try inject(String.self) == "shared")
      }
    }
  }
}
