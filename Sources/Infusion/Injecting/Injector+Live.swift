extension Injector {
  /// Changes this injector in one transaction.
  ///
  /// ```swift
  /// func goOffline(_ injector: Injector) throws {
  ///   try injector.update { binder in
  ///     binder.uninstall(NetworkModule.self)
  ///     binder.bind((any Source).self).to { FileSource() }
  ///   }
  /// }
  /// ```
  ///
  /// The closure starts from the current bindings and changes them. The injector then configures
  /// modules, creates eager singletons, and calls ``UnloadableModule/unload(from:)`` on modules
  /// that are uninstalled. If all of this succeeds, all changes take effect at once; until then, no
  /// other request sees any of them. Instances of unchanged bindings stay. Instances of changed
  /// bindings are released.
  ///
  /// You can call it from any thread while others resolve and inject. Several updates of one
  /// injector take turns.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - isolation: The caller's actor isolation; keep the default.
  ///   - change: Binds and unbinds, changes scopes, and installs and uninstalls modules.
  /// - Throws: ``InjectionError``. In that case, the injector is as before, except that it keeps
  ///   singletons that it created during the update but that the update does not affect. The code
  ///   ``InjectionError/Code/releaseFailed`` is the exception: the change has taken effect, but an
  ///   instance that it removed could not be released.
  public func update(
    fileID: String = #fileID, line: UInt = #line, isolation: (any Actor)? = #isolation,
    _ change: (Binder) throws -> Void
  ) throws(InjectionError) {
    try Change(core: core).update(
      at: CodeLocation(fileID: fileID, line: line), on: isolation, change)
  }

  /// Whether a key is bound, in this injector or its parents.
  ///
  /// A class that is created on demand is not bound. An array type is bound if something is
  /// contributed to it.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - name: The name of the binding.
  /// - Returns: Whether there is a binding.
  public func hasBinding<Value>(_ type: Value.Type, named name: Name? = nil) -> Bool {
    visible.isBound(Key.looking(for: Value.self, named: name))
  }

  /// Whether a key is bound to an instance, in this injector or its parents.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - name: The name of the binding.
  ///   - instance: The instance.
  /// - Returns: Whether the binding that takes effect for the key is itself bound to exactly this
  ///   object. It is not if it is a link to such a binding, or creates and keeps the object.
  public func hasBinding<Value>(
    _ type: Value.Type, named name: Name? = nil, to instance: AnyObject
  ) -> Bool {
    let key = Key.looking(for: Value.self, named: name)
    return visible.declaration(for: key)?.recipe?.instance === instance
  }

  /// Whether a key is linked to a class, in this injector or its parents.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - name: The name of the binding.
  ///   - target: The class.
  /// - Returns: Whether the binding that takes effect for the key is a link to the class, or the
  ///   class is bound to itself.
  public func hasBinding<Value>(
    _ type: Value.Type, named name: Name? = nil, to target: AnyClass
  ) -> Bool {
    let key = Key.looking(for: Value.self, named: name)
    guard let declaration = visible.declaration(for: key) else { return false }
    // A class that is bound to itself is created as if it were unbound.
    guard let recipe = declaration.recipe else { return key.type == target }
    return recipe.linkedKey?.type == target
  }

  /// The modules that are installed in this injector, in the order of their installation.
  ///
  /// The modules that a module has installed follow it, unless they were installed before. The list
  /// contains neither modules of parents nor closures. A module whose bindings are replaced (see
  /// ``Module/overriding(with:)``) appears as the original module.
  ///
  /// ```swift
  /// func list(_ injector: Injector) {
  ///   for module in injector.installedModules { print(type(of: module)) }
  /// }
  /// ```
  ///
  /// - Important: A module need not be `Sendable`. If it has state, use it only on the thread that
  ///   created it.
  public var installedModules: [any Module] { visible.configuration.namedModules }

  /// Forgets the instances that this injector keeps, and keeps the bindings.
  ///
  /// The next request creates a singleton again, even an eager one, and an instance of the scope
  /// ``Scope/weak``, even if something else holds the old one. Singletons that are bound with
  /// `toAsync` have to be prepared again. The old ones are released in the reverse order of their
  /// completion (see ``ReleasesFromInjection``).
  ///
  /// - Returns: The errors of singletons that could not be released. The injector forgets these
  ///   singletons, too.
  @discardableResult
  public func releaseSingletons() -> [InjectionError] {
    Change(core: core).releaseSingletons()
  }

  /// Forgets the instance that this injector keeps for one key, and keeps the binding.
  ///
  /// ```swift
  /// func logOut(_ injector: Injector) {
  ///   injector.releaseSingletons(of: Session.self)
  /// }
  /// ```
  ///
  /// If the key is linked to a class, the injector forgets the instance of that class. For an array
  /// type, it forgets the instances of the contributions. The instances are released as in
  /// ``releaseSingletons()``. Objects that received the instance keep it. An instance that belongs
  /// to a parent stays.
  ///
  /// - Parameters:
  ///   - type: The type that the binding is for.
  ///   - name: The name of the binding.
  /// - Returns: The errors of instances that could not be released. The injector forgets these
  ///   instances, too.
  @discardableResult
  public func releaseSingletons<Value>(
    of type: Value.Type, named name: Name? = nil
  ) -> [InjectionError] {
    Change(core: core).releaseSingletons(
      of: visible.storeKeys(of: Key.looking(for: Value.self, named: name)))
  }

  /// Empties this injector: removes its bindings, and releases its instances.
  ///
  /// Modules are unloaded first (see ``UnloadableModule``).
  ///
  /// - Returns: The errors of modules that could not be unloaded, and of singletons that could not
  ///   be released. The injector removes these modules and singletons, too.
  @discardableResult
  public func reset() -> [InjectionError] {
    Change(core: core).reset()
  }

  /// The state of the injector that the current thread sees.
  var visible: Snapshot { Resolution.current.visible(of: core) }
}
