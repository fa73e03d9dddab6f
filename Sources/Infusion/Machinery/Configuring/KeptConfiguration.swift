/// A closure that configures an injector, to be kept: it runs on the actor that it was written on.
///
/// It runs at once, and again when another injector is derived. A closure of the main actor asks
/// where it is; of any other actor it is known which one the call stands on.
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
