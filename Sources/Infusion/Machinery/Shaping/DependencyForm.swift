/// A type that wraps the type of a dependency: `Optional`, `Array`, `Lazy`, `Provider`.
///
/// The cast `as? any DependencyForm.Type` reaches it from a metatype, so a value type alone is
/// enough to make nested wrappers.
protocol DependencyForm {
  static func makeSource(named name: Name?, in snapshot: Snapshot) -> Source
}

/// A handle that requests its value later: `Lazy` and `Provider`.
protocol DeferredHandle: DependencyForm {
  associatedtype Value

  init(requesting request: DeferredRequest)
}

/// `Optional`, seen from a metatype.
protocol OptionalForm: DependencyForm {
  /// The key's type: the wrapped one.
  static var wrappedType: Any.Type { get }

  /// Makes a source that provides the values of a cell as optionals of this type.
  static func makeSource(over cell: Cell) -> Source

  /// Turns a recipe for optionals into one that provides the wrapped value or nothing.
  static func unwrap(_ recipe: Recipe) -> Recipe

  var isAbsent: Bool { get }

  /// `nil`, as the Optional type that the caller knows by another name.
  static func absent<Value>(as type: Value.Type) -> Value
}

/// `Array`, seen from a metatype.
protocol CollectionForm {
  static var elementType: Any.Type { get }

  /// Makes the recipe that collects the contributions.
  static func makeCollectionRecipe() -> Recipe
}

extension Optional: DependencyForm, OptionalForm {
  static func makeSource(named name: Name?, in snapshot: Snapshot) -> Source {
    OptionalSource(Wrapped.self, snapshot.source(of: Wrapped.self, named: name))
  }

  static func makeSource(over cell: Cell) -> Source {
    OptionalSource(Wrapped.self, .of(Wrapped.self, over: cell))
  }

  static var wrappedType: Any.Type {
    optionalForm(of: Wrapped.self)?.wrappedType ?? Wrapped.self
  }

  static func unwrap(_ recipe: Recipe) -> Recipe {
    let unwrapped = unsafe UnwrappingRecipe(unsafeDowncast(recipe, to: TypedRecipe<Wrapped?>.self))
    return optionalForm(of: Wrapped.self)?.unwrap(unwrapped) ?? unwrapped
  }

  var isAbsent: Bool { self == nil }

  static func absent<Value>(as type: Value.Type) -> Value {
    guard let none = Wrapped?.none as? Value else {
      fatalError("\(type) is not \(Self.self)")
    }
    return none
  }
}

extension Array: CollectionForm {
  static var elementType: Any.Type { Element.self }

  static func makeCollectionRecipe() -> Recipe { CollectionRecipe<Element>() }
}

extension DeferredHandle {
  static func makeSource(named name: Name?, in snapshot: Snapshot) -> Source {
    DeferredSource<Self>(named: name, in: snapshot)
  }
}

extension Lazy: DeferredHandle {}
extension Provider: DeferredHandle {}

/// A type as an Optional, if it is one.
///
/// The function looks at the kind of the type first: a search for a conformance takes a hundred
/// times as long.
func optionalForm(of type: Any.Type) -> (any OptionalForm.Type)? {
  TypeRepresentation.isOptional(type)
    ? Conformances.cast(type, type as? any OptionalForm.Type) : nil
}

extension Key {
  /// The key that a request for a type looks up: the wrapped type of an Optional.
  package static func looking(for type: Any.Type, named name: Name?) -> Key {
    Key(optionalForm(of: type)?.wrappedType ?? type, named: name)
  }

  /// The key of the contributions to a collection; nil for a type that is none.
  var ofElements: Key? {
    (type as? any CollectionForm.Type).map { Key.looking(for: $0.elementType, named: name) }
  }
}
