// One overload per count, as `SlotList+Literals.swift` says.

extension Injectable {
  /// Lists one property that must be provided.
  ///
  /// ```swift
  /// class Car: Injectable {
  ///   var engine: (any Engine)!
  ///   class var requires: Requirements { requiring(\.engine) }
  /// }
  /// ```
  ///
  /// In an optimized build, no key path remains, except in a generic class: the code stores to the
  /// property directly, or calls its setter.
  ///
  /// - Parameters:
  ///   - path: The key path to a settable property of this class.
  ///   - fileID: The file of the declaration, for error messages.
  ///   - line: The line of the declaration, for error messages.
  /// - Returns: A list to return from `requires`, or to join with others.
  @_alwaysEmitIntoClient @inline(__always)
  public static func requiring<A>(
    _ path: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, A>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Requirements {
    return Requirements(.requires, SlotList.of(path), fileID, line)
  }

  /// Lists two properties that must be provided.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property of this class.
  ///   - path2: A key path to a settable property of this class.
  ///   - fileID: The file of the declaration, for error messages.
  ///   - line: The line of the declaration, for error messages.
  /// - Returns: A list to return from `requires`, or to join with others.
  @_alwaysEmitIntoClient @inline(__always)
  public static func requiring<A, B>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, B>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Requirements {
    return Requirements(.requires, SlotList.of(path1, path2), fileID, line)
  }

  /// Lists three properties that must be provided.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property of this class.
  ///   - path2: A key path to a settable property of this class.
  ///   - path3: A key path to a settable property of this class.
  ///   - fileID: The file of the declaration, for error messages.
  ///   - line: The line of the declaration, for error messages.
  /// - Returns: A list to return from `requires`, or to join with others.
  @_alwaysEmitIntoClient @inline(__always)
  public static func requiring<A, B, C>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, C>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Requirements {
    return Requirements(.requires, SlotList.of(path1, path2, path3), fileID, line)
  }

  /// Lists four properties that must be provided.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property of this class.
  ///   - path2: A key path to a settable property of this class.
  ///   - path3: A key path to a settable property of this class.
  ///   - path4: A key path to a settable property of this class.
  ///   - fileID: The file of the declaration, for error messages.
  ///   - line: The line of the declaration, for error messages.
  /// - Returns: A list to return from `requires`, or to join with others.
  @_alwaysEmitIntoClient @inline(__always)
  public static func requiring<A, B, C, D>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, C>,
    _ path4: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, D>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Requirements {
    return Requirements(.requires, SlotList.of(path1, path2, path3, path4), fileID, line)
  }

  /// Lists five properties that must be provided.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property of this class.
  ///   - path2: A key path to a settable property of this class.
  ///   - path3: A key path to a settable property of this class.
  ///   - path4: A key path to a settable property of this class.
  ///   - path5: A key path to a settable property of this class.
  ///   - fileID: The file of the declaration, for error messages.
  ///   - line: The line of the declaration, for error messages.
  /// - Returns: A list to return from `requires`, or to join with others.
  @_alwaysEmitIntoClient @inline(__always)
  public static func requiring<A, B, C, D, E>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, C>,
    _ path4: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, D>,
    _ path5: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, E>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Requirements {
    return Requirements(
      .requires, SlotList.of(path1, path2, path3, path4) + .of(path5), fileID, line)
  }

  /// Lists six properties that must be provided.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property of this class.
  ///   - path2: A key path to a settable property of this class.
  ///   - path3: A key path to a settable property of this class.
  ///   - path4: A key path to a settable property of this class.
  ///   - path5: A key path to a settable property of this class.
  ///   - path6: A key path to a settable property of this class.
  ///   - fileID: The file of the declaration, for error messages.
  ///   - line: The line of the declaration, for error messages.
  /// - Returns: A list to return from `requires`, or to join with others.
  @_alwaysEmitIntoClient @inline(__always)
  public static func requiring<A, B, C, D, E, F>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, C>,
    _ path4: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, D>,
    _ path5: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, E>,
    _ path6: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, F>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Requirements {
    return Requirements(
      .requires, SlotList.of(path1, path2, path3, path4) + .of(path5, path6), fileID, line)
  }

  /// Lists seven properties that must be provided.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property of this class.
  ///   - path2: A key path to a settable property of this class.
  ///   - path3: A key path to a settable property of this class.
  ///   - path4: A key path to a settable property of this class.
  ///   - path5: A key path to a settable property of this class.
  ///   - path6: A key path to a settable property of this class.
  ///   - path7: A key path to a settable property of this class.
  ///   - fileID: The file of the declaration, for error messages.
  ///   - line: The line of the declaration, for error messages.
  /// - Returns: A list to return from `requires`, or to join with others.
  @_alwaysEmitIntoClient @inline(__always)
  public static func requiring<A, B, C, D, E, F, G>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, C>,
    _ path4: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, D>,
    _ path5: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, E>,
    _ path6: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, F>,
    _ path7: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, G>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Requirements {
    return Requirements(
      .requires, SlotList.of(path1, path2, path3, path4) + .of(path5, path6, path7), fileID, line)
  }

  /// Lists eight properties that must be provided.
  ///
  /// - Parameters:
  ///   - path1: A key path to a settable property of this class.
  ///   - path2: A key path to a settable property of this class.
  ///   - path3: A key path to a settable property of this class.
  ///   - path4: A key path to a settable property of this class.
  ///   - path5: A key path to a settable property of this class.
  ///   - path6: A key path to a settable property of this class.
  ///   - path7: A key path to a settable property of this class.
  ///   - path8: A key path to a settable property of this class.
  ///   - fileID: The file of the declaration, for error messages.
  ///   - line: The line of the declaration, for error messages.
  /// - Returns: A list to return from `requires`, or to join with others.
  @_alwaysEmitIntoClient @inline(__always)
  public static func requiring<A, B, C, D, E, F, G, H>(
    _ path1: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, A>,
    _ path2: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, B>,
    _ path3: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, C>,
    _ path4: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, D>,
    _ path5: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, E>,
    _ path6: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, F>,
    _ path7: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, G>,
    _ path8: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, H>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Requirements {
    return Requirements(
      .requires, SlotList.of(path1, path2, path3, path4) + .of(path5, path6, path7, path8), fileID,
      line)
  }

  /// Lists one property that must be provided, with the name of its binding.
  ///
  /// A named request never falls back to the binding without a name.
  ///
  /// - Parameters:
  ///   - path: The key path to a settable property of this class.
  ///   - name: The name of the binding; nil for the binding without a name.
  ///   - fileID: The file of the declaration, for error messages.
  ///   - line: The line of the declaration, for error messages.
  /// - Returns: A list to return from `requires`, or to join with others.
  @_alwaysEmitIntoClient @inline(__always)
  public static func requiring<A>(
    _ path: @autoclosure @escaping () -> ReferenceWritableKeyPath<Self, A>, named name: Name?,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Requirements {
    return Requirements(.requires, SlotList.of(path), named: name, fileID, line)
  }
}
