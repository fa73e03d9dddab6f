extension BindingBuilder where Value: AnyObject {
  /// Adds a step that runs after the properties of an object of this binding are set, and before
  /// its `awakeFromInjection`.
  ///
  /// ```swift
  /// struct LegacyModule: Module {
  ///   func configure(_ binder: Binder) {
  ///     binder.bind(ThirdParty.self).to { ThirdParty() }.completing { $0.start() }
  ///   }
  /// }
  /// ```
  ///
  /// It applies to this binding only. An ``ExtensionBuilder`` adds a step for all objects of a
  /// class; such steps run first.
  ///
  /// - Parameters:
  ///   - complete: Receives the object. If it throws an error, the request fails, as it does for an
  ///     error that `awakeFromInjection` throws. If you write the closure in main-actor code, the
  ///     binding belongs to the main actor.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @discardableResult
  public func completing(
    _ complete: @escaping @isolated(any) (Value) throws -> Void,
    isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    let complete = keep(KeptFunction(complete), writtenOn: isolation)
    // The plan is that of an object that the binding has made, which is a `Value`.
    binder.draft.add(
      completion: { object in
        if let object = object as? Value { try complete.call(object) }
      }, to: handle)
    return self
  }
}
