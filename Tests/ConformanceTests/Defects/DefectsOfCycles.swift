import Infusion
import Testing

extension Defects {
  @Suite("Defect06: Objection recursed endlessly when a class was bound to itself")
  struct Defect06 {
    class Chair: DefaultInitializable {
      required init() {}
    }
    final class Stool: Chair {}

    @Test("Defect06: A class that is bound to itself is created as if nothing were bound")
    func boundToItself() throws {
      let injector = try Injector { binder in
        binder.bind(Chair.self).to(Chair.self) { $0 }
        binder.bind(Chair.self, named: "oak").to(Chair.self, named: "oak") { $0 }.in(.singleton)
      }
      #expect(try injector.resolve(Chair.self) !== injector.resolve(Chair.self))
      let oak = try injector.resolve(Chair.self, named: "oak")
      #expect(try injector.resolve(Chair.self, named: "oak") === oak)
    }

    @Test(
      "Defect06: Classes that are bound to one another in a ring are an error that shows the ring")
    func ring() throws {
      let injector = try Injector { binder in
        binder.bind(Chair.self).to(Stool.self) { $0 }
        binder.bind(Stool.self).to(Stool.self, named: "other") { $0 }
        binder.bind(Stool.self, named: "other").to(Stool.self) { $0 }
      }
      let error = try #require(throws: InjectionError.self) { try injector.resolve(Chair.self) }
      #expect(error.code == .cyclicDependency)
      #expect(error.description.contains("Stool → Stool named \"other\" → Stool\n"))
    }
  }

  @Suite("Defect11: Blindside printed a wrong end of a cycle, and saw cycles across injectors")
  struct Defect11 {
    final class Root: InitializerDeclaring {
      init(_ first: First) {}
      static var initializer: Initializer { Initializer(Root.init) }
    }
    final class First: InitializerDeclaring {
      init(_ second: Second) {}
      static var initializer: Initializer { Initializer(First.init) }
    }
    final class Second: InitializerDeclaring {
      init(_ first: First) {}
      static var initializer: Initializer { Initializer(Second.init) }
    }
    final class Doll {
      let inner: Doll?
      init(_ inner: Doll?) { self.inner = inner }
    }

    @Test("Defect11: The chain of a cycle begins and ends with the key that is requested again")
    func chain() throws {
      let error = try #require(throws: InjectionError.self) { try Injector().resolve(Root.self) }
      #expect(error.code == .cyclicDependency)
      #expect(error.key == Key(First.self))
      let lines = error.description.split(separator: "\n").map { $0.drop { $0 == " " } }
      #expect(lines.filter { $0.contains("→") } == ["First → Second → First"])
    }

    @Test("Defect11: A key under construction in one injector may be requested from another one")
    func otherInjector() throws {
      let inner = try Injector { $0.bind(Doll.self).to { Doll(nil) } }
      let outer = try Injector { $0.bind(Doll.self).to { Doll(try inner.resolve()) } }
      let doll = try outer.resolve(Doll.self)
      #expect(doll.inner != nil)
      #expect(doll.inner?.inner == nil)
    }

    @Test("Defect11: A key under construction may be requested again with other arguments")
    func otherArguments() throws {
      let injector = try Injector { binder in
        binder.bind(Doll.self).to { (injector, depth: Int) in
          Doll(depth == 0 ? nil : try injector.resolve(arguments: depth - 1))
        }
      }
      let doll = try injector.resolve(Doll.self, arguments: 2)
      #expect(doll.inner?.inner != nil)
      #expect(doll.inner?.inner?.inner == nil)
    }
  }

  @Suite("Defect22: Objection, Gummi-Injection, OIL and OCInject ran out of stack on a cycle")
  struct Defect22 {
    final class Owner: Injectable, DefaultInitializable {
      private(set) var pet: Pet?
      static var requires: [PartialKeyPath<Owner>] { [\.pet] }
    }
    final class Pet: Injectable, DefaultInitializable {
      private(set) weak var owner: Owner?
      static var requires: [PartialKeyPath<Pet>] { [\.owner] }
    }
    final class Egg {}
    final class Hen {}

    @Test("Defect22: A cycle of properties closes, even if its objects are unscoped")
    func properties() throws {
      for scope in [Scope.unscoped, .graph, .singleton, .weak] {
        let injector = try Injector { binder in
          binder.bind(Owner.self).in(scope)
          binder.bind(Pet.self).in(scope)
        }
        let owner = try injector.resolve(Owner.self)
        #expect(owner.pet?.owner === owner, "\(scope)")
      }
    }

    @Test("Defect22: Any other cycle is an error, even on a small stack")
    func creations() {
      Defects.onThreads(1, stackSize: 512 * 1024) { _ in
        do {
          for scope in [Scope.unscoped, .graph, .singleton] {
            let injector = try Injector { binder in
              binder.bind(Egg.self).to { injector in
                _ = try injector.resolve(Hen.self)
                return Egg()
              }.in(scope)
              binder.bind(Hen.self).toInitializer { (_: Egg) in Hen() }.in(scope)
              binder.bind(String.self).to { (injector, number: Int) in
                try injector.resolve(String.self, arguments: number + 1)
              }
            }
            for attempt in [
              { _ = try injector.resolve(Egg.self) }, { _ = try injector.resolve(Hen.self) },
              { _ = try injector.resolve(String.self, arguments: 1) },
            ] {
              let error = try #require(throws: InjectionError.self) { try attempt() }
              #expect(error.code == .cyclicDependency)
            }
          }
        } catch {
          Issue.record(error)
        }
      }
    }
  }
}
