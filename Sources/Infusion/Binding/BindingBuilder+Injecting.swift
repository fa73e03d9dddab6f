// One overload per count: `@autoclosure` does not combine with parameter packs (see
// `Requirements+Requiring.swift`).

extension BindingBuilder where Value: AnyObject {
  /// Adds one property to inject into what this binding makes.
  ///
  /// - Parameter path: The key path to a settable property.
  /// - Returns: The builder.
  @inlinable @inline(__always)
  @discardableResult
  public func injecting<A>(
    _ path: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, A>
  ) -> BindingBuilder {
    adding([slot(path())])
  }

  /// Adds two properties to inject into what this binding makes.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property.
  ///   - path2: A key path to a settable property.
  /// - Returns: The builder.
  @inlinable @inline(__always)
  @discardableResult
  public func injecting<A, B>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, B>
  ) -> BindingBuilder {
    adding([slot(path1()), slot(path2())])
  }

  /// Adds three properties to inject into what this binding makes.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property.
  ///   - path2: A key path to a settable property.
  ///   - path3: A key path to a settable property.
  /// - Returns: The builder.
  @inlinable @inline(__always)
  @discardableResult
  public func injecting<A, B, C>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, C>
  ) -> BindingBuilder {
    adding([slot(path1()), slot(path2()), slot(path3())])
  }

  /// Adds four properties to inject into what this binding makes.
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
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, C>,
    _ path4: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, D>
  ) -> BindingBuilder {
    adding([slot(path1()), slot(path2()), slot(path3()), slot(path4())])
  }

  /// Adds five properties to inject into what this binding makes.
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
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, C>,
    _ path4: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, D>,
    _ path5: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, E>
  ) -> BindingBuilder {
    adding([slot(path1()), slot(path2()), slot(path3()), slot(path4()), slot(path5())])
  }

  /// Adds six properties to inject into what this binding makes.
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
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, C>,
    _ path4: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, D>,
    _ path5: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, E>,
    _ path6: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, F>
  ) -> BindingBuilder {
    adding([
      slot(path1()), slot(path2()), slot(path3()), slot(path4()), slot(path5()), slot(path6()),
    ])
  }

  /// Adds seven properties to inject into what this binding makes.
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
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, C>,
    _ path4: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, D>,
    _ path5: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, E>,
    _ path6: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, F>,
    _ path7: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, G>
  ) -> BindingBuilder {
    adding([
      slot(path1()), slot(path2()), slot(path3()), slot(path4()), slot(path5()), slot(path6()),
      slot(path7()),
    ])
  }

  /// Adds eight properties to inject into what this binding makes.
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
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, C>,
    _ path4: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, D>,
    _ path5: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, E>,
    _ path6: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, F>,
    _ path7: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, G>,
    _ path8: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, H>
  ) -> BindingBuilder {
    adding([
      slot(path1()), slot(path2()), slot(path3()), slot(path4()), slot(path5()), slot(path6()),
      slot(path7()), slot(path8()),
    ])
  }

  /// Adds one property to inject into what this binding makes, asked for under a name.
  ///
  /// - Parameters:
  ///   - path: The key path to a settable property.
  ///   - name: The name of the binding.
  /// - Returns: The builder.
  @inlinable @inline(__always)
  @discardableResult
  public func injecting<A>(
    _ path: @autoclosure @escaping () -> ReferenceWritableKeyPath<Value, A>, named name: Name
  ) -> BindingBuilder {
    adding([slot(path())], named: name)
  }

  @usableFromInline
  func adding(_ slots: [CompiledSlot], named name: Name? = nil) -> BindingBuilder {
    binder.draft.add(slots, named: name, to: handle)
    return self
  }
}
