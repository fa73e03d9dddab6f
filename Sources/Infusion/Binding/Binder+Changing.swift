// The calls that make sense in a live injector: removing and changing bindings.

extension Binder {
  /// Removes the binding of a key, and every binding that it hides.
  ///
  /// For an array type, it removes the contributions as well. If the key is not bound, the call
  /// does nothing.
  ///
  /// - Parameters:
  ///   - type: The type that the binding is for.
  ///   - name: The name of the binding.
  public func unbind<Value>(_ type: Value.Type, named name: Name? = nil) {
    draft.unbind(Key.looking(for: Value.self, named: name))
  }

  /// Changes the scope of a binding.
  ///
  /// The injector forgets an existing instance, and the binding is no longer eager. In a child, the
  /// call copies a binding of the parent to the child. If the key is not bound at all, the call binds
  /// the key to its own type. Say first what the binding is bound to: its ``BindingBuilder`` has no
  /// effect after this call.
  ///
  /// - Parameters:
  ///   - type: The type that the binding is for.
  ///   - name: The name of the binding.
  ///   - scope: The new scope.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  public func rescope<Value>(
    _ type: Value.Type, named name: Name? = nil, to scope: Scope, fileID: String = #fileID,
    line: UInt = #line
  ) {
    let key = Key.looking(for: Value.self, named: name)
    draft.rescope(
      key, to: scope,
      inherited: parent.flatMap {
        Resolution.current.visible(of: $0).declaration(for: key)
      },
      location: CodeLocation(fileID: fileID, line: line))
  }

  /// Removes the modules of a type, with their bindings, contributions and extensions.
  ///
  /// Modules that such a module has installed are uninstalled with it, unless another module or the
  /// program has also installed them. A module of this type is removed even if other modules have
  /// installed it, and also from injectors that you derive later.
  ///
  /// Bindings that the modules hid take effect again; what a module has unbound, or given another
  /// scope, stays so in this injector. Singletons of other modules stay. If the type is a class,
  /// modules of subclasses are removed, too. If no module of the type is installed, the call does
  /// nothing.
  ///
  /// - Parameter type: The type of the modules.
  public func uninstall<Removed: Module>(_ type: Removed.Type) {
    draft.uninstall(.init { module, _ in module.isOrWraps(Removed.self) })
  }

  /// Removes one module, with its bindings, contributions and extensions, and with the modules that
  /// only it has installed.
  ///
  /// - Parameter module: The module: the same object, an equal `Hashable` value of its type, or any
  ///   value of a structure without stored properties. To uninstall another structure, pass its type:
  ///   a value that matches no module removes nothing.
  public func uninstall(_ module: some Module) {
    let identity = ModuleIdentity(module)
    draft.uninstall(.init { $1 == identity || $0.wraps(identity) })
  }
}
