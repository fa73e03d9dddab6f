// One overload per count, as `SlotList+Literals.swift` says.

extension ExtensionBuilder {
  /// Adds one property to inject into objects of the class and its subclasses.
  ///
  /// - Parameter path: The key path to a settable property.
  /// - Returns: The builder.
  @_alwaysEmitIntoClient @inline(__always)
  @discardableResult
  public func injecting<A>(
    _ path: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, A>
  ) -> ExtensionBuilder {
    return adding(SlotList.of(path))
  }

  /// Adds two properties to inject into objects of the class and its subclasses.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property.
  ///   - path2: A key path to a settable property.
  /// - Returns: The builder.
  @_alwaysEmitIntoClient @inline(__always)
  @discardableResult
  public func injecting<A, B>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, B>
  ) -> ExtensionBuilder {
    return adding(SlotList.of(path1, path2))
  }

  /// Adds three properties to inject into objects of the class and its subclasses.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property.
  ///   - path2: A key path to a settable property.
  ///   - path3: A key path to a settable property.
  /// - Returns: The builder.
  @_alwaysEmitIntoClient @inline(__always)
  @discardableResult
  public func injecting<A, B, C>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, C>
  ) -> ExtensionBuilder {
    return adding(SlotList.of(path1, path2, path3))
  }

  /// Adds four properties to inject into objects of the class and its subclasses.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property.
  ///   - path2: A key path to a settable property.
  ///   - path3: A key path to a settable property.
  ///   - path4: A key path to a settable property.
  /// - Returns: The builder.
  @_alwaysEmitIntoClient @inline(__always)
  @discardableResult
  public func injecting<A, B, C, D>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, C>,
    _ path4: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, D>
  ) -> ExtensionBuilder {
    return adding(SlotList.of(path1, path2, path3, path4))
  }

  /// Adds five properties to inject into objects of the class and its subclasses.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property.
  ///   - path2: A key path to a settable property.
  ///   - path3: A key path to a settable property.
  ///   - path4: A key path to a settable property.
  ///   - path5: A key path to a settable property.
  /// - Returns: The builder.
  @_alwaysEmitIntoClient @inline(__always)
  @discardableResult
  public func injecting<A, B, C, D, E>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, C>,
    _ path4: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, D>,
    _ path5: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, E>
  ) -> ExtensionBuilder {
    return adding(SlotList.of(path1, path2, path3, path4) + .of(path5))
  }

  /// Adds six properties to inject into objects of the class and its subclasses.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property.
  ///   - path2: A key path to a settable property.
  ///   - path3: A key path to a settable property.
  ///   - path4: A key path to a settable property.
  ///   - path5: A key path to a settable property.
  ///   - path6: A key path to a settable property.
  /// - Returns: The builder.
  @_alwaysEmitIntoClient @inline(__always)
  @discardableResult
  public func injecting<A, B, C, D, E, F>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, C>,
    _ path4: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, D>,
    _ path5: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, E>,
    _ path6: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, F>
  ) -> ExtensionBuilder {
    return adding(SlotList.of(path1, path2, path3, path4) + .of(path5, path6))
  }

  /// Adds seven properties to inject into objects of the class and its subclasses.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property.
  ///   - path2: A key path to a settable property.
  ///   - path3: A key path to a settable property.
  ///   - path4: A key path to a settable property.
  ///   - path5: A key path to a settable property.
  ///   - path6: A key path to a settable property.
  ///   - path7: A key path to a settable property.
  /// - Returns: The builder.
  @_alwaysEmitIntoClient @inline(__always)
  @discardableResult
  public func injecting<A, B, C, D, E, F, G>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, C>,
    _ path4: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, D>,
    _ path5: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, E>,
    _ path6: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, F>,
    _ path7: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, G>
  ) -> ExtensionBuilder {
    return adding(SlotList.of(path1, path2, path3, path4) + .of(path5, path6, path7))
  }

  /// Adds eight properties to inject into objects of the class and its subclasses.
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
  /// - Returns: The builder.
  @_alwaysEmitIntoClient @inline(__always)
  @discardableResult
  public func injecting<A, B, C, D, E, F, G, H>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, C>,
    _ path4: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, D>,
    _ path5: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, E>,
    _ path6: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, F>,
    _ path7: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, G>,
    _ path8: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, H>
  ) -> ExtensionBuilder {
    return adding(SlotList.of(path1, path2, path3, path4) + .of(path5, path6, path7, path8))
  }

  /// Adds one property, with the name of its binding, to inject into objects of the class and its
  /// subclasses.
  ///
  /// - Parameters:
  ///   - path: The key path to a settable property.
  ///   - name: The name of the binding; nil for the binding without a name.
  /// - Returns: The builder.
  @_alwaysEmitIntoClient @inline(__always)
  @discardableResult
  public func injecting<A>(
    _ path: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, A>, named name: Name?
  ) -> ExtensionBuilder {
    return adding(SlotList.of(path), named: name)
  }

  @usableFromInline
  consuming func adding(_ slots: consuming SlotList, named name: Name? = nil) -> ExtensionBuilder {
    classExtension.additions += slots.elements(
      .adds, at: classExtension.location, named: name)
    return self
  }
}
