/// One injected property.
struct Wire {
  /// The class that requires the value.
  let owner: String
  let property: String
  let value: String

  init(_ owner: Any.Type, _ property: String, _ value: String) {
    self.owner = "\(owner)"
    self.property = property
    self.value = value
  }
}

/// An object whose injected properties the report shows.
protocol Wired {
  var name: String { get }

  /// The values that the object had before the injection.
  var origin: String { get }

  /// In the order of injection: superclass first.
  func wires() throws -> [Wire]
}
