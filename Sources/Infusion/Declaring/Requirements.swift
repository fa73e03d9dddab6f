/// The properties a class requires, each with its name, its optionality and the place of its
/// declaration.
///
/// Made with ``Injectable/requiring(_:fileID:line:)``, ``Injectable/accepting(_:fileID:line:)`` and
/// ``Injectable/excluding(_:)``, which the compiler checks: a `let`, a get-only property or a
/// property of another class is an error at compile time. Lists are joined with `+`, and an array
/// literal of key paths is a list too.
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
/// A subclass re-declares an inherited property through the class that declared it,
/// `Car.requiring(\.engine, named: "turbo")`, and withdraws one with `Car.excluding(\.radio)`.
///
/// - Important: `requiring(\.engine)` written *in the subclass* makes a key path with another root.
///   It is unequal to the one of the superclass and counts as a second requirement, also where the
///   subclass overrides `engine`.
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

  /// Makes a list of plain key paths, without names and without a place in the source.
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
