extension BindingBuilder {
  /// Hands out an object that exists, for as long as something else holds it.
  ///
  /// ```swift
  /// struct ServerModule: Module {
  ///   let server: Server
  ///   func configure(_ binder: Binder) {
  ///     binder.bind(Server.self).to(weak: server)
  ///   }
  /// }
  /// ```
  ///
  /// Once the object is gone, the binding provides nothing, like ``toNothing()``: nil for
  /// properties of an Optional type, and the error ``InjectionError/Code/nothingProvided`` anywhere
  /// else. The injector does not inject the object.
  ///
  /// - Important: The injector keeps its modules. A module that stores the object keeps it, too: store
  ///   it as `weak`, or bind it in a closure of ``Injector/update(fileID:line:_:)``.
  ///
  /// - Parameter object: An instance of a class. A value of another type is the error
  ///   ``InjectionError/Code/weakValue``, as for the scope ``Scope/weak``.
  /// - Returns: The builder.
  @_disfavoredOverload  // or bind(Any.self).to { … } is ambiguous
  @discardableResult
  public func to(weak object: Value) -> BindingBuilder {
    binder.draft.noteWeak(handle)
    return target(WeakInstanceRecipe(object))
  }
}
