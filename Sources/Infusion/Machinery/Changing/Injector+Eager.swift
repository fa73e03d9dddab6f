extension Injector {
  /// Creates the eager singletons that the injector itself binds.
  func createEagerSingletons(at location: CodeLocation) throws(InjectionError) {
    try createEagerSingletons(core.generation.configuration.eagerDeclarations, at: location)
  }

  /// Creates eager singletons, and reports every failure.
  func createEagerSingletons(
    _ declarations: [BindingDeclaration], at location: CodeLocation
  ) throws(InjectionError) {
    if declarations.isEmpty { return }
    var errors: [InjectionError] = []
    let resolution = Resolution.current
    // An instance that is bound under two keys is injected once.
    resolution.sharingLedger {
      for declaration in declarations {
        do throws(InjectionError) {
          try resolution.perform(CallFacts(.eager, declaration.key, at: location), in: self) {
            snapshot throws(InjectionError) in
            try resolution.prepare(declaration, in: snapshot)
          }
        } catch {
          errors.append(error)
        }
      }
    }
    guard errors.isEmpty else { throw InjectionError(collecting: errors) }
  }
}
