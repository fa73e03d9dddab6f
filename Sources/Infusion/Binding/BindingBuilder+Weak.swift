extension BindingBuilder {
  /// Hands out an existing object, for as long as something else holds it.
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
  /// Once the object is gone, the binding provides nothing, like ``toNothing()``: properties of an
  /// Optional type become nil, and a request that needs a value throws
  /// ``InjectionError/Code/nothingProvided``. The injector does not inject the object.
  ///
  /// - Important: The injector keeps its modules. A module that stores the object keeps it, too:
  ///   store it as `weak`, or bind it in a closure of ``Injector/update(fileID:line:_:)``.
  ///
  /// - Parameter object: An instance of a class. A value of another type causes
  ///   ``InjectionError/Code/weakValue``, as it does with the scope ``Scope/weak``.
  /// - Returns: The builder.
  @_disfavoredOverload  // or bind(Any.self).to { … } is ambiguous
  @discardableResult
  public func to(weak object: Value) -> BindingBuilder {
    binder.draft.noteWeak(handle)
    return target(WeakInstanceRecipe(object))
  }
}
