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
