/// The properties that a class requires, each with its name, its optionality and its source
/// location.
///
/// Create a list with ``Injectable/requiring(_:fileID:line:)``,
/// ``Injectable/accepting(_:fileID:line:)`` and ``Injectable/excluding(_:)``. The compiler checks
/// them: a `let`, a get-only property and a property of another class do not compile. Join lists
/// with `+`. An array literal of key paths is a list, too.
///
/// ```swift
/// class Car: Injectable {
///   var engine: (any Engine)!
///   var radio: Radio?
///   class var requires: Requirements { requiring(\.engine) + accepting(\.radio) }
/// }
/// class SportsCar: Car {
///   var turbo: Turbo!
///   override class var requires: Requirements { requiring(\.turbo) }
/// }
/// ```
///
/// To list an inherited property again, a subclass calls the method on the class that declares the
/// property: `Car.requiring(\.engine, named: "turbo")`. To withdraw one, it calls
/// `Car.excluding(\.radio)`.
///
/// - Important: If a subclass lists the property with its own `requiring(\.engine)`, the key path
///   has another root. It differs from that of the superclass and counts as a second requirement,
///   even if the subclass overrides `engine`.
///
/// Not `Sendable`: write `static var requires: Requirements { … }`, not `static let`.
public struct Requirements: ExpressibleByArrayLiteral {
  var elements: [RequirementElement]

  init(elements: [RequirementElement]) {
    self.elements = elements
  }

  /// The properties of a call of `requiring` or `accepting`.
  @_alwaysEmitIntoClient @inline(__always)
  init(
    _ kind: RequirementElement.Kind, _ slots: SlotList, _ fileID: StaticString, _ line: UInt
  ) {
    self.init(kind, slots, FileLiteral(fileID), line)
  }

  @usableFromInline
  init(_ kind: RequirementElement.Kind, _ slots: SlotList, _ file: FileLiteral, _ line: UInt) {
    elements = slots.elements(kind, at: file.location(line), named: nil)
  }

  @usableFromInline
  init(
    _ kind: RequirementElement.Kind, _ slots: SlotList, named name: Name?, _ fileID: StaticString,
    _ line: UInt
  ) {
    elements = slots.elements(kind, at: FileLiteral(fileID).location(line), named: name)
  }

  /// Creates a list of plain key paths, without names and without source locations.
  ///
  /// - Parameter elements: Key paths of the class or its superclasses.
  public init(arrayLiteral elements: AnyKeyPath...) {
    self = elements.requirements
  }

  /// Joins two lists.
  ///
  /// - Parameters:
  ///   - left: The requirements that come first.
  ///   - right: The requirements that follow.
  /// - Returns: Both lists in order.
  public static func + (left: Requirements, right: Requirements) -> Requirements {
    Requirements(elements: left.elements + right.elements)
  }
}

/// A type that can list the properties to inject.
///
/// `[PartialKeyPath<Class>]`, `[AnyKeyPath]` and ``Requirements`` conform. Do not conform types of
/// your own.
public protocol RequirementList {
  /// The list in the form that the injector works with.
  var requirements: Requirements { get }
}

/// An array of key paths is a ``RequirementList``.
extension Array: RequirementList where Element: AnyKeyPath {
  /// The key paths as requirements without a name and without a source location.
  public var requirements: Requirements {
    Requirements(elements: map { RequirementElement(keyPath: $0) })
  }
}

extension Requirements: RequirementList {
  /// The list itself.
  public var requirements: Requirements { self }
}

/// A list of properties to inject, each with the name of its binding.
///
/// `KeyValuePairs` from ``Name`` to key paths conforms. Do not conform types of your own.
public protocol NamedRequirementList {
  /// The list in the form that the injector works with.
  var requirements: Requirements { get }
}

/// Pairs of names and key paths are a ``NamedRequirementList``.
extension KeyValuePairs: NamedRequirementList where Key == Name, Value: AnyKeyPath {
  /// The pairs as named requirements without a source location.
  public var requirements: Requirements {
    Requirements(elements: map { RequirementElement(keyPath: $0.value, name: $0.key) })
  }
}

extension Injectable {
  /// Withdraws a property that a superclass lists.
  ///
  /// Call it on the class that declares the property, so that the key paths are equal:
  ///
  /// ```swift
  /// class Car: Injectable {
  ///   var radio: Radio?
  ///   class var requires: Requirements { accepting(\.radio) }
  /// }
  /// class RaceCar: Car {
  ///   override class var requires: Requirements { Car.excluding(\.radio) }
  /// }
  /// ```
  ///
  /// - Parameter path: The key path under which the superclass lists the property.
  /// - Returns: A list to return from `requires`, or to join with others.
  public static func excluding<Value>(_ path: KeyPath<Self, Value>) -> Requirements {
    Requirements(elements: [RequirementElement(.excludes, Slot(path))])
  }
}
