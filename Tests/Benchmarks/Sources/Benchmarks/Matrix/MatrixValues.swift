import Infusion

// The types that the cells request. Each value contains one object, so that all of them can be
// counted; classes, protocols, structures and enumerations are stored in different ways.

class Item: Thing, DefaultInitializable {
  let first: First?
  let second: Second?

  required init() {
    (first, second) = (nil, nil)
    objectsMade &+= 1
  }

  init(first: First, second: Second?) {
    (self.first, self.second) = (first, second)
    objectsMade &+= 1
  }
}
class LinkedItem: Item {}
final class LastItem: LinkedItem {}

final class First {
  init() { objectsMade &+= 1 }
}
final class Second {
  init() { objectsMade &+= 1 }
}

protocol Thing: AnyObject {}
struct Box {
  let item: Item
}
enum Choice {
  case item(Item)
  case nothing
}

/// A type that a cell requests.
protocol MatrixValue: SendableMetatype {
  associatedtype Value
  static func wrap(_ item: Item) -> Value
}

enum ClassValue: MatrixValue {
  static func wrap(_ item: Item) -> Item { item }
}
enum ExistentialValue: MatrixValue {
  static func wrap(_ item: Item) -> any Thing { item }
}
enum StructValue: MatrixValue {
  static func wrap(_ item: Item) -> Box { Box(item: item) }
}
enum EnumValue: MatrixValue {
  static func wrap(_ item: Item) -> Choice { .item(item) }
}

extension HandWritten {
  nonisolated(unsafe) static let item = opaque(Item())
  nonisolated(unsafe) static weak var weakItem: Item? = item
  nonisolated(unsafe) static let extra = opaque(Extra())
}

/// The store of the matrix's custom scope.
final class MatrixStore: InstanceStore, @unchecked Sendable {
  private var instances: [Key: Any] = [:]
  func value(for key: Key) -> Any? { instances[key] }
  func publish(_ value: Any, for key: Key) { instances[key] = value }
}
