/// `Optional`, seen from a metatype.
protocol OptionalForm {
  associatedtype Wrapped

  /// The value itself, as a type that the compiler knows.
  var optional: Wrapped? { get }

  /// `nil`, as the Optional type that the caller knows by another name.
  static func absent<Value>(as type: Value.Type) -> Value
}

/// `Array`, seen from a metatype.
protocol CollectionForm: RangeReplaceableCollection, WrapperForm {}

extension Optional: OptionalForm {
  var optional: Wrapped? { self }

  static func absent<Value>(as type: Value.Type) -> Value {
    guard let none = Wrapped?.none as? Value else {
      fatalError("\(type) is not \(Self.self)")
    }
    return none
  }
}

extension Array: CollectionForm {}

/// A type as an Optional, if it is one.
///
/// The function looks at the kind of the type first: a search for a conformance takes a hundred
/// times as long.
func optionalForm(of type: Any.Type) -> (any OptionalForm.Type)? {
  TypeRepresentation.isOptional(type)
    ? Conformances.present.cast(type, type as? any OptionalForm.Type) : nil
}

/// The type inside all Optionals and arrays; the type itself if it is neither.
func innermostElement(of type: Any.Type) -> Any.Type {
  var type: Any.Type = TypeRepresentation.unwrapped(type)
  while MetadataLayout.mayBeGeneric(type), let array = type as? any CollectionForm.Type {
    type = TypeRepresentation.unwrapped(array.innerType)
  }
  return type
}

extension Key {
  /// The key that a request for a type looks up: that of the type inside all Optionals.
  package static func looking(for type: Any.Type, named name: consuming Name?) -> Key {
    Key(TypeRepresentation.unwrapped(type), named: name)
  }

  /// The key of the collection of values of a key.
  var ofCollection: Key {
    func array<Element>(_ type: Element.Type) -> Any.Type { [Element].self }
    return Key(_openExistential(type, do: array), named: name)
  }

  /// The key of the contributions to a collection; nil for a type that is none.
  var ofElements: Key? {
    Conformances.present.cast(type, type as? any CollectionForm.Type).map {
      Key.looking(for: $0.innerType, named: name)
    }
  }
}
