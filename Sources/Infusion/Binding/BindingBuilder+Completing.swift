extension BindingBuilder where Value: AnyObject {
  /// Adds a step that runs when the properties of an object of this binding are set, before its
  /// `awakeFromInjection`.
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
  ///   - complete: Receives the object. What it throws fails the request like an error of
  ///     `awakeFromInjection`. Written on the main actor, it makes the binding one of the main actor.
  ///   - isolation: The actor that the call stands on; leave it to its default.
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
