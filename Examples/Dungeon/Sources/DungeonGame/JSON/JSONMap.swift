/// The location of every value in a JSON text.
///
/// `JSONDecoder` reports the field with a mistake as a coding path. A map finds the line and the
/// column of that field. If the text is not JSON, the initializer throws where and why.
struct JSONMap: Sendable {
  let root: Node

  /// A value and the number of bytes before it.
  struct Node: Sendable {
    enum Content: Sendable {
      case object([Member])
      case array([Node])
      case text(String)
      case number(String)
      case word(String)
    }

    let offset: Int
    let content: Content
  }

  /// A name with its value.
  struct Member: Sendable {
    let name: String
    let offset: Int
    let value: Node
  }

  /// One step on the path from the root to a value.
  enum Step: Hashable, Sendable {
    case name(String)
    case index(Int)
  }

  /// Reads a text.
  init(_ text: [UInt8]) throws(JSONSyntaxError) {
    var reader = JSONReader(text)
    root = try reader.document()
  }

  /// The value at the end of a path, or the last value on the path that exists.
  func nearest(to way: some Sequence<Step>) -> Node {
    var node = root
    for step in way {
      guard let next = node[step] else { break }
      node = next
    }
    return node
  }

  subscript(_ way: Step...) -> Node? {
    way.reduce(Optional(root)) { node, step in node?[step] }
  }
}

extension JSONMap.Node {
  subscript(_ step: JSONMap.Step) -> JSONMap.Node? {
    switch (step, content) {
    // If a name occurs twice, the last member counts.
    case (.name(let name), .object(let members)): members.last { $0.name == name }?.value
    case (.index(let index), .array(let nodes)) where nodes.indices.contains(index): nodes[index]
    default: nil
    }
  }

  var members: [JSONMap.Member] {
    if case .object(let members) = content { members } else { [] }
  }

  var elements: [JSONMap.Node] {
    if case .array(let nodes) = content { nodes } else { [] }
  }

  /// The text, if it is one.
  var text: String? {
    if case .text(let text) = content { text } else { nil }
  }

  /// A noun for the value, as part of a sentence.
  var noun: String {
    switch content {
    case .object: "an object"
    case .array: "a list"
    case .text(let text): "the text \(text.quoted)"
    case .number(let number): number
    case .word(let word): word
    }
  }
}

extension String {
  /// The text as a file would have it: in quotation marks, on one line.
  var quoted: String { debugDescription }
}
