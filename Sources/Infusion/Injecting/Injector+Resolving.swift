extension Injector {
  /// Resolves a value.
  ///
  /// ```swift
  /// func fetch(from injector: Injector) throws {
  ///   let car = try injector.resolve(Car.self)
  ///   let spare: Brakes = try injector.resolve(named: "spare")
  ///   print(car, spare)
  /// }
  /// ```
  ///
  /// The type may be wrapped: `[X]`, `X?`, `Lazy<X>` and `Provider<X>` mean the same as for a
  /// property.
  ///
  /// - Parameters:
  ///   - type: The requested type.
  ///   - name: The name of the binding. A named request never falls back to the binding without a
  ///     name.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: A complete value: injected, and awoken. Only code that creates an object of a cycle
  ///   may receive a value of the same cycle that is still under construction.
  /// - Throws: ``InjectionError``, for example with the code
  ///   ``InjectionError/Code/missingBinding``. The injector keeps nothing that is incomplete, and
  ///   you can try again.
  /// - Complexity: O(1) for an existing value; otherwise O(*n*) in the number of created objects
  ///   and their properties. If nothing provides the value, the error compares its key with the
  ///   bindings.
  @inlinable
  public func resolve<Value>(
    _ type: Value.Type = Value.self, named name: Name? = nil, fileID: String = #fileID,
    line: UInt = #line
  ) throws(InjectionError) -> Value {
    if let value: Value = try resolveReference(named: name, fileID, line) { return value }
    return try resolveAnything(type, named: name, fileID, line)
  }

  /// Resolves a value with arguments.
  ///
  /// Arguments are not part of the key: an existing singleton and a bound instance ignore them. The
  /// injector casts each argument to the type of its parameter. A link forwards the arguments.
  ///
  /// - Parameters:
  ///   - type: The requested type.
  ///   - name: The name of the binding.
  ///   - arguments: The values for the parameters of the binding's closure, or for the parameters
  ///     that are marked ``Initializer/Parameter/argument``.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: The value that ``resolve(_:named:fileID:line:)`` returns.
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/argumentMismatch`` if the
  ///   arguments do not fit, and any error that ``resolve(_:named:fileID:line:)`` throws.
  public func resolve<Value, each Argument>(
    _ type: Value.Type = Value.self, named name: Name? = nil,
    arguments: repeat each Argument, fileID: String = #fileID, line: UInt = #line
  ) throws(InjectionError) -> Value {
    let location = CodeLocation(fileID: fileID, line: line)
    return try resolve(
      type, name, at: location, arguments: Arguments(packing: repeat each arguments))
  }

  /// Resolves a value if something provides it.
  ///
  /// - Parameters:
  ///   - type: The requested type.
  ///   - name: The name of the binding.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: The value, or nil if the key is neither bound nor created on demand, or if its
  ///   binding provides nothing. For a ``Lazy`` or a ``Provider``, the key is that of its value; what
  ///   its binding provides is not known before the handle is used.
  /// - Throws: ``InjectionError`` if the value is bound but cannot be created.
  public func resolveIfBound<Value>(
    _ type: Value.Type = Value.self, named name: Name? = nil, fileID: String = #fileID,
    line: UInt = #line
  ) throws(InjectionError) -> Value? {
    let location = CodeLocation(fileID: fileID, line: line)
    let resolution = Resolution.current
    return try resolution.perform(
      CallFacts(.resolve, Key(Value.self, named: name), at: location), in: self
    ) { snapshot throws(InjectionError) in
      let supply = snapshot.object.supply(of: Value?.self, named: name)
      if supply.isHandleOfNothing { return nil }
      return try resolution.resolve(Value?.self, from: supply, in: snapshot) { nil }
    }
  }

  /// Resolves a value by its type.
  ///
  /// - Parameters:
  ///   - type: The requested type.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: The value that ``resolve(_:named:fileID:line:)`` returns.
  /// - Throws: Any error that ``resolve(_:named:fileID:line:)`` throws.
  public subscript<Value>(
    _ type: Value.Type, fileID fileID: String = #fileID, line line: UInt = #line
  ) -> Value {
    get throws(InjectionError) { try resolve(type, fileID: fileID, line: line) }
  }

  /// Resolves a value by its type and a name.
  ///
  /// - Parameters:
  ///   - type: The requested type.
  ///   - name: The name of the binding.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: The value that ``resolve(_:named:fileID:line:)`` returns.
  /// - Throws: Any error that ``resolve(_:named:fileID:line:)`` throws.
  public subscript<Value>(
    _ type: Value.Type, named name: Name, fileID fileID: String = #fileID, line line: UInt = #line
  ) -> Value {
    get throws(InjectionError) { try resolve(type, named: name, fileID: fileID, line: line) }
  }

  func resolve<Value>(
    _ type: Value.Type, _ name: Name?, at location: CodeLocation, arguments: Arguments
  ) throws(InjectionError) -> Value {
    let resolution = Resolution.current
    return try resolution.perform(
      CallFacts(.resolve, Key(Value.self, named: name), at: location), in: self
    ) { snapshot throws(InjectionError) -> Value in
      let supply = snapshot.object.supply(of: Value.self, named: name)
      return try resolution.resolve(Value.self, from: supply, in: snapshot, arguments: arguments)
    }
  }

  /// Resolves the value of an `@Injected` property that no injection has set, or of a handle; nil for
  /// an Optional that nothing provides.
  ///
  /// The property or the handle stands in errors in place of the call.
  func resolveLater<Value>(
    named name: Name?, at location: CodeLocation
  ) throws(InjectionError) -> Value {
    guard let optional = optionalForm(of: Value.self) else {
      return try resolve(Value.self, name, at: location, arguments: .none)
    }
    return try resolveIfBound(
      Value.self, named: name, fileID: location.fileID, line: location.line)
      ?? optional.absent(as: Value.self)
  }
}
