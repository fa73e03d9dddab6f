import Synchronization

/// The isolation of a type whose conformance to one of the library's protocols belongs to an actor.
///
/// The library reads it from the conformance when it first meets the type, and checks it at each
/// request that would create, inject or awake an object.
final class ClassIsolation: Sendable {
  private enum Owner: Int, AtomicRepresentable {
    case unknown, mainActor, other
  }

  private let type: Any.Type
  private let isModule: Bool
  /// Looks for the conformance with a cast from `Any`, which finds it on its actor only.
  private let isFound: @Sendable (Any) -> Bool
  private let owner = Atomic<Owner>(.unknown)

  init(of type: Any.Type, isModule: Bool = false, _ isFound: @escaping @Sendable (Any) -> Bool) {
    self.type = type
    self.isModule = isModule
    self.isFound = isFound
  }

  /// Refuses the type where the caller may not use it, before any of its code runs.
  ///
  /// - Parameter declaration: The binding, if there is one.
  /// - Throws: `mainActorRequired`, or `actorIsolated` for a type of another global actor.
  func require(boundBy declaration: BindingDeclaration? = nil) throws(InjectionError) {
    if isOnItsActor { return }
    let place = declaration.flatMap { $0.isExplicit ? InjectionError.Place($0) : nil }
    let key = declaration?.key ?? Key(type)
    let isolated: InjectionError.Isolated =
      isModule ? .module(type) : .type(type, place)
    throw owner.load(ordering: .relaxed) == .other
      ? InjectionError(.actorIsolated(key, isolated, actor: nil))
      : InjectionError(.mainActorRequired(key, isolated))
  }

  /// Whether the current code runs on the actor of the type.
  private var isOnItsActor: Bool {
    let isMain = MainActorIsolation.isCurrent
    switch owner.load(ordering: .relaxed) {
    case .mainActor: return isMain
    case .other: return isFound(type)
    case .unknown:
      // A global actor other than the main one is rare; it shows when the two results differ.
      guard Self.castsTellIsolation else { return isMain }
      let isFound = isFound(type)
      if isMain || isFound {
        owner.store(isMain && isFound ? .mainActor : .other, ordering: .relaxed)
      }
      return isFound
    }
  }

  /// Whether the run-time library knows isolated conformances, as it does from Swift 6.2 on.
  private static var castsTellIsolation: Bool {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { true } else { false }
  }
}

extension ClassIsolation {
  /// The isolation of a class; nil when the class belongs to no actor, or declares nothing.
  static func of(_ cls: AnyClass) -> ClassIsolation? {
    guard Conformances.mayIsolate(cls) else { return nil }
    if Conformances.cast(cls, cls as? any InjectionDeclaring.Type) != nil {
      return injecting(cls) ?? creating(cls)
    }
    return MarkerReflection.mayFindMarkers(declaredIn: cls) ? creating(cls) : nil
  }

  /// The isolation of the declarations that an injection of an object reads and calls.
  private static func injecting(_ cls: AnyClass) -> ClassIsolation? {
    if isIsolated(Conformances.find(cls, cls as? any Injectable.Type)) {
      return ClassIsolation(of: cls) { $0 is any Injectable.Type }
    }
    if isIsolated(Conformances.find(cls, cls as? any NamedInjectable.Type)) {
      return ClassIsolation(of: cls) { $0 is any NamedInjectable.Type }
    }
    if isIsolated(Conformances.find(cls, cls as? any AwakesFromInjection.Type)) {
      return ClassIsolation(of: cls) { $0 is any AwakesFromInjection.Type }
    }
    return nil
  }

  /// The isolation of the declarations that create an object as its type says.
  static func creating(_ type: Any.Type) -> ClassIsolation? {
    guard Conformances.mayIsolate(type) else { return nil }
    if isIsolated(Conformances.find(type, type as? any DefaultInitializable.Type)) {
      return ClassIsolation(of: type) { $0 is any DefaultInitializable.Type }
    }
    if isIsolated(Conformances.find(type, type as? any InitializerDeclaring.Type)) {
      return ClassIsolation(of: type) { $0 is any InitializerDeclaring.Type }
    }
    if isIsolated(Conformances.find(type, type as? any Scoped.Type)) {
      return ClassIsolation(of: type) { $0 is any Scoped.Type }
    }
    return nil
  }

  /// The isolation of a module.
  static func configuring(_ module: any Module) -> ClassIsolation? {
    let type = Swift.type(of: module)
    guard isIsolated(Conformance<any Module.Type>(metatype: type)) else { return nil }
    return ClassIsolation(of: type, isModule: true) { $0 is any Module.Type }
  }

  /// The isolation of a module that has a method to call when it is uninstalled.
  static func unloading(_ module: any Module) -> ClassIsolation? {
    let type = Swift.type(of: module)
    guard isIsolated(Conformances.find(type, type as? any UnloadableModule.Type)) else {
      return nil
    }
    return ClassIsolation(of: type, isModule: true) { $0 is any UnloadableModule.Type }
  }

  private static func isIsolated<Metatype>(_ conformance: Conformance<Metatype>?) -> Bool {
    conformance?.isIsolated ?? false
  }
}
