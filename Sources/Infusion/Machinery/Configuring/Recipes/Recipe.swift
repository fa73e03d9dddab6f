/// A closure that makes a value, whose type it knows, and initializes memory with it.
@usableFromInline
typealias Maker = (Injector, UnsafeMutableRawPointer) throws -> Void

/// The way to make the value of a binding.
///
/// A recipe is immutable once the module that declared it is configured. One resolution runs the
/// user code in a recipe, on its own thread, without a lock.
@usableFromInline
class Recipe {
  /// The ingredients that a recipe may use while it makes a value.
  ///
  /// They are plain words, because the binding and its links live as long as the request.
  @safe struct Ingredients {
    let binding: Unretained<ActiveBinding>
    /// The resolved parameters, side by side in the memory.
    let dependencies: Unretained<DependencyList>
    let memory: UnsafeMutableRawPointer
    /// Whether the request has arguments.
    let hasArguments: Bool
    /// The position of the frame that makes the value.
    let position: Int

    var injector: Injector { binding.with { $0.injector.object } }
    var key: Key { binding.object.key }

    var arguments: Arguments {
      hasArguments ? Resolution.current.frames.argumentsOfTop : .none
    }

    /// The point that makes the request; it is computed only for a recipe that reads it.
    var point: InjectionPoint { Resolution.current.frames.injectionPoint(above: position) }

    /// The owner of that point.
    var owner: Any.Type? { Resolution.current.frames.ownerOfInjectionPoint(above: position) }
  }

  final let valueType: Any.Type
  final let kind: RecipeKind
  /// Whether user code receives the injector and may ask it for anything, without saying what.
  final let asksFreely: Bool
  /// Whether the recipe makes values on the main actor only, whatever the binding says.
  final let requiresMainActor: Bool
  /// Whether the injector resolves what the closure uses, and passes it to the closure.
  final var receivesUses = false

  init(
    of valueType: Any.Type, _ kind: RecipeKind, asksFreely: Bool = false,
    requiresMainActor: Bool = false
  ) {
    self.valueType = valueType
    self.kind = kind
    self.asksFreely = asksFreely
    self.requiresMainActor = requiresMainActor
  }

  /// The keys that the closure uses; nil when it has not declared them.
  ///
  /// The validation, the graph and the preparation read them. For a closure that does not receive their
  /// values, nothing is resolved before it asks.
  final var uses: [Key]?

  /// Whether user code may ask for what nothing declares.
  final var asksForUndeclared: Bool { asksFreely && uses == nil }

  /// Whether the values are injected and awoken, unless the binding says `asIs()`.
  final var injectsResult: Bool { kind != .weakInstance && !passesOn }

  /// Whether the value is that of another binding, which receives the arguments of the request.
  final var isLink: Bool { kind == .link }

  /// Whether the recipe only passes on what others make.
  final var passesOn: Bool { kind == .link || kind == .collection }

  /// Whether a link does nothing but ``pass(from:into:)``, for which the memory of the linked object
  /// and of the value may be the same.
  var passesInPlace: Bool { false }

  /// Moves the linked object out of memory, and initializes memory with it as a value of this type;
  /// false when the value is nothing.
  func pass(from linked: UnsafeMutableRawPointer, into memory: UnsafeMutableRawPointer) -> Bool {
    fatalError("\(Self.self) is no link")
  }

  /// The key that a link leads to.
  var linkedKey: Key? { nil }

  /// The object that is handed out unchanged, if the recipe has one; an array is none.
  final var instance: AnyObject? {
    TypeRepresentation(of: valueType) == .plain ? nil : instances.first
  }

  /// The objects that are handed out unchanged: several in an array.
  var instances: [AnyObject] { [] }

  /// The isolation of a value that exists already, as far as the value itself shows it.
  var instanceIsolation: ClassIsolation? { nil }

  /// Whether the recipe has received the value that it hands out, and that is no object.
  var isOfPlainValue: Bool { false }

  /// Whether the recipe provides nothing at present, whatever asks for it.
  var isEmpty: Bool { kind == .nothing }

  /// The closure to await, if the recipe makes its value in that way.
  var asynchronous: AwaitedClosure? { nil }

  /// Makes a value from the injector alone, if the recipe needs nothing else.
  ///
  /// It always initializes the memory with a value of ``valueType``, and never provides nothing.
  var maker: Maker? { nil }

  /// The types of all parameters that take arguments; nil if arguments mean nothing to the recipe.
  var acceptedArguments: [Any.Type]? { nil }

  /// The types of the arguments without which no value can be made.
  var requiredArguments: [Any.Type] { [] }

  /// The errors in the recipe that can be found without making anything; ``needs(for:)``
  /// checks the parameters.
  func mistakes(for key: Key) -> [InjectionError] { [] }

  /// The values to resolve before `make`, for a binding of a key; one requirement is for all values
  /// that are contributed to a collection.
  func needs(for key: Key) throws(InjectionError) -> [Requirement] { [] }

  /// Initializes the memory with a new value; false when the recipe provides nothing, and the
  /// memory is as it was.
  ///
  /// It takes over the resolved parameters, and moves them out even when it throws. A recipe that is
  /// no more than this class provides nothing at all.
  func make(_ ingredients: Ingredients, into memory: UnsafeMutableRawPointer) throws -> Bool {
    false
  }

  // MARK: - Values

  final func layout() -> ValueLayout { ValueLayout(of: valueType) }

  final func copy(_ value: UnsafeMutableRawPointer, into memory: UnsafeMutableRawPointer) {
    func copy<Value>(_ type: Value.Type) {
      unsafe memory.initializeMemory(
        as: type, to: value.assumingMemoryBound(to: type).pointee)
    }
    _openExistential(valueType, do: copy)
  }

  final func object(in memory: UnsafeMutableRawPointer) -> AnyObject? {
    func object<Value>(_ type: Value.Type) -> AnyObject? {
      unsafe objectReference(memory.assumingMemoryBound(to: type).pointee)
    }
    return _openExistential(valueType, do: object)
  }

  final func objects(in memory: UnsafeMutableRawPointer) -> [AnyObject] {
    func objects<Value>(_ type: Value.Type) -> [AnyObject] {
      unsafe containedObjects(memory.assumingMemoryBound(to: type).pointee)
    }
    return _openExistential(valueType, do: objects)
  }

  final func box(_ memory: UnsafeMutableRawPointer) -> InstanceBox {
    func box<Value>(_ type: Value.Type) -> InstanceBox {
      unsafe TypedBox(memory.assumingMemoryBound(to: type).pointee)
    }
    return _openExistential(valueType, do: box)
  }

  /// Initializes the memory with a value, if it is of this type.
  final func initialize(_ memory: UnsafeMutableRawPointer, withAny value: Any) -> Bool {
    // A cast takes half of the time of a request, and the types are almost always the same.
    func copy<Stored>(_ stored: Stored) -> Bool {
      guard Stored.self == valueType else { return false }
      unsafe memory.initializeMemory(as: Stored.self, to: stored)
      return true
    }
    func cast<Value>(to type: Value.Type) -> Bool {
      guard let value = value as? Value else { return false }
      unsafe memory.initializeMemory(as: type, to: value)
      return true
    }
    return _openExistential(value, do: copy) || _openExistential(valueType, do: cast)
  }
}

/// The kinds of recipe.
@usableFromInline
enum RecipeKind: Sendable {
  case asynchronous
  case closure
  case constructor
  case instance
  case weakInstance
  case link
  case provider
  case nothing
  case onDemand
  case collection
  case injector

  /// Whether a value is made for a request, or was bound.
  var makesValues: Bool { self != .weakInstance && self != .nothing }
}

/// The object that a value is, or nil for values that are not instances of classes.
@inlinable
func objectReference<Value>(_ value: Value) -> AnyObject? {
  if Value.self is AnyClass {
    return unsafe unsafeBitCast(value, to: AnyObject.self)
  }
  return objectInside(value)
}

/// The object that a value of a type that is no class holds.
@usableFromInline
func objectInside<Value>(_ value: Value) -> AnyObject? {
  // In a generic context the erasure to Any is what makes `type(of:)` look inside an existential.
  let erased: Any = value
  return type(of: erased) is AnyClass ? dynamicCast(erased, to: AnyObject.self) : nil
}

/// Casts at run time, whatever the compiler knows: a conversion to `AnyObject` with `as` would take
/// the box of an `any Error` for the object in it.
private func dynamicCast<Target>(_ value: Any, to type: Target.Type) -> Target? { value as? Target }

/// The objects that a value is or holds; for an optional or an array, the objects of its elements.
func containedObjects<Value>(_ value: Value) -> [AnyObject] {
  if let object = objectReference(value) { return [object] }
  return (value as? any ObjectContainer)?.containedObjects ?? []
}

/// A value that contains others: `Optional`, `Array`.
protocol ObjectContainer {
  var containedObjects: [AnyObject] { get }
}

extension Optional: ObjectContainer {
  var containedObjects: [AnyObject] { map { Infusion.containedObjects($0) } ?? [] }
}

extension Array: ObjectContainer {
  var containedObjects: [AnyObject] { flatMap { Infusion.containedObjects($0) } }
}
