// One overload per count: `@autoclosure` does not combine with parameter packs (see
// `Requirements+Requiring.swift`).

extension ExtensionBuilder {
  /// Adds one property to inject into objects of the class and its subclasses.
  ///
  /// - Parameter path: The key path to a settable property.
  /// - Returns: The builder.
  @inlinable @inline(__always)
  @discardableResult
  public func injecting<A>(
    _ path: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, A>
  ) -> ExtensionBuilder {
    adding([slot(path())])
  }

  /// Adds two properties to inject into objects of the class and its subclasses.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property.
  ///   - path2: A key path to a settable property.
  /// - Returns: The builder.
  @inlinable @inline(__always)
  @discardableResult
  public func injecting<A, B>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, B>
  ) -> ExtensionBuilder {
    adding([slot(path1()), slot(path2())])
  }

  /// Adds three properties to inject into objects of the class and its subclasses.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property.
  ///   - path2: A key path to a settable property.
  ///   - path3: A key path to a settable property.
  /// - Returns: The builder.
  @inlinable @inline(__always)
  @discardableResult
  public func injecting<A, B, C>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, C>
  ) -> ExtensionBuilder {
    adding([slot(path1()), slot(path2()), slot(path3())])
  }

  /// Adds four properties to inject into objects of the class and its subclasses.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property.
  ///   - path2: A key path to a settable property.
  ///   - path3: A key path to a settable property.
  ///   - path4: A key path to a settable property.
  /// - Returns: The builder.
  @inlinable @inline(__always)
  @discardableResult
  public func injecting<A, B, C, D>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, C>,
    _ path4: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, D>
  ) -> ExtensionBuilder {
    adding([slot(path1()), slot(path2()), slot(path3()), slot(path4())])
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
  @inlinable @inline(__always)
  @discardableResult
  public func injecting<A, B, C, D, E>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, C>,
    _ path4: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, D>,
    _ path5: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, E>
  ) -> ExtensionBuilder {
    adding([slot(path1()), slot(path2()), slot(path3()), slot(path4()), slot(path5())])
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
  @inlinable @inline(__always)
  @discardableResult
  public func injecting<A, B, C, D, E, F>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, C>,
    _ path4: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, D>,
    _ path5: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, E>,
    _ path6: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, F>
  ) -> ExtensionBuilder {
    adding([
      slot(path1()), slot(path2()), slot(path3()), slot(path4()), slot(path5()), slot(path6()),
    ])
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
  @inlinable @inline(__always)
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
    adding([
      slot(path1()), slot(path2()), slot(path3()), slot(path4()), slot(path5()), slot(path6()),
      slot(path7()),
    ])
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
  @inlinable @inline(__always)
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
    adding([
      slot(path1()), slot(path2()), slot(path3()), slot(path4()), slot(path5()), slot(path6()),
      slot(path7()), slot(path8()),
    ])
  }

  /// Adds one property to inject into objects of the class and its subclasses, asked for under a
  /// name.
  ///
  /// - Parameters:
  ///   - path: The key path to a settable property.
  ///   - name: The name of the binding.
  /// - Returns: The builder.
  @inlinable @inline(__always)
  @discardableResult
  public func injecting<A>(
    _ path: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, A>, named name: Name
  ) -> ExtensionBuilder {
    adding([slot(path())], named: name)
  }

  @usableFromInline
  func adding(_ slots: [CompiledSlot], named name: Name? = nil) -> ExtensionBuilder {
    classExtension.additions += slots.map { .requires($0, classExtension.place, named: name) }
    return self
  }
}
