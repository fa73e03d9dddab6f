// Calls that do not compile, with what to write instead. Without these overloads, the compiler
// complains about type parameters that it cannot infer, or about types that it cannot convert.
//
// For a misspelled property, the compiler's own message is good. Of the overloads that do not fit, it
// explains the one that needs the smallest change, and asking for the root of a key path is a smaller
// one than a missing property. So the overloads for key paths of another class take parameter packs of
// objects: these cannot do without a root, and the compiler drops the overload. A pack in parentheses
// is a single parameter. The Optionals only rank the overloads: of two that are equally bad, the
// compiler explains neither; the one that wraps more comes later.

@available(
  *, unavailable,
  message:
    "an injected property must be a 'var' whose setter its class can access, such as 'var engine: Engine!'; a superclass lists its own property if the setter is private"
)
extension Injectable {
  /// Not available: the injector has to be able to set the property.
  public static func requiring<Value>(
    _ path: KeyPath<Self, Value>, named name: Name? = nil
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: the injector has to be able to set the property.
  public static func accepting<Value>(
    _ path: KeyPath<Self, Value>, named name: Name? = nil
  ) -> Requirements { fatalError("unavailable") }
}

@available(
  *, unavailable,
  message:
    "every injected property must be a 'var' whose setter its class can access, such as 'var engine: Engine!'; look for a 'let' or a superclass's private setter in this list"
)
extension Injectable {
  /// Not available: the injector has to be able to set every property.
  @_disfavoredOverload
  public static func requiring(
    _ path1: PartialKeyPath<Self>, _ path2: PartialKeyPath<Self>,
    _ others: PartialKeyPath<Self>...
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: the injector has to be able to set every property.
  @_disfavoredOverload
  public static func accepting(
    _ path1: PartialKeyPath<Self>, _ path2: PartialKeyPath<Self>,
    _ others: PartialKeyPath<Self>...
  ) -> Requirements { fatalError("unavailable") }
}

@available(
  *, unavailable,
  message:
    "this key path starts at another class: write requiring(\\.property), without a class name; for a property of a superclass, Superclass.requiring(\\.property); a property of another class belongs in the list of that class"
)
extension Injectable {
  /// Not available: a class lists its own properties.
  @_disfavoredOverload
  public static func requiring<each Other: AnyObject, each Further: AnyObject>(
    _ path: (repeat PartialKeyPath<each Other>)?, _ others: repeat PartialKeyPath<each Further>,
    named name: Name? = nil
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: a class lists its own properties.
  @_disfavoredOverload
  public static func requiring<each Other: AnyObject>(
    _ path1: (repeat PartialKeyPath<each Other>)??, _ path2: PartialKeyPath<Self>,
    _ others: PartialKeyPath<Self>...
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: a class lists its own properties.
  @_disfavoredOverload
  public static func requiring<each Other: AnyObject>(
    _ path1: PartialKeyPath<Self>, _ path2: (repeat PartialKeyPath<each Other>)???,
    _ others: PartialKeyPath<Self>...
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: a class lists its own properties.
  @_disfavoredOverload
  public static func requiring<each Other: AnyObject>(
    _ path1: PartialKeyPath<Self>, _ path2: PartialKeyPath<Self>,
    _ path3: (repeat PartialKeyPath<each Other>)????,
    _ others: PartialKeyPath<Self>...
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: a class lists its own properties.
  @_disfavoredOverload
  public static func requiring<each Other: AnyObject>(
    _ path1: PartialKeyPath<Self>, _ path2: PartialKeyPath<Self>,
    _ path3: PartialKeyPath<Self>, _ path4: (repeat PartialKeyPath<each Other>)?????,
    _ others: PartialKeyPath<Self>...
  ) -> Requirements { fatalError("unavailable") }
}

@available(
  *, unavailable,
  message:
    "this key path starts at another class: write accepting(\\.property), without a class name; for a property of a superclass, Superclass.accepting(\\.property); a property of another class belongs in the list of that class"
)
extension Injectable {
  /// Not available: a class lists its own properties.
  @_disfavoredOverload
  public static func accepting<each Other: AnyObject, each Further: AnyObject>(
    _ path: (repeat PartialKeyPath<each Other>)?, _ others: repeat PartialKeyPath<each Further>,
    named name: Name? = nil
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: a class lists its own properties.
  @_disfavoredOverload
  public static func accepting<each Other: AnyObject>(
    _ path1: (repeat PartialKeyPath<each Other>)??, _ path2: PartialKeyPath<Self>,
    _ others: PartialKeyPath<Self>...
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: a class lists its own properties.
  @_disfavoredOverload
  public static func accepting<each Other: AnyObject>(
    _ path1: PartialKeyPath<Self>, _ path2: (repeat PartialKeyPath<each Other>)???,
    _ others: PartialKeyPath<Self>...
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: a class lists its own properties.
  @_disfavoredOverload
  public static func accepting<each Other: AnyObject>(
    _ path1: PartialKeyPath<Self>, _ path2: PartialKeyPath<Self>,
    _ path3: (repeat PartialKeyPath<each Other>)????,
    _ others: PartialKeyPath<Self>...
  ) -> Requirements { fatalError("unavailable") }

  /// Not available: a class lists its own properties.
  @_disfavoredOverload
  public static func accepting<each Other: AnyObject>(
    _ path1: PartialKeyPath<Self>, _ path2: PartialKeyPath<Self>,
    _ path3: PartialKeyPath<Self>, _ path4: (repeat PartialKeyPath<each Other>)?????,
    _ others: PartialKeyPath<Self>...
  ) -> Requirements { fatalError("unavailable") }
}

extension Injectable {
  /// Not available: a name belongs to one property.
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

  /// Not available: a name belongs to one property.
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
