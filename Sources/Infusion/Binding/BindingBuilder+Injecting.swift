// One overload per count, as `SlotList+Literals.swift` says.

extension BindingBuilder where Value: AnyObject {
  /// Adds one property to inject into the objects that this binding creates.
  ///
  /// If the binding's closure returns an object that the outermost call has completed, such as the
  /// result of a `resolve`, the binding injects only the added properties into it, once per
  /// outermost call.
  ///
  /// - Parameters:
  ///   - path: The key path to a settable property.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @_alwaysEmitIntoClient @inline(__always)
  @discardableResult
  public func injecting<A>(
    _ path: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, A>,
    isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    return adding(SlotList.of(path), writtenOn: isolation)
  }

  /// Adds two properties to inject into the objects that this binding creates.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property.
  ///   - path2: A key path to a settable property.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @_alwaysEmitIntoClient @inline(__always)
  @discardableResult
  public func injecting<A, B>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, B>,
    isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    return adding(SlotList.of(path1, path2), writtenOn: isolation)
  }

  /// Adds three properties to inject into the objects that this binding creates.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property.
  ///   - path2: A key path to a settable property.
  ///   - path3: A key path to a settable property.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @_alwaysEmitIntoClient @inline(__always)
  @discardableResult
  public func injecting<A, B, C>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, C>,
    isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    return adding(SlotList.of(path1, path2, path3), writtenOn: isolation)
  }

  /// Adds four properties to inject into the objects that this binding creates.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property.
  ///   - path2: A key path to a settable property.
  ///   - path3: A key path to a settable property.
  ///   - path4: A key path to a settable property.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @_alwaysEmitIntoClient @inline(__always)
  @discardableResult
  public func injecting<A, B, C, D>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, C>,
    _ path4: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, D>,
    isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    return adding(SlotList.of(path1, path2, path3, path4), writtenOn: isolation)
  }

  /// Adds five properties to inject into the objects that this binding creates.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property.
  ///   - path2: A key path to a settable property.
  ///   - path3: A key path to a settable property.
  ///   - path4: A key path to a settable property.
  ///   - path5: A key path to a settable property.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @_alwaysEmitIntoClient @inline(__always)
  @discardableResult
  public func injecting<A, B, C, D, E>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, C>,
    _ path4: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, D>,
    _ path5: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, E>,
    isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    return adding(SlotList.of(path1, path2, path3, path4) + .of(path5), writtenOn: isolation)
  }

  /// Adds six properties to inject into the objects that this binding creates.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property.
  ///   - path2: A key path to a settable property.
  ///   - path3: A key path to a settable property.
  ///   - path4: A key path to a settable property.
  ///   - path5: A key path to a settable property.
  ///   - path6: A key path to a settable property.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @_alwaysEmitIntoClient @inline(__always)
  @discardableResult
  public func injecting<A, B, C, D, E, F>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, C>,
    _ path4: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, D>,
    _ path5: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, E>,
    _ path6: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, F>,
    isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    return adding(SlotList.of(path1, path2, path3, path4) + .of(path5, path6), writtenOn: isolation)
  }

  /// Adds seven properties to inject into the objects that this binding creates.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property.
  ///   - path2: A key path to a settable property.
  ///   - path3: A key path to a settable property.
  ///   - path4: A key path to a settable property.
  ///   - path5: A key path to a settable property.
  ///   - path6: A key path to a settable property.
  ///   - path7: A key path to a settable property.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @_alwaysEmitIntoClient @inline(__always)
  @discardableResult
  public func injecting<A, B, C, D, E, F, G>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, C>,
    _ path4: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, D>,
    _ path5: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, E>,
    _ path6: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, F>,
    _ path7: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, G>,
    isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    return adding(
      SlotList.of(path1, path2, path3, path4) + .of(path5, path6, path7), writtenOn: isolation)
  }

  /// Adds eight properties to inject into the objects that this binding creates.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property.
  ///   - path2: A key path to a settable property.
  ///   - path3: A key path to a settable property.
  ///   - path4: A key path to a settable property.
  ///   - path5: A key path to a settable property.
  ///   - path6: A key path to a settable property.
  ///   - path7: A key path to a settable property.
  ///   - path8: A key path to a settable property.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @_alwaysEmitIntoClient @inline(__always)
  @discardableResult
  public func injecting<A, B, C, D, E, F, G, H>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, C>,
    _ path4: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, D>,
    _ path5: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, E>,
    _ path6: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, F>,
    _ path7: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, G>,
    _ path8: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, H>,
    isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    return adding(
      SlotList.of(path1, path2, path3, path4) + .of(path5, path6, path7, path8),
      writtenOn: isolation)
  }

  /// Adds one property, with the name of its binding, to inject into the objects that this binding
  /// creates.
  ///
  /// - Parameters:
  ///   - path: The key path to a settable property.
  ///   - name: The name of the binding; nil for the binding without a name.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @_alwaysEmitIntoClient @inline(__always)
  @discardableResult
  public func injecting<A>(
    _ path: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, A>, named name: Name?,
    isolation: (any Actor)? = #isolation
  ) -> BindingBuilder {
    return adding(SlotList.of(path), named: name, writtenOn: isolation)
  }

  @usableFromInline
  func adding(
    _ slots: SlotList, named name: Name? = nil, writtenOn isolation: (any Actor)?
  ) -> BindingBuilder {
    keep(writtenOn: isolation, as: .addition)
    doubtful.additions.requirements += slots.elements(.adds, at: bound.location, named: name)
    return self
  }
}

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
  /// If the binding's closure returns an object that the outermost call has completed, the step
  /// runs afterwards, once per outermost call, and the object does not awake again.
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
    let passed = PassedCompletion(complete: complete)
    let complete = keep(
      KeptFunction(function: complete), passedIn: passed, writtenOn: isolation, as: .step)
    // The plan is that of an object that the binding has made, which is a `Value`.
    doubtful.additions.completions.append { object in
      if let object = object as? Value { try complete.call(object) }
    }
    return self
  }
}
