// Calls that do not compile, with what to write instead. Without these overloads, the compiler
// complains about type parameters that it cannot infer. For a misspelled property, and for one of
// another class, its own messages are good; more overloads would spoil them.

extension Injectable {
  /// Not available: the injector has to be able to set the property.
  ///
  /// - Parameters:
  ///   - path: The key path to a constant, or to a property without a setter.
  ///   - name: The name of the binding.
  /// - Returns: Nothing; it does not compile.
  @available(
    *, unavailable,
    message:
      "an injected property has to be settable: declare it as 'var', with a setter that is accessible in its class"
  )
  public static func requiring<Value>(
    _ path: KeyPath<Self, Value>, named name: Name? = nil
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: the injector has to be able to set every property.
  ///
  /// - Parameters:
  ///   - path1: A key path.
  ///   - path2: A key path.
  ///   - others: More key paths.
  /// - Returns: Nothing; it does not compile.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "every injected property has to be settable: declare each as 'var', with a setter that is accessible in its class"
  )
  public static func requiring(
    _ path1: PartialKeyPath<Self>, _ path2: PartialKeyPath<Self>,
    _ others: PartialKeyPath<Self>...
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: a name belongs to one property.
  ///
  /// - Parameters:
  ///   - path1: A key path.
  ///   - path2: A key path.
  ///   - others: More key paths.
  ///   - name: The name of a binding.
  /// - Returns: Nothing; it does not compile.
  @available(
    *, unavailable,
    message:
      "a name belongs to one property: write requiring(\\.left, named: \"left\") + requiring(\\.right, named: \"right\")"
  )
  public static func requiring(
    _ path1: PartialKeyPath<Self>, _ path2: PartialKeyPath<Self>,
    _ others: PartialKeyPath<Self>..., named name: Name
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: one list has at most eight properties.
  ///
  /// - Parameters:
  ///   - path1: A key path.
  ///   - path2: A key path.
  ///   - path3: A key path.
  ///   - path4: A key path.
  ///   - path5: A key path.
  ///   - path6: A key path.
  ///   - path7: A key path.
  ///   - path8: A key path.
  ///   - path9: A key path.
  ///   - others: More key paths.
  /// - Returns: Nothing; it does not compile.
  @available(
    *, unavailable,
    message:
      "one list has at most eight properties: join lists with '+', requiring(…) + requiring(…)"
  )
  public static func requiring(
    _ path1: PartialKeyPath<Self>, _ path2: PartialKeyPath<Self>, _ path3: PartialKeyPath<Self>,
    _ path4: PartialKeyPath<Self>, _ path5: PartialKeyPath<Self>, _ path6: PartialKeyPath<Self>,
    _ path7: PartialKeyPath<Self>, _ path8: PartialKeyPath<Self>, _ path9: PartialKeyPath<Self>,
    _ others: PartialKeyPath<Self>...
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: the injector has to be able to set the property.
  ///
  /// - Parameters:
  ///   - path: The key path to a constant, or to a property without a setter.
  ///   - name: The name of the binding.
  /// - Returns: Nothing; it does not compile.
  @available(
    *, unavailable,
    message:
      "an injected property has to be settable: declare it as 'var', with a setter that is accessible in its class"
  )
  public static func accepting<Value>(
    _ path: KeyPath<Self, Value>, named name: Name? = nil
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: the injector has to be able to set every property.
  ///
  /// - Parameters:
  ///   - path1: A key path.
  ///   - path2: A key path.
  ///   - others: More key paths.
  /// - Returns: Nothing; it does not compile.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "every injected property has to be settable: declare each as 'var', with a setter that is accessible in its class"
  )
  public static func accepting(
    _ path1: PartialKeyPath<Self>, _ path2: PartialKeyPath<Self>,
    _ others: PartialKeyPath<Self>...
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: a name belongs to one property.
  ///
  /// - Parameters:
  ///   - path1: A key path.
  ///   - path2: A key path.
  ///   - others: More key paths.
  ///   - name: The name of a binding.
  /// - Returns: Nothing; it does not compile.
  @available(
    *, unavailable,
    message:
      "a name belongs to one property: write accepting(\\.left, named: \"left\") + accepting(\\.right, named: \"right\")"
  )
  public static func accepting(
    _ path1: PartialKeyPath<Self>, _ path2: PartialKeyPath<Self>,
    _ others: PartialKeyPath<Self>..., named name: Name
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: one list has at most eight properties.
  ///
  /// - Parameters:
  ///   - path1: A key path.
  ///   - path2: A key path.
  ///   - path3: A key path.
  ///   - path4: A key path.
  ///   - path5: A key path.
  ///   - path6: A key path.
  ///   - path7: A key path.
  ///   - path8: A key path.
  ///   - path9: A key path.
  ///   - others: More key paths.
  /// - Returns: Nothing; it does not compile.
  @available(
    *, unavailable,
    message:
      "one list has at most eight properties: join lists with '+', accepting(…) + accepting(…)"
  )
  public static func accepting(
    _ path1: PartialKeyPath<Self>, _ path2: PartialKeyPath<Self>, _ path3: PartialKeyPath<Self>,
    _ path4: PartialKeyPath<Self>, _ path5: PartialKeyPath<Self>, _ path6: PartialKeyPath<Self>,
    _ path7: PartialKeyPath<Self>, _ path8: PartialKeyPath<Self>, _ path9: PartialKeyPath<Self>,
    _ others: PartialKeyPath<Self>...
  ) -> Requirements { fatalError("unavailable") }
}
