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
    let slots = SlotList()
    slots.add(path)
    return adding(slots)
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
    let slots = SlotList()
    slots.add(path1)
    slots.add(path2)
    return adding(slots)
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
    let slots = SlotList()
    slots.add(path1)
    slots.add(path2)
    slots.add(path3)
    return adding(slots)
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
    let slots = SlotList()
    slots.add(path1)
    slots.add(path2)
    slots.add(path3)
    slots.add(path4)
    return adding(slots)
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
    let slots = SlotList()
    slots.add(path1)
    slots.add(path2)
    slots.add(path3)
    slots.add(path4)
    slots.add(path5)
    return adding(slots)
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
    let slots = SlotList()
    slots.add(path1)
    slots.add(path2)
    slots.add(path3)
    slots.add(path4)
    slots.add(path5)
    slots.add(path6)
    return adding(slots)
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
    let slots = SlotList()
    slots.add(path1)
    slots.add(path2)
    slots.add(path3)
    slots.add(path4)
    slots.add(path5)
    slots.add(path6)
    slots.add(path7)
    return adding(slots)
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
    let slots = SlotList()
    slots.add(path1)
    slots.add(path2)
    slots.add(path3)
    slots.add(path4)
    slots.add(path5)
    slots.add(path6)
    slots.add(path7)
    slots.add(path8)
    return adding(slots)
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
    let slots = SlotList()
    slots.add(path)
    return adding(slots, named: name)
  }

  @usableFromInline
  func adding(_ slots: SlotList, named name: Name? = nil) -> BindingBuilder {
    binder.draft.add(slots, named: name, to: handle)
    return self
  }
}
