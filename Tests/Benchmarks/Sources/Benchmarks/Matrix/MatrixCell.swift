import Infusion

/// One form of binding and lifetime, requested in one form of dependency and one situation.
struct MatrixCell {
  let binding: BindingForm
  let lifetime: Lifetime
  let dependency: Dependency
  let situation: Situation
  let byHand: (_ operations: Int) throws -> Void
  /// Makes the injector and the object that are measured.
  let prepare: () throws -> MatrixSubject

  /// The number of objects that one operation makes.
  var objects: Int {
    if lifetime.isKept { return 0 }
    return binding.objects * dependency.elements * (isShared || isMadeOnce ? 1 : 4)
  }

  /// Whether one request makes one value for all four properties. A handle is used later, each time
  /// in its own request.
  var isShared: Bool { lifetime == .graph && dependency.handles == 0 }

  /// Whether all operations belong to one request, which makes a graph-scoped value once.
  var isMadeOnce: Bool { lifetime == .graph && situation == .deep }

  var name: String {
    [binding.rawValue, lifetime.rawValue, dependency.name, situation.rawValue]
      .joined(separator: " / ")
  }

  /// The allowed number of allocations: besides objects, an array or a handle for each property.
  var allocations: Int {
    (isMadeOnce ? 0 : objects) + 4 * (dependency.handles + (dependency.elements > 1 ? 1 : 0))
  }
}

/// An injector, and an object with four properties that it injects.
struct MatrixSubject {
  let loop: (_ operations: Int) throws -> Void
  /// Calls its argument in the context in which the operations have to run.
  let enter: (_ body: @escaping () throws -> Void) throws -> Void
  /// Keeps the injector and its objects alive.
  let kept: Any
}

/// A form of dependency.
struct Dependency {
  let name: String
  /// The number of values in one property.
  var elements = 1
  /// The number of handles in one property.
  var handles = 0
  let bindings: [BindingForm]
  /// Whether a weak reference can hold a value.
  var isObject = true
  let cell: (Dependency, BindingForm, Lifetime, Situation) -> MatrixCell

  /// All cells, in the order of the table.
  func cells(in situation: Situation) -> [MatrixCell] {
    bindings.flatMap { binding in
      binding.lifetimes.filter { isObject || $0 != .weak }.map { lifetime in
        cell(self, binding, lifetime, situation)
      }
    }
  }

  init<O: MatrixOwner>(
    _ name: String, _ owner: O.Type, _ bindings: [BindingForm], elements: Int = 1,
    handles: Int = 0, isObject: Bool = true, named: Name? = nil
  ) {
    self.name = name
    self.elements = elements
    self.handles = handles
    self.bindings = bindings
    self.isObject = isObject
    cell = { dependency, binding, lifetime, situation in
      MatrixCell(
        binding: binding, lifetime: lifetime, dependency: dependency, situation: situation,
        byHand: O.byHand(
          binding, lifetime, isDeep: situation == .deep, hasHandles: handles > 0,
          hasExtra: situation == .extended),
        prepare: {
          try O.subject(
            binding, lifetime, situation, named: named, isCollection: elements > 1)
        })
    }
  }

  static var all: [Dependency] {
    let made: [BindingForm] = [
      .closure, .asking, .link, .linkToLink, .initializer, .provider, .instance,
    ]
    let optional = made + [.nothing]
    let onDemand = optional + [.onDemand]
    return [
      Dependency("requiring", RequiringOwner.self, onDemand),
      Dependency("key path", ListingOwner.self, onDemand),
      Dependency("@Injected", MarkingOwner.self, onDemand + [.unbound]),
      Dependency("accepting", AcceptingOwner.self, onDemand + [.unbound]),
      Dependency("Lazy", LazyOwner.self, made + [.onDemand], handles: 1),
      Dependency("Provider", ProviderOwner.self, made + [.onDemand], handles: 1),
      Dependency("[X] of three", CollectingOwner.self, made, elements: 3),
      Dependency("named", NamingOwner.self, onDemand, named: "special"),
      Dependency("any P", ExistentialOwner.self, optional),
      Dependency("struct", StructOwner.self, optional, isObject: false),
      Dependency("enum", EnumOwner.self, optional, isObject: false),
    ]
  }
}
