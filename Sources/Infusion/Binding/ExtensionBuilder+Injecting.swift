// One overload per count: `@autoclosure` does not combine with parameter packs (see
// `Requirements+Requiring.swift`).

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
    let slots = SlotList.make()
    slots.add(path)
    return adding(slots)
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
    let slots = SlotList.make()
    slots.add(path1)
    slots.add(path2)
    return adding(slots)
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
    let slots = SlotList.make()
    slots.add(path1)
    slots.add(path2)
    slots.add(path3)
    return adding(slots)
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
    let slots = SlotList.make()
    slots.add(path1)
    slots.add(path2)
    slots.add(path3)
    slots.add(path4)
    return adding(slots)
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
    let slots = SlotList.make()
    slots.add(path1)
    slots.add(path2)
    slots.add(path3)
    slots.add(path4)
    slots.add(path5)
    return adding(slots)
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
    let slots = SlotList.make()
    slots.add(path1)
    slots.add(path2)
    slots.add(path3)
    slots.add(path4)
    slots.add(path5)
    slots.add(path6)
    return adding(slots)
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
    let slots = SlotList.make()
    slots.add(path1)
    slots.add(path2)
    slots.add(path3)
    slots.add(path4)
    slots.add(path5)
    slots.add(path6)
    slots.add(path7)
    return adding(slots)
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
    let slots = SlotList.make()
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

  /// Adds one property to inject into objects of the class and its subclasses, asked for under a
  /// name.
  ///
  /// - Parameters:
  ///   - path: The key path to a settable property.
  ///   - name: The name of the binding.
  /// - Returns: The builder.
  @_alwaysEmitIntoClient @inline(__always)
  @discardableResult
  public func injecting<A>(
    _ path: @autoclosure @escaping () -> ReferenceWritableKeyPath<Extended, A>, named name: Name
  ) -> ExtensionBuilder {
    let slots = SlotList.make()
    slots.add(path)
    return adding(slots, named: name)
  }

  @usableFromInline
  func adding(_ slots: SlotList, named name: Name? = nil) -> ExtensionBuilder {
    classExtension.additions += slots.elements(
      .requires, at: classExtension.place, named: name)
    return self
  }
}
