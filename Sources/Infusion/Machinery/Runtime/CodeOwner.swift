/// The actor that code belongs to.
struct CodeOwner: Sendable {
  let actor: any Actor

  static var mainActor: CodeOwner { CodeOwner(MainActor.self) }

  var isMainActor: Bool { actor === MainActor.shared }

  /// The owner of a closure, or of other code that a binding keeps.
  ///
  /// A closure that names its actor belongs there, wherever it is written.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the code itself, as far as it is known.
  ///   - caller: The actor of the code around the call. Only a global actor counts: in a method of
  ///     another one, code need not belong to it.
  init?(_ isolation: (any Actor)?, writtenOn caller: (any Actor)?) {
    guard let actor = isolation ?? caller, isolation != nil || actor.isGlobal else { return nil }
    self.actor = actor
  }

  /// The owner of what is declared on a global actor.
  init<Global: GlobalActor>(_ type: Global.Type) { actor = type.shared }

  /// The error of a use here of something that belongs to the actor; nil where it may be used.
  ///
  /// The caller knows whether the present code runs on an actor other than the main actor.
  func refusal(
    of isolated: @autoclosure () -> InjectionError.Isolated, for key: @autoclosure () -> Key,
    unless isOnOther: (any Actor) -> Bool = { _ in false }
  ) -> InjectionError? {
    let isHere = isMainActor ? MainActor.isCurrent : isOnOther(actor)
    return isHere
      ? nil : InjectionError(.actorIsolated(key(), isolated(), actor: type(of: actor)))
  }
}

extension Actor {
  /// Whether the actor is the shared one of its type.
  nonisolated var isGlobal: Bool {
    if self === MainActor.shared { return true }
    guard let type = type(of: self) as? any GlobalActor.Type else { return false }
    return CodeOwner(type).actor === self
  }
}

/// Where a request is answered, or an object injected, without a look at the actor it belongs to.
///
/// Elsewhere the slower path asks the actor, and refuses before any user code has run.
enum Reach: Comparable {
  case everywhere, mainActor, nowhere

  /// The reach of what belongs to an actor.
  init(of owner: CodeOwner) { self = owner.isMainActor ? .mainActor : .nowhere }

  /// Whether a thread is within reach, as far as its present call says.
  @inline(__always)
  func includes(_ record: @autoclosure () -> Unretained<ThreadRecord>) -> Bool {
    self == .everywhere || isMainActor(of: record())
  }

  @inline(never)
  private func isMainActor(of record: Unretained<ThreadRecord>) -> Bool {
    self == .mainActor && record.with { $0.findsMainActor() }
  }
}

extension GlobalActor {
  /// Whether the present code runs on the actor, and so may use conformances that belong to it.
  ///
  /// A cast to a protocol asks the same, but takes 860 instructions instead of 150, because it also
  /// searches for the conformance. The answer takes longer than a short request, so a call asks once
  /// for the main actor: see ``Reach``.
  ///
  /// On Apple's systems, what runs on the main thread may use the main actor, and nothing is asked
  /// there. A run-time library before that of Swift 6.2 cannot be asked: no other code counts as code
  /// of an actor. The main actor may leave the main thread, which it does on Apple's systems after
  /// `dispatchMain()`. Elsewhere, the run-time library is that of the compiler, and knows where it is.
  nonisolated static var isCurrent: Bool {
    // The run-time library reads two words: the type of the actor, and its conformance. It does not
    // look at the type that conforms to a protocol.
    let actor: any GlobalActor.Type = Self.self
    #if canImport(Darwin)
      if Self.self == MainActor.self, CurrentThread.isMain { return true }
      guard let mayUseConformances = unsafe mayUseConformances else { return false }
      return unsafe withUnsafePointer(to: actor) { unsafe mayUseConformances(nil, $0) }
    #else
      return unsafe withUnsafePointer(to: actor) { unsafe mayUseConformances(actor, of: $0) }
    #endif
  }
}

#if canImport(Darwin)
  private typealias MayUseConformances =
    @convention(c) (UnsafeRawPointer?, UnsafeRawPointer) -> Bool

  /// Looked up once, in all images of the process.
  private let mayUseConformances = unsafe lookUp("swift_isInConformanceExecutionContext").map {
    unsafe unsafeBitCast($0, to: MayUseConformances.self)
  }
#else
  @_silgen_name("swift_isInConformanceExecutionContext")
  private func mayUseConformances(
    _ type: Any.Type, of actor: UnsafePointer<any GlobalActor.Type>
  ) -> Bool
#endif
