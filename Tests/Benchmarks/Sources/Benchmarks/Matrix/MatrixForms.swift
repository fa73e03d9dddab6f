import Infusion

/// How a value is bound.
enum BindingForm: String, CaseIterable {
  case closure
  case asking = "closure that asks"
  case link
  case linkToLink = "link to a link"
  case onDemand = "on demand"
  case initializer
  case provider
  case instance
  case nothing
  case unbound

  /// The number of objects in one value.
  var objects: Int {
    switch self {
    case .closure, .link, .linkToLink, .onDemand, .provider: 1
    case .asking: 2
    case .initializer: 3
    case .instance, .nothing, .unbound: 0
    }
  }

  var lifetimes: [Lifetime] {
    switch self {
    case .instance, .nothing, .unbound: [.unscoped]
    default: Lifetime.allCases
    }
  }
}

/// How long a value is kept. Kept values exist before the measurement.
enum Lifetime: String, CaseIterable {
  case unscoped, singleton, graph, weak, store

  var isKept: Bool { self != .unscoped && self != .graph }

  func scope(_ store: MatrixStore) -> Scope {
    switch self {
    case .unscoped: .unscoped
    case .singleton: .singleton
    case .graph: .graph
    case .weak: .weak
    case .store: Scope("matrix") { _ in store }
    }
  }
}

/// Where the request is made.
enum Situation: String, CaseIterable {
  case plain
  case observed
  case child = "in a child"
  case extended = "with an extension"
  case deep = "behind 40 objects"
}

struct SilentObserver: InjectionObserver {}

struct ProviderOf<K: MatrixValue>: ProviderProtocol {
  func provide(from injector: Injector) -> K.Value { K.wrap(Item()) }
}

extension MatrixValue {
  /// Binds this type in one of the forms.
  static func bind(
    _ form: BindingForm, to builder: BindingBuilder<Value>, in scope: Scope, _ binder: Binder
  ) {
    switch form {
    case .closure: builder.to { wrap(Item()) }.in(scope)
    case .asking:
      builder.to { wrap(Item(first: try $0.resolve(First.self), second: nil)) }.in(scope)
    case .link: builder.to(LinkedItem.self) { wrap($0) }.in(scope)
    case .linkToLink:
      builder.to(LinkedItem.self) { wrap($0) }.in(scope)
      binder.bind(LinkedItem.self).to(LastItem.self) { $0 }
    case .initializer:
      builder.toInitializer { (first: First, second: Second) in
        wrap(Item(first: first, second: second))
      }.in(scope)
    case .provider: builder.to(provider: ProviderOf<Self>()).in(scope)
    case .instance: builder.to(instance: wrap(HandWritten.item))
    case .nothing: builder.toNothing()
    case .onDemand, .unbound: fatalError("nothing is bound")
    }
  }
}
