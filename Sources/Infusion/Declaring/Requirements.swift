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
/// Not `Sendable`: key paths are not.
public struct Requirements: ExpressibleByArrayLiteral {
  var elements: [RequirementElement]

  init(elements: [RequirementElement]) {
    self.elements = elements
  }

  /// The properties of a call of `requiring`.
  @usableFromInline
  init(requiring slots: SlotList, named name: Name? = nil, _ fileID: String, _ line: UInt) {
    elements = slots.elements(
      .requires, at: CodeLocation(fileID: fileID, line: line), named: name)
  }

  /// The properties of a call of `accepting`.
  @usableFromInline
  init(accepting slots: SlotList, named name: Name? = nil, _ fileID: String, _ line: UInt) {
    elements = slots.elements(
      .accepts, at: CodeLocation(fileID: fileID, line: line), named: name)
  }

  /// Creates a list of plain key paths, without names and without source locations.
  ///
  /// - Parameter elements: Key paths of the class or its superclasses.
  public init(arrayLiteral elements: AnyKeyPath...) {
    self.init(elements: elements.map { RequirementElement(keyPath: $0) })
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
