/// Wraps a closure that configures an injector, so that it runs on its own actor only.
///
/// It runs at once, and again when another injector is derived. A closure of the main actor checks
/// where it runs; for any other actor, the binder knows the actor of the call.
func kept(
  _ configure: @escaping @isolated(any) (Binder) throws -> Void
) -> (Binder) throws -> Void {
  let function = unsafe unsafeBitCast(configure, to: ((Binder) throws -> Void).self)
  guard let isolation = configure.isolation else { return function }
  return { binder in
    let key = Key(Injector.self)
    if isolation === MainActor.shared {
      guard MainActorIsolation.isCurrent else {
        throw InjectionError(.mainActorRequired(key, .configuration))
      }
    } else if isolation !== binder.caller {
      throw InjectionError(.actorIsolated(key, .configuration, actor: type(of: isolation)))
    }
    try function(binder)
  }
}
