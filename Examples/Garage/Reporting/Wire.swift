/// One property that was injected.
struct Wire {
  /// The class that asks for it.
  let owner: String
  let property: String
  let value: String

  init(_ owner: Any.Type, _ property: String, _ value: String) {
    self.owner = "\(owner)"
    self.property = property
    self.value = value
  }
}

/// An object whose injected properties can be shown.
protocol Wired {
  var name: String { get }

  /// What it was made with, before anything was injected.
  var origin: String { get }

  /// In the order of injection, which is superclass first.
  func wires() throws -> [Wire]
}
