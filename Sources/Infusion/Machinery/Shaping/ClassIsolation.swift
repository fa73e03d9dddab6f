/// The isolation of a type whose conformance to one of the library's protocols belongs to an actor.
///
/// The library reads it from the conformance when it first meets the type, and checks it at each
/// request that would create, inject or awake an object.
final class ClassIsolation: Sendable {
  let owner: CodeOwner
  private let type: Any.Type
  private let isModule: Bool
  /// Looks for the conformance with a cast from `Any`, which finds it on its actor only.
  private let isFound: @Sendable (Any) -> Bool

  private init(
    of type: Any.Type, _ owner: CodeOwner, isModule: Bool,
    _ isFound: @escaping @Sendable (Any) -> Bool
  ) {
    self.type = type
    self.owner = owner
    self.isModule = isModule
    self.isFound = isFound
  }

  /// Refuses the type where the caller may not use it, before any of its code runs.
  ///
  /// - Parameters:
  ///   - key: The key that is requested, if it is not the type itself.
  ///   - place: Where the binding was made, if there is one; evaluated only for the error.
  /// - Throws: `mainActorRequired`, or `actorIsolated` for a type of another global actor.
  func require(
    for key: Key? = nil, boundAt place: @autoclosure () -> InjectionError.Place? = nil
  ) throws(InjectionError) {
    if let refusal = refusal(for: key, boundAt: place()) { throw refusal }
  }

  /// The error of a use here; nil on the actor of the type.
  func refusal(
    for key: Key? = nil, boundAt place: @autoclosure () -> InjectionError.Place? = nil
  ) -> InjectionError? {
    owner.refusal(of: isModule ? .module(type) : .type(type, place()), for: key ?? Key(type)) { _ in
      // An older run-time library finds the conformance everywhere.
      Self.castsTellIsolation && isFound(type)
    }
  }

  /// Whether the run-time library knows isolated conformances, as it does from Swift 6.2 on.
  private static var castsTellIsolation: Bool {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { true } else { false }
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
    _ cls: AnyClass, _ conformances: Conformances
  ) -> ClassIsolation? {
    conformances.isolation(of: cls, cls as? any Injectable.Type) { $0 is any Injectable.Type }
      ?? conformances.isolation(of: cls, cls as? any NamedInjectable.Type) {
        $0 is any NamedInjectable.Type
      }
      ?? conformances.isolation(of: cls, cls as? any AwakesFromInjection.Type) {
        $0 is any AwakesFromInjection.Type
      }
  }

  /// The isolation of the declarations that create an object as its type says.
  private static func creating(
    _ type: Any.Type, _ conformances: Conformances
  ) -> ClassIsolation? {
    guard conformances.mayIsolate(type) else { return nil }
    return conformances.isolation(of: type, type as? any DefaultInitializable.Type) {
      $0 is any DefaultInitializable.Type
    }
      ?? conformances.isolation(of: type, type as? any InitializerDeclaring.Type) {
        $0 is any InitializerDeclaring.Type
      }
      ?? conformances.isolation(of: type, type as? any Scoped.Type) { $0 is any Scoped.Type }
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

  /// The isolation of a type of modules.
  static func configuring(_ type: (any Module.Type)?) -> ClassIsolation? {
    type.flatMap { of($0, type, isModule: true) { $0 is any Module.Type } }
  }

  /// The isolation of a module that has a method to call when it is uninstalled.
  static func unloading(_ module: any Module) -> ClassIsolation? {
    let type = Swift.type(of: module)
    return Conformances.present.isolation(
      of: type, type as? any UnloadableModule.Type, isModule: true
    ) {
      $0 is any UnloadableModule.Type
    }
  }

  /// The isolation of a class whose objects have a method to call when they are released.
  static func releasing(_ cls: AnyClass) -> ClassIsolation? {
    let conformances = Conformances.present
    guard conformances.mayIsolate(cls) else { return nil }
    return conformances.isolation(of: cls, cls as? any ReleasesFromInjection.Type) {
      $0 is any ReleasesFromInjection.Type
    }
      ?? conformances.isolation(of: cls, cls as? any ReleasesAsynchronouslyFromInjection.Type) {
        $0 is any ReleasesAsynchronouslyFromInjection.Type
      }
      ?? of(cls, conformances)
  }

  /// The isolation of a conformance; nil when there is none, or when it belongs to no actor.
  ///
  /// The caller passes an Optional of the conforming type: Swift would open anything else.
  fileprivate static func of<Metatype>(
    _ type: Any.Type, _ conforming: Metatype?, isModule: Bool,
    _ isFound: @escaping @Sendable (Any) -> Bool
  ) -> ClassIsolation? {
    guard let conforming, let owner = Conformance(metatype: conforming).owner else { return nil }
    return ClassIsolation(of: type, owner, isModule: isModule, isFound)
  }
}

extension Conformances {
  /// Looks for a conformance of a type, and returns its isolation.
  ///
  /// Both closures are the cast to the protocol: the first is for ``cast(_:_:)``, the second starts at
  /// `Any`.
  fileprivate func isolation<Metatype>(
    of type: Any.Type, _ search: @autoclosure () -> Metatype?, isModule: Bool = false,
    _ isFound: @escaping @Sendable (Any) -> Bool
  ) -> ClassIsolation? {
    ClassIsolation.of(type, cast(type, search()), isModule: isModule, isFound)
  }
}
