import Infusion
import Testing

private final class Store: DefaultInitializable { init() {} }
private final class Left: Injectable, DefaultInitializable {
  var store: Store!
  init() {}
  static var requires: [PartialKeyPath<Left>] { [\.store] }
}
private final class Right: Injectable, DefaultInitializable {
  var store: Store!
  init() {}
  static var requires: [PartialKeyPath<Right>] { [\.store] }
}
private final class Car: Injectable, DefaultInitializable {
  var left: Left!
  var right: Right!
  var store: Store!
  init() {}
  static var requires: [PartialKeyPath<Car>] { [\.left, \.right, \.store] }
}
private protocol Chairlike: AnyObject {}
private class Chair: Chairlike, DefaultInitializable, Scoped {
  required init() {}
  class var scope: Scope { .singleton }
}
private final class Stool: Chair {}
private class Bench: DefaultInitializable, Scoped {
  required init() {}
  class var scope: Scope { self == Bench.self ? .singleton : .unscoped }
}
private final class ParkBench: Bench {}
private final class Weak: DefaultInitializable, Scoped {
  init() {}
  static var scope: Scope { .weak }
}
private final class Graph: DefaultInitializable, Scoped {
  init() {}
  static var scope: Scope { .graph }
}
private final class Owner: Injectable, DefaultInitializable {
  var weakly: Weak!
  var graph: Graph!
  var more: Graph!
  init() {}
  static var requires: [PartialKeyPath<Owner>] { [\.weakly, \.graph, \.more] }
}
private struct Refused: Error {}

struct ScopeTests {
  @Test(arguments: Arrangement.allCases)
  func unscopedMakesANewInstanceForEveryRequest(_ arrangement: Arrangement) throws {
    for scope in [nil, Scope.unscoped] {
      let injector = try arrangement.makeInjector { binder in
        let builder = binder.bind(Store.self).to { Store() }
        if let scope { builder.in(scope) }
      }
      let car = try injector.resolve(Car.self)
      #expect(car.store !== car.left.store)
      #expect(car.left.store !== car.right.store)
      #expect(try injector.resolve(Store.self) !== injector.resolve(Store.self))
    }
  }

  @Test(arguments: Arrangement.allCases)
  func aSingletonIsOnePerInjector(_ arrangement: Arrangement) throws {
    let configure = { (binder: Binder) in
      _ = binder.bind(Store.self).to { Store() }.in(.singleton)
    }
    let injector = try arrangement.makeInjector(configure)
    let car = try injector.resolve(Car.self)
    #expect(car.store === car.left.store)
    #expect(car.left.store === car.right.store)
    #expect(try injector.resolve(Store.self) === car.store)
    #expect(try arrangement.makeInjector(configure).resolve(Store.self) !== car.store)
  }

  @Test(arguments: Arrangement.allCases)
  func graphIsOnePerOutermostCall(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Store.self).to { Store() }.in(.graph)
      binder.bind(Car.self, named: "closure").to { injector in
        let car = Car()
        try injector.injectDependencies(into: car)
        #expect(try injector.resolve(Store.self) === car.store)
        return car
      }
    }
    let car = try injector.resolve(Car.self)
    #expect(car.store === car.left.store)
    #expect(car.left.store === car.right.store)
    let other = try injector.resolve(Car.self, named: "closure")
    #expect(other.store === other.left.store)
    #expect(other.store !== car.store)
    let cars = [Car(), Car()]
    try injector.injectDependencies(intoEach: cars)
    #expect(cars[0].store === cars[1].left.store)
  }

  @Test(arguments: Arrangement.allCases)
  func weakIsOneForAsLongAsSomethingHoldsIt(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { $0.bind(Store.self).to { Store() }.in(.weak) }
    var car: Car? = try injector.resolve(Car.self)
    #expect(car?.store === car?.left.store)
    var store = try injector.resolve(Store?.self)
    #expect(store === car?.store)
    weak let first = store
    store = nil
    #expect(first != nil)
    car = nil
    #expect(first == nil)
    #expect(try injector.resolve(Car.self).store != nil)
  }

  @Test(arguments: Arrangement.allCases)
  func aClassMayHaveAScopeOfItsOwn(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind((any Chairlike).self).to(Chair.self) { $0 }
      binder.bind((any Chairlike).self, named: "stool").to(Stool.self) { $0 }
      binder.bind((any Chairlike).self, named: "new").to(Chair.self) { $0 }.in(.unscoped)
    }
    let chair = try injector.resolve(Chair.self)
    #expect(try injector.resolve(Chair.self) === chair)
    #expect(try injector.resolve((any Chairlike).self) === chair)
    #expect(try injector.resolve((any Chairlike).self, named: "new") === chair)
    let stool = try injector.resolve(Stool.self)
    #expect(stool !== chair)
    #expect(try injector.resolve(Stool.self) === stool)
    #expect(try injector.resolve((any Chairlike).self, named: "stool") === stool)
    let owner = try injector.resolve(Owner.self)
    #expect(owner.graph === owner.more)
    #expect(try injector.resolve(Weak.self) === owner.weakly)
    #expect(try injector.resolve(Graph.self) !== owner.graph)
  }

  @Test(arguments: Arrangement.allCases)
  func aClassMayKeepItsScopeToItself(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { _ in }
    #expect(try injector.resolve(Bench.self) === injector.resolve(Bench.self))
    #expect(try injector.resolve(ParkBench.self) !== injector.resolve(ParkBench.self))
  }

  @Test(arguments: Arrangement.allCases)
  func aScopeOfTheBindingWinsOverThatOfTheClass(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { $0.bind(Chair.self).in(.unscoped) }
    #expect(try injector.resolve(Chair.self) !== injector.resolve(Chair.self))
  }

  @Test(arguments: Arrangement.allCases)
  func aClosureDoesNotTakeTheScopeOfTheClass(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { $0.bind(Chair.self).to { Chair() } }
    #expect(try injector.resolve(Chair.self) !== injector.resolve(Chair.self))
  }

  @Test(arguments: Arrangement.allCases)
  func nilIsCached(_ arrangement: Arrangement) throws {
    var count = 0
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Store?.self).to {
        count += 1
        return nil
      }.in(.singleton)
    }
    #expect(try injector.resolve(Store?.self) == nil)
    #expect(try injector.resolveIfBound(Store.self) == nil)
    #expect(throws: InjectionError.self) { try injector.resolve(Store.self) }
    #expect(count == 1)
  }

  @Test func nilIsOnePerOutermostCallInTheGraphScope() throws {
    var count = 0
    let injector = try Injector { binder in
      binder.bind(Store?.self).to {
        count += 1
        return nil
      }.in(.graph)
    }
    _ = try injector.resolve(Car.self)
    #expect(count == 1)
    _ = try injector.resolve(Store?.self)
    #expect(count == 2)
  }

  @Test(arguments: Arrangement.allCases)
  func aFailureIsNotCached(_ arrangement: Arrangement) throws {
    for scope in [Scope.singleton, .weak, .graph, .unscoped] {
      var attempts = 0
      let injector = try arrangement.makeInjector { binder in
        binder.bind(Store.self).to {
          attempts += 1
          if attempts < 3 { throw Refused() }
          return Store()
        }.in(scope)
      }
      #expect(throws: InjectionError.self) { try injector.resolve(Store.self) }
      #expect(throws: InjectionError.self) { try injector.resolve(Store.self) }
      _ = try injector.resolve(Store.self)
      #expect(attempts == 3)
    }
  }

  @Test func aFailureInsideOneCallIsNotCachedInTheGraphScope() throws {
    var attempts = 0
    let injector = try Injector { binder in
      binder.bind(Store.self).to {
        attempts += 1
        if attempts == 1 { throw Refused() }
        return Store()
      }.in(.graph)
      binder.bind(Int.self).to { injector in
        #expect(throws: InjectionError.self) { try injector.resolve(Store.self) }
        let store = try injector.resolve(Store.self)
        #expect(try injector.resolve(Store.self) === store)
        return attempts
      }
    }
    #expect(try injector.resolve(Int.self) == 2)
  }

  @Test func valuesMayBeSingletons() throws {
    var count = 0
    let injector = try Injector { binder in
      binder.bind(Int.self).to {
        count += 1
        return count
      }.in(.singleton)
    }
    #expect(try injector.resolve(Int.self) == 1)
    #expect(try injector.resolve(Int.self) == 1)
  }

  @Test func graphSpansTheCallsThatAwakeningMakes() throws {
    final class Awaking: Injectable, AwakesFromInjection {
      var store: Store!
      var factory: ObjectFactory!
      var found: Store?
      static var requires: [PartialKeyPath<Awaking>] { [\.store, \.factory] }
      func awakeFromInjection() throws { found = try factory.resolve(Store.self) }
    }
    let injector = try Injector { $0.bind(Store.self).to { Store() }.in(.graph) }
    let awaking = try injector.create { Awaking() }
    #expect(awaking.found === awaking.store)
  }

  @Test func builtInScopesAreEqualToThemselvesAndCustomScopesToTheirCopies() {
    let one = Scope("one") { _ in throw Refused() }
    let other = Scope("one") { _ in throw Refused() }
    let copy = one
    #expect(one == copy)
    #expect(one != other)
    #expect(Scope.singleton != .unscoped)
    #expect(Set([Scope.singleton, .singleton, .weak, one, copy, other]).count == 4)
    #expect(one.description == "one")
  }
}
