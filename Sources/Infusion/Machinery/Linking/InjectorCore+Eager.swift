extension Injector {
  /// Creates what the injector itself binds eagerly.
  func createEagerSingletons(at place: CodeLocation) throws(InjectionError) {
    guard core.hasEager else { return }
    try createEagerSingletons(
      core.withState { $0.configuration.eagerDeclarations }, in: core, at: place)
  }

  /// Creates what is bound eagerly, and reports everything that fails.
  func createEagerSingletons(
    _ declarations: [BindingDeclaration], in core: InjectorCore, at place: CodeLocation
  ) throws(InjectionError) {
    var errors: [InjectionError] = []
    let resolution = Resolution.current
    // An instance that is bound under two keys is injected once.
    resolution.sharingLedger {
      for declaration in declarations {
        let key = declaration.key
        guard declaration.scope == .singleton else {
          errors.append(
            InjectionError(
              .eagerNotSingleton(key, scope: declaration.scope ?? .unscoped, declaration.place)))
          continue
        }
        do throws(InjectionError) {
          try resolution.perform(CallFacts(.eager, key, at: place), in: self) {
            () throws(InjectionError) in
            try resolution.prepare(core.cell(for: declaration))
          }
        } catch {
          errors.append(error)
        }
      }
    }
    guard errors.isEmpty else { throw InjectionError(collecting: errors) }
  }
}
