/// The bindings of the random tests, for both sides: the injector, through `World`, and the
/// reference, through `ReferenceModel`.
///
/// Names are numbers. Every binding has its own identity, even if it equals another one.
struct Declaration: Sendable, CustomStringConvertible {
  enum Kind: Sendable {
    /// A closure that makes a node after it has requested some names.
    case closure(asks: [Ask])
    /// A closure that returns the value of another name.
    case alias(Int)
    case link(Int)
    case instance
    case nothing
    /// The type itself, which cannot be created.
    case itself
  }

  /// A request of a closure; the closure may continue if it fails.
  struct Ask: Sendable {
    let name: Int
    let forgives: Bool
  }

  enum Lifetime: CaseIterable, Sendable { case unscoped, singleton, graph, weak }

  enum Property: CaseIterable, Sendable { case a, b, c, lazy, list }

  struct Edge: Sendable {
    let property: Property
    let name: Int
  }

  var identity: Int
  let name: Int
  let kind: Kind
  var lifetime: Lifetime?
  /// Properties that the binding adds, in order.
  let edges: [Edge]
  /// Whether the node is of the subclass that accepts a node named 0 and requires one named 1.
  let isSensitive: Bool
  let isContribution: Bool

  var description: String {
    let verb = isContribution ? "contribute" : "bind"
    let edges = edges.map { "\($0.property): \($0.name)" }.joined(separator: ", ")
    let words = [
      "\(verb) \(name) to \(kind)", lifetime.map { "\($0)" } ?? "", "(\(edges))",
      isSensitive ? "sensitive" : "",
    ]
    return words.joined(separator: " ").replacing("ReliabilityTests.Declaration.", with: "")
  }
}

/// The outcome of an operation.
enum Outcome: Equatable, CustomStringConvertible {
  case node(Int)
  case nodes([Int])
  case nothing
  case done
  case failure(String)

  var description: String {
    switch self {
    case .node(let serial): "node \(serial)"
    case .nodes(let serials): "nodes \(serials)"
    case .nothing: "nothing"
    case .done: "done"
    case .failure(let code): "failure \(code)"
    }
  }
}

/// One operation on one of the injectors.
enum Operation {
  case resolve(Int)
  case resolveIfBound(Int)
  case resolveList(Int)
  case inject
  case getLazy(node: Int)
  case asks(Int)
  case update([Change])
  case updateThatThrows([Change])
  case release
  case makeChild([Declaration])
  case failCreation(Int, Bool)
  case failAwake(Int, Bool)
}

enum Change {
  case bind(Declaration)
  case unbind(Int)
  case unbindList(Int)
  case rescope(Int, Declaration.Lifetime)
  case install(module: Int, [Declaration])
  case uninstall(module: Int)
}

/// The failures of user code, the same for both sides.
struct Weather {
  var failingCreations: Set<Int> = []
  var failingAwakes: Set<Int> = []
}
