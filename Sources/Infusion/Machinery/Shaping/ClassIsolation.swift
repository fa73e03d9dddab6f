import Synchronization

/// The isolation of a type whose conformance to one of the library's protocols belongs to an actor.
///
/// The library reads it from the conformance when it first meets the type, and checks it at each
/// request that would create, inject or awake an object.
///
/// Threads may share it: immutable.
final class ClassIsolation {
  let owner: CodeOwner
  private let actor: any GlobalActor.Type
  private let type: Any.Type
  private let isModule: Bool

  private init(of type: Any.Type, on actor: any GlobalActor.Type, isModule: Bool) {
    owner = CodeOwner(actor)
    self.actor = actor
    self.type = type
    self.isModule = isModule
    if !owner.isMainActor { Self.hasSeenOther.store(true, ordering: .relaxed) }
  }

  private static let hasSeenOther = Atomic<Bool>(false)

  /// Whether what a caller has just received may belong to an actor, as far as that takes no search:
  /// most programs have no other global actor than the main actor.
  static var mayConcernCaller: Bool {
    MainActor.isCurrent || hasSeenOther.load(ordering: .relaxed)
  }

  /// Refuses the type where the caller may not use it, before any of its code runs.
  ///
  /// - Throws: `mainActorRequired`, or `actorIsolated` for a type of another global actor.
  func require() throws(InjectionError) {
    if let refusal = refusal() { throw refusal }
  }

  /// Finds the error of a use here.
  ///
  /// - Parameters:
  ///   - key: The key that is requested, if it is not the type itself.
  ///   - facts: Where the binding was made, if there is one; evaluated only for the error.
  /// - Returns: The error; nil on the actor of the type.
  func refusal(
    for key: Key? = nil, boundAt facts: @autoclosure () -> BindingFacts? = nil
  ) -> InjectionError? {
    owner.refusal(of: isModule ? .module(type) : .type(type, facts()), for: key ?? Key(type)) { _ in
      actor.isCurrent
    }
  }
}

extension ClassIsolation {
  /// The isolation of a class; nil when the class belongs to no actor, or declares nothing.
  static func of(_ cls: AnyClass, _ conformances: Conformances) -> ClassIsolation? {
    guard conformances.mayIsolate(cls) else { return nil }
    if conformances.cast(cls, cls as? any InjectionDeclaring.Type) != nil {
      return injecting(cls, conformances) ?? creating(cls, conformances)
    }
    return MarkerReflection.findsMarkers(declaredIn: cls) ? creating(cls, conformances) : nil
  }

  /// The isolation of the declarations that an injection of an object reads and calls.
  private static func injecting(
    _ cls: AnyClass, _ known: Conformances
  ) -> ClassIsolation? {
    of(cls, as: known.cast(cls, cls as? any Injectable.Type))
      ?? of(cls, as: known.cast(cls, cls as? any NamedInjectable.Type))
      ?? of(cls, as: known.cast(cls, cls as? any AwakesFromInjection.Type))
  }

  /// The isolation of the declarations that create an object as its type says.
  private static func creating(
    _ type: Any.Type, _ known: Conformances
  ) -> ClassIsolation? {
    guard known.mayIsolate(type) else { return nil }
    return of(type, as: known.cast(type, type as? any DefaultInitializable.Type))
      ?? of(type, as: known.cast(type, type as? any InitializerDeclaring.Type))
      ?? of(type, as: known.cast(type, type as? any Scoped.Type))
  }

  /// The isolation of values that are injected, or created as their type says; nil when any thread may
  /// have them, as far as their type is concerned.
  static func ofValues(
    of type: Any.Type, injected isInjected: Bool, onDemand isOnDemand: Bool
  ) -> ClassIsolation? {
    guard isInjected || isOnDemand else { return nil }
    return (type as? AnyClass).flatMap { ClassShape.isolation(of: $0) }
      ?? (isOnDemand ? creating(type, .present) : nil)
  }

  /// The isolation of a value of a protocol type, whose methods run code of the actor that the
  /// conformance of the value belongs to; of an Optional or an array, that of the first such value.
  ///
  /// The compiler leaves such a value on the actor, but does not see that an injector hands it out.
  ///
  /// - Complexity: O(*n*) in the length of an array of such values.
  static func using<Value>(_ value: Value) -> ClassIsolation? {
    guard TypeRepresentation.wordsBeforeTables(innermostElement(of: Value.self)) != nil else {
      return nil
    }
    if TypeRepresentation.isOptional(Value.self) {
      return (value as? any OptionalForm)?.isolationOfWrapped
    }
    if TypeRepresentation.wordsBeforeTables(Value.self) == nil {
      return (value as? any CollectionForm)?.isolationOfElements
    }
    let actors = ConformanceRecord.all(of: value).lazy.compactMap(\.actor)
    return actors.first.map { actor in
      let type = value as? Any.Type ?? Swift.type(of: value as Any)
      return ClassIsolation(of: type, on: actor, isModule: false)
    }
  }

  /// The isolation of a type of modules.
  static func configuring(_ type: (any Module.Type)?) -> ClassIsolation? {
    type.flatMap { of($0, as: type, isModule: true) }
  }

  /// The isolation of a module that has a method to call when it is uninstalled.
  static func unloading(_ module: any Module) -> ClassIsolation? {
    let type = Swift.type(of: module)
    let unloadable = Conformances.present.cast(type, type as? any UnloadableModule.Type)
    return of(type, as: unloadable, isModule: true)
  }

  /// The isolation of a class whose objects have a method to call when they are released.
  static func releasing(_ cls: AnyClass) -> ClassIsolation? {
    let known = Conformances.present
    guard known.mayIsolate(cls) else { return nil }
    return of(cls, as: known.cast(cls, cls as? any ReleasesFromInjection.Type))
      ?? of(
        cls, as: known.cast(cls, cls as? any ReleasesAsynchronouslyFromInjection.Type))
      ?? of(cls, known)
  }

  /// The isolation of a conformance; nil when there is none, or when it belongs to no actor.
  ///
  /// The caller passes an Optional of the conforming type: Swift would open anything else.
  private static func of<Metatype>(
    _ type: Any.Type, as conforming: Metatype?, isModule: Bool = false
  ) -> ClassIsolation? {
    ConformanceRecord(of: conforming)?.actor.map {
      ClassIsolation(of: type, on: $0, isModule: isModule)
    }
  }
}

extension OptionalForm {
  /// The isolation of the value in the Optional.
  fileprivate var isolationOfWrapped: ClassIsolation? { optional.flatMap { .using($0) } }
}

extension CollectionForm {
  /// The isolation of the first element that has one.
  fileprivate var isolationOfElements: ClassIsolation? { lazy.compactMap { .using($0) }.first }
}
