import Infusion

/// A singleton, and a way to request it.
struct Race: Sendable {
  let created = Counter()
  let injector: Injector
  /// The injectors that the threads ask, if they do not all ask the same one.
  private let others: [Injector]
  private let form: OnceOnlyConcurrencyTests.Form
  private let store = MemoryStore()

  init(_ form: OnceOnlyConcurrencyTests.Form) throws {
    self.form = form
    let created = created
    let store = store
    let scope = Scope("store") { _ in store }
    var options = Injector.Options()
    if form == .optionsOnDemand { options.onDemandScope = .singleton }
    func configure(_ binder: Binder) {
      binder.bind(Counter.self).to(instance: created)
      func make(_ binding: BindingBuilder<Single>) -> BindingBuilder<Single> {
        binding.to { Single(created) }
      }
      switch form {
      case .bound, .throughChildren: make(binder.bind(Single.self)).in(.singleton)
      case .named: make(binder.bind(Single.self, named: "one")).in(.singleton)
      case .weak: make(binder.bind(Single.self)).in(.weak)
      case .store, .storeOfSeveralInjectors: make(binder.bind(Single.self)).in(scope)
      case .contributed: make(binder.contribute(Single.self)).in(.singleton)
      case .linked:
        binder.bind((any Service).self).to(Single.self) { $0 }
        make(binder.bind(Single.self)).in(.singleton)
      case .onDemand, .onDemandThroughChildren, .optionsOnDemand: break
      case .eagerAfterRelease: make(binder.bind(Single.self)).asEagerSingleton()
      }
    }
    injector = try Injector(options: options, configure)
    if form == .eagerAfterRelease {
      injector.releaseSingletons()
      created.increment(by: -1)
    }
    let injector = injector
    switch form {
    case .throughChildren, .onDemandThroughChildren:
      others = try (0..<8).map { _ in try injector.makeChild() }
    case .storeOfSeveralInjectors: others = try (0..<8).map { _ in try Injector(configure) }
    default: others = []
    }
  }

  func ask(_ thread: Int) -> Result<Single, InjectionError> {
    let form = form
    let injector = others.isEmpty ? injector : others[thread]
    return Result { () throws(InjectionError) -> Single in
      switch form {
      case .contributed:
        return try injector.resolve([Single].self)[0]
      case .linked:
        guard let single = try injector.resolve((any Service).self) as? Single else {
          fatalError("the link leads elsewhere")
        }
        return single
      case .onDemand, .onDemandThroughChildren: return try injector.resolve(ScopedSingle.self)
      case .optionsOnDemand: return try injector.resolve(PlainSingle.self)
      case .named: return try injector.resolve(Single.self, named: "one")
      default: return try injector.resolve(Single.self)
      }
    }
  }
}

protocol Service: AnyObject {}

class Single: Injectable, AwakesFromInjection, Service, @unchecked Sendable {
  var created: Counter!
  private var awakes = 0
  class var requires: Requirements { requiring(\.created) }
  init(_ created: Counter) { created.increment() }
  init() {}
  func awakeFromInjection() { awakes += 1 }
  var isComplete: Bool { created != nil && awakes == 1 }
}

class PlainSingle: Single, DefaultInitializable, @unchecked Sendable {
  override required init() { super.init() }
  override func awakeFromInjection() {
    super.awakeFromInjection()
    created.increment()
  }
}

final class ScopedSingle: PlainSingle, Scoped, @unchecked Sendable {
  static var scope: Scope { .singleton }
}
