import Infusion
import Testing

private protocol Plugin: AnyObject {}
private final class Audio: Plugin, DefaultInitializable {}
private final class Video: Plugin, DefaultInitializable {}
private final class Part {}

private final class Deferring: Injectable {
  var lazy: Lazy<Part>!
  var provider: Provider<Part>!
  static var requires: Requirements { requiring(\.lazy, \.provider) }
}
private final class Collecting: Injectable {
  var plugins: [any Plugin] = []
  var named: [any Plugin]?
  static var requires: Requirements {
    requiring(\.plugins) + requiring(\.named, named: "extra")
  }
}
private final class Optionals: Injectable {
  var implicit: Part!
  var optional: Part?
  var existential: (any Plugin)?
  static var requires: Requirements { requiring(\.implicit, \.optional, \.existential) }
}
private final class Nesting: Injectable {
  var lazyList: Lazy<[any Plugin]>!
  var providerOfLazy: Provider<Lazy<Part>>!
  var lazyOptional: Lazy<Part?>!
  var providerOfProvider: Provider<Provider<Part>?>?
  var listOfOptionals: [Int?] = []
  var twice: Part??
  static var requires: Requirements {
    requiring(
      \.lazyList, \.providerOfLazy, \.lazyOptional, \.providerOfProvider, \.listOfOptionals, \.twice
    )
  }
}

struct LazyTests {
  @Test func valueIsMadeAtItsFirstUseOnce() throws {
    let counter = Counter()
    let injector = try Injector {
      $0.bind(Part.self).to { () -> Part in
        counter.next()
        return Part()
      }
    }
    let object = Deferring()
    try injector.injectDependencies(into: object)
    #expect(counter.value == 0)
    let part = try object.lazy.get()
    #expect(try object.lazy.get() === part)
    #expect(counter.value == 1)
  }

  @Test func unboundValueIsAnErrorAtItsFirstUseAndIsNotKept() throws {
    let injector = try Injector()
    let lazy = try injector.resolve(Lazy<Part>.self)
    let error = try failure { _ = try lazy.get() }
    #expect(error.code == .missingBinding)
  }

  @Test func failureIsNotKept() throws {
    let counter = Counter()
    let injector = try Injector {
      $0.bind(Part.self).to { () throws -> Part in
        if counter.next() == 1 { throw Mishap() }
        return Part()
      }
    }
    let lazy = try injector.resolve(Lazy<Part>.self)
    #expect(throws: InjectionError.self) { try lazy.get() }
    #expect(try lazy.get() === lazy.get())
    #expect(counter.value == 2)
  }

  @Test func injectorIsHeldWeakly() throws {
    var injector: Injector? = try Injector { $0.bind(Part.self).to { Part() } }
    let used = try #require(injector).resolve(Lazy<Part>.self)
    let unused = try #require(injector).resolve(Lazy<Part>.self)
    let part = try used.get()
    weak let watched = injector
    injector = nil
    #expect(watched == nil)
    #expect(try used.get() === part)
    let error = try failure { _ = try unused.get() }
    #expect(error.code == .injectorReleased)
    #expect(error.description.contains("Part"))
  }

  @Test func nameIsPassedOn() throws {
    let part = Part()
    let injector = try Injector { $0.bind(Part.self, named: "left").to(instance: part) }
    #expect(try injector.resolve(Lazy<Part>.self, named: "left").get() === part)
  }
}

struct ProviderTests {
  @Test func valueIsMadeAtEveryUse() throws {
    let injector = try Injector { $0.bind(Part.self).to { Part() } }
    let object = Deferring()
    try injector.injectDependencies(into: object)
    #expect(try object.provider.get() !== object.provider.get())
  }

  @Test func scopeOfTheBindingDecidesTheResult() throws {
    let injector = try Injector { $0.bind(Part.self).to { Part() }.in(.singleton) }
    let provider = try injector.resolve(Provider<Part>.self)
    #expect(try provider.get() === provider.get())
  }

  @Test func injectorIsHeldWeakly() throws {
    var injector: Injector? = try Injector { $0.bind(Part.self).to { Part() } }
    let provider = try #require(injector).resolve(Provider<Part>.self)
    weak let watched = injector
    injector = nil
    #expect(watched == nil)
    let error = try failure { _ = try provider.get() }
    #expect(error.code == .injectorReleased)
    #expect(error.key == Key(Part.self))
  }
}

struct CollectionTests {
  @Test func contributedValuesComeInBindingOrder() throws {
    let injector = try Injector { binder in
      binder.contribute((any Plugin).self).to { Audio() }
      binder.contribute((any Plugin).self).to(Video.self) { $0 }
      binder.contribute((any Plugin).self).to { Audio() }
    }
    let object = Collecting()
    try injector.injectDependencies(into: object)
    #expect(object.plugins.map { $0 is Audio } == [true, false, true])
    #expect(object.named?.isEmpty == true)
  }

  @Test func namedContributionsAreCollectedUnderTheirName() throws {
    let injector = try Injector { binder in
      binder.contribute((any Plugin).self).to { Audio() }
      binder.contribute((any Plugin).self, named: "extra").to { Video() }
    }
    let object = Collecting()
    try injector.injectDependencies(into: object)
    #expect(object.plugins.count == 1)
    #expect(object.plugins.first is Audio)
    #expect(object.named?.count == 1)
    #expect(object.named?.first is Video)
  }

  @Test func noneContributedGivesAnEmptyCollection() throws {
    #expect(try Injector().resolve([any Plugin].self).isEmpty)
    let object = Collecting()
    object.plugins = [Audio()]
    try Injector().injectDependencies(into: object)
    #expect(object.plugins.isEmpty)
  }

  @Test func explicitBindingOfTheCollectionWins() throws {
    let injector = try Injector { binder in
      binder.contribute((any Plugin).self).to { Audio() }
      binder.bind([any Plugin].self).to { [Video(), Video()] }
    }
    let plugins = try injector.resolve([any Plugin].self)
    #expect(plugins.count == 2)
    #expect(plugins.allSatisfy { $0 is Video })
  }

  @Test func bindingOfTheElementIsNoContribution() throws {
    let injector = try Injector { $0.bind((any Plugin).self).to { Audio() } }
    #expect(try injector.resolve([any Plugin].self).isEmpty)
  }

  @Test func contributionLeavesTheElementUnbound() throws {
    let injector = try Injector { $0.contribute((any Plugin).self).to { Audio() } }
    let error = try failure { _ = try injector.resolve((any Plugin).self) }
    #expect(error.code == .missingBinding)
  }

  @Test func contributedSingletonIsOneObjectInAllCollections() throws {
    let injector = try Injector {
      $0.contribute((any Plugin).self).to { Audio() }.in(.singleton)
      $0.contribute((any Plugin).self).to { Audio() }
    }
    let first = try injector.resolve([any Plugin].self)
    let second = try injector.resolve([any Plugin].self)
    #expect(first[0] === second[0])
    #expect(first[1] !== second[1])
  }

  @Test func failingContributionFailsTheCollection() throws {
    let injector = try Injector {
      $0.contribute((any Plugin).self).to { Audio() }
      $0.contribute((any Plugin).self).to { throw Mishap() }
    }
    let object = Collecting()
    let error = try failure { try injector.injectDependencies(into: object) }
    #expect(error.underlying as? Mishap == Mishap())
    #expect(object.plugins.isEmpty)
  }
}

struct OptionalTests {
  @Test func optionalTypesAskForTheWrappedType() throws {
    let part = Part()
    let audio = Audio()
    let injector = try Injector {
      $0.bind(Part.self).to(instance: part)
      $0.bind((any Plugin).self).to(instance: audio)
    }
    let object = Optionals()
    try injector.injectDependencies(into: object)
    #expect(object.implicit === part)
    #expect(object.optional === part)
    #expect(object.existential === audio)
    #expect(try injector.resolve(Part?.self) === part)
    #expect(try injector.resolve(Part??.self) == .some(.some(part)))
  }

  @Test func optionalityIsNeverGuessedFromTheType() throws {
    let object = Optionals()
    let injector = try Injector { $0.bind(Part.self).to { Part() } }
    let error = try failure { try injector.injectDependencies(into: object) }
    #expect(error.code == .missingBinding)
    #expect(error.key?.type == (any Plugin).self)
    #expect(object.implicit == nil)
  }

  @Test func bindingOfAnOptionalTypeBindsTheWrappedType() throws {
    let part = Part()
    let injector = try Injector { $0.bind(Part?.self).to { part } }
    #expect(try injector.resolve(Part.self) === part)
    #expect(try injector.resolve(Part?.self) === part)
  }

  @Test func nilIsSetIntoOptionalPropertiesAndNowhereElse() throws {
    let injector = try Injector { binder in
      binder.bind(Part?.self).to { nil }
      binder.bind((any Plugin).self).toNothing()
      binder.contribute((any Plugin).self, named: "extra").toNothing()
      binder.bind([any Plugin].self).toNothing()
    }
    let object = Optionals()
    (object.implicit, object.optional, object.existential) = (Part(), Part(), Audio())
    try injector.injectDependencies(into: object)
    #expect(object.implicit == nil)
    #expect(object.optional == nil)
    #expect(object.existential == nil)
    #expect(try injector.resolve(Part?.self) == nil)
    let collecting = Collecting()
    let error = try failure { try injector.injectDependencies(into: collecting) }
    #expect(error.code == .nothingProvided)
    let resolving = try failure { _ = try injector.resolve(Part.self) }
    #expect(resolving.code == .nothingProvided)
  }

  @Test func nilIsAValueAndIsCached() throws {
    let counter = Counter()
    let injector = try Injector { binder in
      binder.bind(Part?.self).to { () -> Part? in
        counter.next()
        return nil
      }.in(.singleton)
    }
    #expect(try injector.resolve(Part?.self) == nil)
    #expect(try injector.resolve(Part?.self) == nil)
    #expect(counter.value == 1)
  }
}

struct NestedWrapperTests {
  @Test func wrappersNest() throws {
    let part = Part()
    let injector = try Injector { binder in
      binder.bind(Part.self).to(instance: part)
      binder.contribute((any Plugin).self).to { Audio() }
      binder.contribute(Int.self).to { 1 }
      binder.contribute(Int.self).to { -2 }
    }
    let object = Nesting()
    try injector.injectDependencies(into: object)
    #expect(try object.lazyList.get().count == 1)
    #expect(try object.providerOfLazy.get().get() === part)
    #expect(try object.lazyOptional.get() === part)
    #expect(try object.providerOfProvider?.get()?.get() === part)
    #expect(object.listOfOptionals == [1, -2])
    #expect(object.twice == .some(.some(part)))
  }

  @Test func anOptionalOfAnOptionalIsNilWithoutAValue() throws {
    final class Owner: Injectable {
      var twice: Part?? = .some(nil)
      static var requires: Requirements { requiring(\.twice) }
    }
    let injector = try Injector { $0.bind(Part.self).toNothing() }
    let owner = Owner()
    try injector.injectDependencies(into: owner)
    #expect(owner.twice == nil)
    for other in [injector, try Injector()] {
      #expect(try other.resolve(Lazy<Part??>.self).get() == nil)
      #expect(try other.resolveIfBound(Part??.self) == nil)
    }
  }

  @Test func lazyOptionalOfABindingToNothingIsNil() throws {
    let injector = try Injector { $0.bind(Part.self).toNothing() }
    #expect(try injector.resolve(Lazy<Part?>.self).get() == nil)
    let error = try failure { _ = try injector.resolve(Lazy<Part>.self).get() }
    #expect(error.code == .nothingProvided)
  }

  @Test func acceptedWrapperIsSetWhenSomethingProvidesTheType() throws {
    final class Accepting: Injectable {
      var lazy: Lazy<Part>?
      static var requires: Requirements { accepting(\.lazy) }
    }
    let object = Accepting()
    try Injector().injectDependencies(into: object)
    #expect(object.lazy == nil)
    let part = Part()
    let injector = try Injector { $0.bind(Part.self).to(instance: part) }
    try injector.injectDependencies(into: object)
    #expect(try #require(object.lazy).get() === part)
  }

  @Test func aHandleIsBoundIfItsValueIs() throws {
    #expect(try Injector().resolveIfBound(Lazy<Part>.self) == nil)
    #expect(try Injector().resolveIfBound(Provider<Part>.self) == nil)
    let injector = try Injector { $0.bind(Part.self).to { Part() } }
    #expect(try injector.resolveIfBound(Lazy<Part>.self) != nil)
    #expect(try injector.resolveIfBound(Provider<Part>.self) != nil)
  }
}

extension Part: Equatable {
  static func == (left: Part, right: Part) -> Bool { left === right }
}
