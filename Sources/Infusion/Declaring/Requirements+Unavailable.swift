// Calls that do not compile, with what to write instead. Without these overloads, the compiler
// complains about type parameters that it cannot infer, or about types that it cannot convert.
//
// For a misspelled property, the compiler's own message is good. Of the overloads that do not fit, it
// explains the one that needs the smallest change, and asking for the root of a key path is a smaller
// one than a missing property. So the overloads for key paths of another class take parameter packs of
// objects: these cannot do without a root, and the compiler drops the overload. A pack in parentheses
// is a single parameter. The Optionals only rank the overloads: of two that are equally bad, the
// compiler explains neither; the one that wraps more comes later.

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
      "an injected property must be a 'var' whose setter its class can access, such as 'var engine: Engine!'; a superclass lists its own property if the setter is private"
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
      "every injected property must be a 'var' whose setter its class can access, such as 'var engine: Engine!'; look for a 'let' or a superclass's private setter in this list"
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
    _ others: PartialKeyPath<Self>..., named name: Name?
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

  /// Not available: a class lists its own properties.
  ///
  /// - Parameters:
  ///   - path: The key path to a property of another class.
  ///   - others: More key paths, each with its class.
  ///   - name: The name of the binding.
  /// - Returns: Nothing; it does not compile.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "this key path starts at another class: write requiring(\\.property), without a class name; for a property of a superclass, Superclass.requiring(\\.property); a property of another class belongs in the list of that class"
  )
  public static func requiring<each Other: AnyObject, each Further: AnyObject>(
    _ path: (repeat PartialKeyPath<each Other>)?, _ others: repeat PartialKeyPath<each Further>,
    named name: Name? = nil
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: a class lists its own properties.
  ///
  /// - Parameters:
  ///   - path1: The key path to a property of another class.
  ///   - path2: A key path.
  ///   - others: More key paths.
  /// - Returns: Nothing; it does not compile.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "this key path starts at another class: write requiring(\\.property), without a class name; for a property of a superclass, Superclass.requiring(\\.property); a property of another class belongs in the list of that class"
  )
  public static func requiring<each Other: AnyObject>(
    _ path1: (repeat PartialKeyPath<each Other>)??, _ path2: PartialKeyPath<Self>,
    _ others: PartialKeyPath<Self>...
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: a class lists its own properties.
  ///
  /// - Parameters:
  ///   - path1: A key path.
  ///   - path2: The key path to a property of another class.
  ///   - others: More key paths.
  /// - Returns: Nothing; it does not compile.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "this key path starts at another class: write requiring(\\.property), without a class name; for a property of a superclass, Superclass.requiring(\\.property); a property of another class belongs in the list of that class"
  )
  public static func requiring<each Other: AnyObject>(
    _ path1: PartialKeyPath<Self>, _ path2: (repeat PartialKeyPath<each Other>)???,
    _ others: PartialKeyPath<Self>...
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: a class lists its own properties.
  ///
  /// - Parameters:
  ///   - path1: A key path.
  ///   - path2: A key path.
  ///   - path3: The key path to a property of another class.
  ///   - others: More key paths.
  /// - Returns: Nothing; it does not compile.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "this key path starts at another class: write requiring(\\.property), without a class name; for a property of a superclass, Superclass.requiring(\\.property); a property of another class belongs in the list of that class"
  )
  public static func requiring<each Other: AnyObject>(
    _ path1: PartialKeyPath<Self>, _ path2: PartialKeyPath<Self>,
    _ path3: (repeat PartialKeyPath<each Other>)????,
    _ others: PartialKeyPath<Self>...
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: a class lists its own properties.
  ///
  /// - Parameters:
  ///   - path1: A key path.
  ///   - path2: A key path.
  ///   - path3: A key path.
  ///   - path4: The key path to a property of another class.
  ///   - others: More key paths.
  /// - Returns: Nothing; it does not compile.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "this key path starts at another class: write requiring(\\.property), without a class name; for a property of a superclass, Superclass.requiring(\\.property); a property of another class belongs in the list of that class"
  )
  public static func requiring<each Other: AnyObject>(
    _ path1: PartialKeyPath<Self>, _ path2: PartialKeyPath<Self>,
    _ path3: PartialKeyPath<Self>, _ path4: (repeat PartialKeyPath<each Other>)?????,
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
      "an injected property must be a 'var' whose setter its class can access, such as 'var engine: Engine!'; a superclass lists its own property if the setter is private"
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
      "every injected property must be a 'var' whose setter its class can access, such as 'var engine: Engine!'; look for a 'let' or a superclass's private setter in this list"
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
    _ others: PartialKeyPath<Self>..., named name: Name?
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

  /// Not available: a class lists its own properties.
  ///
  /// - Parameters:
  ///   - path: The key path to a property of another class.
  ///   - others: More key paths, each with its class.
  ///   - name: The name of the binding.
  /// - Returns: Nothing; it does not compile.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "this key path starts at another class: write accepting(\\.property), without a class name; for a property of a superclass, Superclass.accepting(\\.property); a property of another class belongs in the list of that class"
  )
  public static func accepting<each Other: AnyObject, each Further: AnyObject>(
    _ path: (repeat PartialKeyPath<each Other>)?, _ others: repeat PartialKeyPath<each Further>,
    named name: Name? = nil
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: a class lists its own properties.
  ///
  /// - Parameters:
  ///   - path1: The key path to a property of another class.
  ///   - path2: A key path.
  ///   - others: More key paths.
  /// - Returns: Nothing; it does not compile.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "this key path starts at another class: write accepting(\\.property), without a class name; for a property of a superclass, Superclass.accepting(\\.property); a property of another class belongs in the list of that class"
  )
  public static func accepting<each Other: AnyObject>(
    _ path1: (repeat PartialKeyPath<each Other>)??, _ path2: PartialKeyPath<Self>,
    _ others: PartialKeyPath<Self>...
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: a class lists its own properties.
  ///
  /// - Parameters:
  ///   - path1: A key path.
  ///   - path2: The key path to a property of another class.
  ///   - others: More key paths.
  /// - Returns: Nothing; it does not compile.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "this key path starts at another class: write accepting(\\.property), without a class name; for a property of a superclass, Superclass.accepting(\\.property); a property of another class belongs in the list of that class"
  )
  public static func accepting<each Other: AnyObject>(
    _ path1: PartialKeyPath<Self>, _ path2: (repeat PartialKeyPath<each Other>)???,
    _ others: PartialKeyPath<Self>...
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: a class lists its own properties.
  ///
  /// - Parameters:
  ///   - path1: A key path.
  ///   - path2: A key path.
  ///   - path3: The key path to a property of another class.
  ///   - others: More key paths.
  /// - Returns: Nothing; it does not compile.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "this key path starts at another class: write accepting(\\.property), without a class name; for a property of a superclass, Superclass.accepting(\\.property); a property of another class belongs in the list of that class"
  )
  public static func accepting<each Other: AnyObject>(
    _ path1: PartialKeyPath<Self>, _ path2: PartialKeyPath<Self>,
    _ path3: (repeat PartialKeyPath<each Other>)????,
    _ others: PartialKeyPath<Self>...
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: a class lists its own properties.
  ///
  /// - Parameters:
  ///   - path1: A key path.
  ///   - path2: A key path.
  ///   - path3: A key path.
  ///   - path4: The key path to a property of another class.
  ///   - others: More key paths.
  /// - Returns: Nothing; it does not compile.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "this key path starts at another class: write accepting(\\.property), without a class name; for a property of a superclass, Superclass.accepting(\\.property); a property of another class belongs in the list of that class"
  )
  public static func accepting<each Other: AnyObject>(
    _ path1: PartialKeyPath<Self>, _ path2: PartialKeyPath<Self>,
    _ path3: PartialKeyPath<Self>, _ path4: (repeat PartialKeyPath<each Other>)?????,
    _ others: PartialKeyPath<Self>...
  ) -> Requirements { fatalError("unavailable") }
}
