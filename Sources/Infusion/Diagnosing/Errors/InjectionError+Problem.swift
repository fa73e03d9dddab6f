extension InjectionError {
  /// The facts of each kind of error.
  ///
  /// `InjectionError.Words` has the words for each. Indirect, because the code that copies the cases would
  /// add 8 kB to a program.
  indirect enum Problem: Sendable {
    case missingBinding(Key, Suggestions?, requiresBinding: Bool, injector: Int)
    /// A child binds a key that singletons of its parent need, but the parent does not see it.
    ///
    /// Each singleton needs the one before it. Those that need the last one may not be known.
    case boundInChild(Key, BindingFacts, [Kept], areAll: Bool)
    /// Bound without saying to what, and the type cannot be created; an earlier binding may be hidden.
    case notCreatable(Key, BindingFacts, hiding: BindingFacts?)
    /// A binding provides nothing, or no longer has the object that it holds weakly.
    case nothingProvided(Key, BindingFacts? = nil, isGone: Bool = false)
    /// A contribution provides nothing: it never adds anything to its collection.
    case emptyContribution(Key, BindingFacts)
    case notWritable(Property)
    /// The listed property belongs to another object, as in `\.car.engine`, or to the value in an
    /// Optional, as in `\.engine!`.
    case anotherObject(Property)
    case wrongRoot(Property, root: Any.Type)
    case argumentMismatch(Key, expected: [Any.Type], given: [Any.Type])
    /// A collection has no arguments to pass to its contributions.
    case contributionWithArguments(Key, expected: [Any.Type], BindingFacts)
    case parameterCount(Key, declared: Int, expected: Int)
    case defaultMismatch(Key, position: Int, expected: Any.Type, found: Any.Type)
    /// A type that may be bound without a target declares the initializer of another one.
    case foreignInitializer(Key, makes: Any.Type, BindingFacts?)
    case storedTypeMismatch(Key, found: Any.Type)
    case notAnObject(Any.Type)
    case cyclicDependency(Cycle)
    /// A cycle that would close, where the options forbid all of them.
    case forbiddenCycle(Cycle)
    case nestingLimit(CallFacts, limit: Int, isOfStack: Bool)
    /// Modules install each other without end.
    case endlessInstallation(Any.Type, limit: Int)
    case providerFailed(UserCode, any Error)
    case injectorReleased(Key, holder: Any.Type? = nil)
    /// The task has an injector that it does not keep.
    case currentInjectorReleased
    case injectorShutDown(Key)
    case noDefaultInjector
    case alreadyConfigured
    case nestedUpdate
    /// An injector is shut down by code that creates one of its values, or that updates it.
    case nestedShutdown(Key?)
    /// An object has to be released asynchronously, but the shutdown does not await.
    case shutdownAwaits(Any.Type)
    case notPrepared(Key)
    case preparationCancelled(prepared: Int, missing: [Key])
    case duplicateBinding([Duplicate])
    /// A binding adds requirements to a value that it does not inject.
    case notInjected(Key, Uninjected, BindingFacts)
    /// An eager or an asynchronous binding has another scope.
    case notSingleton(CallFacts, scope: Scope, rescopedAt: CodeLocation?)
    /// A binding with the scope `.weak`, or with an instance to hold weakly, has a value that is no
    /// object.
    case weakValue(Key, BindingFacts, Weakness)
    /// The singleton, the key of the value, and the one that a property or parameter asks for.
    case captiveDependency(Kept, Key, scope: Scope, asked: Key?, CodeLocation?)
    case shadowedBinding(Key, BindingFacts, by: BindingFacts)
    /// Something belongs to the main actor, but was used elsewhere, or to an actor that the injector
    /// cannot run on.
    case actorIsolated(Key, Isolated, actor: Any.Type)
    case deadlock(Key, [Waiter])
    case several([InjectionError])
  }

  /// Code of the user that has thrown.
  enum UserCode: Sendable {
    case creation(Key)
    case awake(Any.Type)
    /// A step that `completing` has added.
    case completion(Any.Type)
    case store(Key)
    case configuration(Any.Type?)
    case unloading(Any.Type)
    case caller(Any.Type)
    case release(Any.Type, Key, BindingFacts)
  }

  /// Why the value of a binding is not injected by it.
  enum Uninjected: Sendable {
    /// The binding of the target injects it.
    case link(to: Key)
    /// It is handed out as it was given.
    case instance
    /// The binding says so itself.
    case asIs
    /// There is none.
    case nothing
  }

  /// What says that a value is held weakly.
  enum Weakness: Sendable {
    /// `to(weak:)`.
    case instance
    /// The scope of the binding.
    case binding
    /// A call of `rescope`.
    case rescope(CodeLocation)
    /// The type itself, or the options.
    case type
  }

  /// Something that belongs to an actor.
  enum Isolated: Sendable {
    /// Code that a binding keeps, or what it adds, or all of it, whatever makes its values.
    case binding(BindingDeclaration.Part, BindingFacts)
    /// The class of an object, and where that is bound, if it is.
    case type(Any.Type, BindingFacts?)
    /// A module.
    case module(Any.Type)
    /// A closure that configures an injector.
    case configuration
    /// The closure of a scope, by its name, and where the key is bound, if it is.
    case scope(String, BindingFacts?)
    /// The additions of a module to a class.
    case classExtension(Any.Type, CodeLocation)
  }

  /// Keys that need one another: each needs the next one, and the last is the first.
  struct Cycle: Sendable {
    private(set) var keys: [Key] = []
    /// The positions of keys whose bindings only pass on the value of the next one.
    private var forwarders: Set<Int> = []
    /// Whether the options forbid that properties close the cycle.
    let isForbidden: Bool

    /// The key that closes the cycle.
    var last: Key { keys[keys.count - 1] }

    init(_ keys: [Key] = [], isForbidden: Bool = false) {
      self.keys = keys
      self.isForbidden = isForbidden
    }

    mutating func append(_ key: Key, of recipe: Recipe? = nil) {
      if recipe?.passesOn == true { forwarders.insert(keys.count) }
      keys.append(key)
    }

    /// The positions of keys whose bindings make a value; the last key is the first one again.
    var makers: [Int] { keys.indices.dropLast().filter { !forwarders.contains($0) } }

    /// Whether the value of the key at a position consists of contributions.
    func isCollection(_ position: Int) -> Bool {
      keys[position].ofElements != nil && forwarders.contains(position % (keys.count - 1))
    }
  }

  /// A key that is bound twice.
  struct Duplicate: Sendable {
    let key: Key
    let earlier: BindingFacts
    let later: BindingFacts
    /// Whether the update that adds the later binding can remove the earlier one first.
    let isRemovable: Bool
  }
}

extension InjectionError.Isolated {
  /// Where it is bound, or written.
  var declared: (text: String, location: CodeLocation?)? {
    switch self {
    case .binding(_, let facts): (facts.text, facts.location)
    case .type(_, let facts), .scope(_, let facts): facts.map { ($0.text, $0.location) }
    case .classExtension(_, let location): ("extended at \(location)", location)
    case .module, .configuration: nil
    }
  }
}

extension InjectionError.Problem {
  var code: InjectionError.Code {
    switch self {
    case .missingBinding, .notCreatable: .missingBinding
    case .boundInChild: .boundInChild
    case .nothingProvided, .emptyContribution: .nothingProvided
    case .notWritable, .anotherObject: .notWritable
    case .wrongRoot: .wrongRoot
    case .argumentMismatch, .contributionWithArguments, .parameterCount: .argumentMismatch
    case .defaultMismatch, .foreignInitializer, .storedTypeMismatch, .notAnObject: .typeMismatch
    case .cyclicDependency, .forbiddenCycle, .nestingLimit, .endlessInstallation:
      .cyclicDependency
    case .providerFailed(.release, _): .releaseFailed
    case .providerFailed: .providerFailed
    case .injectorReleased, .currentInjectorReleased: .injectorReleased
    case .injectorShutDown: .injectorShutDown
    case .noDefaultInjector: .noDefaultInjector
    case .alreadyConfigured: .alreadyConfigured
    case .nestedUpdate, .nestedShutdown: .updateInProgress
    case .shutdownAwaits: .awaitRequired
    case .notPrepared: .notPrepared
    case .preparationCancelled: .cancelled
    case .duplicateBinding: .duplicateBinding
    case .notInjected: .notInjected
    case .notSingleton: .eagerNotSingleton
    case .weakValue: .weakValue
    case .captiveDependency: .captiveDependency
    case .shadowedBinding: .shadowedBinding
    case .actorIsolated(_, _, is MainActor.Type): .mainActorRequired
    case .actorIsolated: .actorIsolated
    case .deadlock: .deadlock
    case .several: .several
    }
  }

  var key: Key? {
    switch self {
    case .missingBinding(let key, _, _, _), .notCreatable(let key, _, _),
      .nothingProvided(let key, _, _),
      .boundInChild(let key, _, _, _), .emptyContribution(let key, _),
      .argumentMismatch(let key, _, _), .contributionWithArguments(let key, _, _),
      .weakValue(let key, _, _),
      .parameterCount(let key, _, _),
      .defaultMismatch(let key, _, _, _), .foreignInitializer(let key, _, _),
      .storedTypeMismatch(let key, _), .injectorReleased(let key, _),
      .injectorShutDown(let key), .notPrepared(let key),
      .shadowedBinding(let key, _, _), .notInjected(let key, _, _), .deadlock(let key, _),
      .actorIsolated(let key, _, _),
      .providerFailed(.creation(let key), _), .providerFailed(.store(let key), _),
      .providerFailed(.release(_, let key, _), _):
      key
    case .captiveDependency(let kept, _, _, _, _): kept.key
    case .cyclicDependency(let cycle), .forbiddenCycle(let cycle): cycle.last
    case .nestedShutdown(let key): key
    case .duplicateBinding(let duplicates): duplicates.first?.key
    case .notAnObject(let type), .shutdownAwaits(let type),
      .providerFailed(.awake(let type), _), .providerFailed(.completion(let type), _),
      .providerFailed(.caller(let type), _):
      Key(type)
    case .nestingLimit(let call, _, _), .notSingleton(let call, _, _): call.key
    case .notWritable, .anotherObject, .wrongRoot, .providerFailed(.configuration, _),
      .currentInjectorReleased, .noDefaultInjector, .endlessInstallation,
      .providerFailed(.unloading, _), .alreadyConfigured, .nestedUpdate, .preparationCancelled,
      .several:
      nil
    }
  }

  /// Whether a thread that waits for the same creation receives the failure: user code has thrown it,
  /// and would throw it again.
  ///
  /// Any other failure may be due to the call: to what it passes or is already making, where it runs, or
  /// which injector is current.
  var isShared: Bool {
    switch self {
    case .providerFailed(_, let error): !(error is CancellationError)
    case .several(let errors): errors.allSatisfy(\.problem.isShared)
    default: false
    }
  }

  /// The request, for an error that is found before the call has begun.
  func firstStep(at location: CodeLocation) -> InjectionError.Step? {
    switch self {
    case .nestingLimit(let call, _, _): InjectionError.Step(call)
    case .injectorReleased(let key, _):
      InjectionError.Step(.otherCall("a request for \(key)"), at: location)
    case .alreadyConfigured:
      InjectionError.Step(.otherCall("Injector.configure { … }"), at: location)
    case .nestedUpdate, .deadlock:
      InjectionError.Step(.otherCall("update { … }"), at: location)
    default: nil
    }
  }

  var bindingLocation: CodeLocation? {
    switch self {
    case .captiveDependency(_, _, _, _, let location): location
    case .notSingleton(let call, _, _): call.location
    case .shadowedBinding(_, _, let facts), .emptyContribution(_, let facts),
      .notCreatable(_, let facts, _), .notInjected(_, _, let facts),
      .boundInChild(_, let facts, _, _),
      .contributionWithArguments(_, _, let facts), .weakValue(_, let facts, _),
      .providerFailed(.release(_, _, let facts), _):
      facts.location
    case .nothingProvided(_, let facts, _): facts?.location
    case .actorIsolated(_, let isolated, _): isolated.declared?.location
    case .duplicateBinding(let duplicates): duplicates.first?.later.location
    default: nil
    }
  }
}

extension InjectionError {
  /// A thread of a deadlock, with the keys that it holds and wants.
  ///
  /// `Sendable`.
  public struct Waiter: Hashable, Sendable, CustomStringConvertible {
    /// The keys whose values the thread is creating, outermost first.
    public let holds: [Key]
    /// The key that it waits for; nil if it waits for a request to end before it starts again.
    public let wants: Key?

    /// What the thread holds and wants.
    public var description: String {
      "holds \(holds), wants \(wants.map(\.description) ?? "nothing")"
    }
  }

  /// The threads that wait for one another, for an error with the code ``Code/deadlock``; empty for
  /// any other error.
  public var waiters: [Waiter] {
    if case .deadlock(_, let waiters) = problem { waiters } else { [] }
  }
}
