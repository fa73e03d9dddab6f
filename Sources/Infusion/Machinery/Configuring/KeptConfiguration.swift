/// Wraps a closure that configures an injector, so that it runs on its own actor only.
///
/// It runs at once, and again when another injector is derived. A closure of the main actor checks
/// where it runs; for any other actor, the binder knows the actor of the call.
func kept(
  _ configure: @escaping @isolated(any) (Binder) throws -> Void
) -> (Binder) throws -> Void {
  let function = unsafe unsafeBitCast(configure, to: ((Binder) throws -> Void).self)
  guard let owner = CodeOwner(configure.isolation, writtenOn: nil) else { return function }
  return { binder in
    let refusal = owner.refusal(of: .configuration, for: Key(Injector.self)) {
      $0 === binder.caller
    }
    if let refusal { throw refusal }
    try function(binder)
  }
}
