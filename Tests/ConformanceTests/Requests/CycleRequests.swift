import Infusion
import Testing

extension Requests {
  @Suite("Requests: cycles") struct Cycles {
    private final class Owner: DefaultInitializable, Injectable {
      var pet: Pet!
      static var requires: [PartialKeyPath<Owner>] { [\.pet] }
    }
    private final class Pet: DefaultInitializable, Injectable {
      weak var owner: Owner?
      static var requires: [PartialKeyPath<Pet>] { [\.owner] }
    }
    private class Chicken { init(egg: Egg) {} }
    private class Egg { init(nest: Nest) {} }
    private class Nest { init(chicken: Chicken) {} }

    @Test("Objection #16: two singletons may need each other")
    func singletons() throws {
      let injector = try Injector { binder in
        binder.bind(Owner.self).in(.singleton)
        binder.bind(Pet.self).in(.singleton)
      }
      let owner = try injector.resolve(Owner.self)
      #expect(owner.pet.owner === owner)
      #expect(try injector.resolve(Pet.self) === owner.pet)
    }

    @Test(
      "Objection #68: a cycle closes whichever object is a singleton, without a stack overflow",
      arguments: [Scope.singleton, .unscoped], [Scope.singleton, .unscoped])
    func mixedScopes(ofOwner ownerScope: Scope, ofPet petScope: Scope) throws {
      let injector = try Injector { binder in
        binder.bind(Owner.self).in(ownerScope)
        binder.bind(Pet.self).in(petScope)
      }
      let owner = try injector.resolve(Owner.self)
      #expect(owner.pet != nil)
      #expect(owner.pet.owner === owner)
      let other = try injector.resolve(Owner.self)
      #expect((other === owner) == (ownerScope == .singleton))
    }

    @Test("Blindside #51: a part may refer to its owner weakly, like a delegate")
    func weakDelegate() throws {
      let injector = try Injector()
      var owner: Owner? = try injector.resolve(Owner.self)
      let pet = try #require(owner?.pet)
      #expect(pet.owner === owner)
      weak let watched = owner
      owner = nil
      #expect(watched == nil)
      #expect(pet.owner == nil)
    }

    @Test("Blindside #33: a cycle that cannot be closed is an error that prints the chain")
    func chain() throws {
      let injector = try Injector { binder in
        binder.bind(Chicken.self).toInitializer(Chicken.init(egg:))
        binder.bind(Egg.self).toInitializer(Egg.init(nest:))
        binder.bind(Nest.self).toInitializer(Nest.init(chicken:))
      }
      let error = try #require(throws: InjectionError.self) { try injector.resolve(Egg.self) }
      #expect(error.code == .cyclicDependency)
      #expect(error.key == Key(Egg.self))
      #expect(error.description.contains("Egg → Nest → Chicken → Egg"))
    }
  }
}
