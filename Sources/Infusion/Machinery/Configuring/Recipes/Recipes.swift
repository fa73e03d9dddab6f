// The small recipes: each is one form of `to`.

/// Hands out an object or value that exists already.
final class InstanceRecipe<Value>: Recipe {
  private let value: Value

  init(_ value: Value) {
    self.value = value
    super.init(of: Value.self, .instance)
  }

  override var instances: [AnyObject] { containedObjects(value) }

  override var instanceIsolation: ClassIsolation? { .using(value) }

  override var isOfPlainValue: Bool { OptionalObject(value).isPlain }

  override func make(
    _ ingredients: Ingredients, into memory: UnsafeMutableRawPointer
  ) throws -> Bool {
    unsafe memory.initializeMemory(as: Value.self, to: value)
    return true
  }
}

/// Hands out an existing object as long as something else holds it.
///
/// The weak reference is in a class, because Swift 6.3 mistakes weak references in structs.
final class WeakInstanceRecipe: Recipe {
  private weak let object: AnyObject?
  private let isPlain: Bool
  private let isolation: ClassIsolation?

  init<Value>(_ value: Value) {
    isolation = .using(value)
    let found = OptionalObject(value)
    (object, isPlain) = (found.object, found.isPlain)
    super.init(of: Value.self, .weakInstance)
  }

  override var isOfPlainValue: Bool { isPlain }

  override var isEmpty: Bool { object == nil }

  override var instances: [AnyObject] { object.map { [$0] } ?? [] }

  override var instanceIsolation: ClassIsolation? { isolation }

  override func make(
    _ ingredients: Ingredients, into memory: UnsafeMutableRawPointer
  ) throws -> Bool {
    guard let object else { return false }
    return unsafe initialize(memory, withAny: object)
  }
}

/// What can be held weakly of a value, which may be an Optional.
private struct OptionalObject {
  /// The object that the value is, or that the Optional holds.
  let object: AnyObject?
  /// Whether the value is neither an object nor nil.
  let isPlain: Bool

  init<Value>(_ value: Value) {
    let form = TypeRepresentation.isOptional(Value.self) ? value as? any OptionalForm : nil
    let wrapped = form?.optional
    object = wrapped.flatMap { objectReference($0) } ?? objectReference(value)
    isPlain = object == nil && (form == nil || wrapped != nil)
  }
}

/// The object of a class, which the class's own binding makes, injects and keeps.
@usableFromInline
@safe final class LinkRecipe: Recipe {
  /// Initializes memory with an object of the class, seen as a value of the recipe's type.
  @usableFromInline
  typealias Upcast = (AnyObject, UnsafeMutableRawPointer) -> Void

  private let target: Key
  private let upcast: Upcast

  /// The client's compiler wraps the user's closure, whose types it knows.
  @inlinable
  convenience init<Target: AnyObject, Value>(
    to type: Target.Type, named name: Name?, _ upcast: @escaping (Target) -> Value
  ) {
    unsafe self.init(of: Value.self, toClass: type, named: name) { object, memory in
      unsafe memory.initializeMemory(
        as: Value.self, to: upcast(unsafeDowncast(object, to: Target.self)))
    }
  }

  @usableFromInline
  init(
    of valueType: Any.Type, toClass type: AnyClass, named name: Name?, _ upcast: @escaping Upcast
  ) {
    target = Key(type, named: name)
    unsafe self.upcast = unsafe upcast
    super.init(of: valueType, .link)
  }

  override var linkedKey: Key? { target }

  override func needs(for key: Key) -> [Requirement] {
    [Requirement(.link(from: key), of: target.type, name: target.name)]
  }

  override func make(
    _ ingredients: Ingredients, into memory: UnsafeMutableRawPointer
  ) throws -> Bool {
    // Where the class's own binding provides nothing, the engine has written a zero.
    if unsafe ingredients.memory.load(as: UInt.self) == 0 { return false }
    return unsafe pass(from: ingredients.memory, into: memory)
  }

  override var passesInPlace: Bool {
    let (link, target) = (layout(), ValueLayout(of: AnyObject.self))
    return link.size >= target.size && link.alignment >= target.alignment
  }

  override func pass(
    from linked: UnsafeMutableRawPointer, into memory: UnsafeMutableRawPointer
  ) -> Bool {
    unsafe upcast(linked.assumingMemoryBound(to: AnyObject.self).move(), memory)
    return true
  }
}

/// Collects the contributed values, in the order of their bindings; a child's follow its parent's.
///
/// Generic in the array, not in its elements: Swift would search for the type of the array each time.
final class CollectionRecipe<Elements: RangeReplaceableCollection>: Recipe {
  init() { super.init(of: Elements.self, .collection) }

  override var acceptedArguments: [Any.Type]? { [] }

  override func needs(for key: Key) -> [Requirement] {
    [Requirement(.contribution(to: key), of: Elements.Element.self, isOptional: true)]
  }

  override func make(
    _ ingredients: Ingredients, into memory: UnsafeMutableRawPointer
  ) throws -> Bool {
    let list = ingredients.dependencies.object
    var elements = Elements()
    elements.reserveCapacity(list.dependencies.count)
    for index in list.dependencies.indices
    where unsafe list.isPresent(index, in: ingredients.memory) {
      let place = unsafe ingredients.memory + list.steps[index].offset
      unsafe elements.append(place.assumingMemoryBound(to: Elements.Element.self).move())
    }
    unsafe memory.initializeMemory(as: Elements.self, to: elements)
    return true
  }
}

extension CollectionForm {
  /// Makes the recipe that collects the contributions.
  static func makeRecipe() -> Recipe { CollectionRecipe<Self>() }
}

/// A recipe for optionals, seen as one that provides the wrapped value or nothing.
final class UnwrappingRecipe<Value>: Recipe {
  private let inner: Recipe

  init(_ inner: Recipe) {
    self.inner = inner
    super.init(of: Value.self, inner.kind, asksFreely: inner.asksFreely)
  }

  override var instances: [AnyObject] { inner.instances }
  override var instanceIsolation: ClassIsolation? { inner.instanceIsolation }
  override var isOfPlainValue: Bool { inner.isOfPlainValue }
  override var isEmpty: Bool { inner.isEmpty }
  override var linkedKey: Key? { inner.linkedKey }
  override var asynchronous: AwaitedClosure? { inner.asynchronous }
  override var acceptedArguments: [Any.Type]? { inner.acceptedArguments }
  override var requiredArguments: [Any.Type] { inner.requiredArguments }

  override func needs(for key: Key) throws(InjectionError) -> [Requirement] {
    try inner.needs(for: key)
  }

  override func make(
    _ ingredients: Ingredients, into memory: UnsafeMutableRawPointer
  ) throws -> Bool {
    try unsafe unwrapping(into: memory) { try unsafe inner.make(ingredients, into: $0) }
  }

  override func pass(
    from linked: UnsafeMutableRawPointer, into memory: UnsafeMutableRawPointer
  ) -> Bool {
    unsafe unwrapping(into: memory) { unsafe inner.pass(from: linked, into: $0) }
  }

  /// Makes an optional in memory of its own, and moves the value out of it if there is one.
  private func unwrapping(
    into memory: UnsafeMutableRawPointer, _ make: (UnsafeMutableRawPointer) throws -> Bool
  ) rethrows -> Bool {
    try unsafe withUnsafeTemporaryAllocation(of: Value?.self, capacity: 1) { buffer in
      guard let start = buffer.baseAddress, try unsafe make(UnsafeMutableRawPointer(start)),
        let value = unsafe start.move()
      else { return false }
      unsafe memory.initializeMemory(as: Value.self, to: value)
      return true
    }
  }
}

extension OptionalForm {
  /// Turns a recipe for optionals into one that provides the wrapped value or nothing.
  static func unwrap(_ recipe: Recipe) -> Recipe {
    let unwrapped = UnwrappingRecipe<Wrapped>(recipe)
    return optionalForm(of: Wrapped.self)?.unwrap(unwrapped) ?? unwrapped
  }
}
