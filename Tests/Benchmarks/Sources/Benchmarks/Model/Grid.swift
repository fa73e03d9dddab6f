import Infusion

// A grid of 450 classes in 18 columns of 25. Each accepts its neighbors below and beside it.
// They differ in their generic arguments, so that the optimizer makes code for each of them.

/// A position along one side of the grid.
protocol Tag: SendableMetatype {
  associatedtype Next: Tag
}

enum T1: Tag { typealias Next = T2 }
enum T2: Tag { typealias Next = T3 }
enum T3: Tag { typealias Next = T4 }
enum T4: Tag { typealias Next = T5 }
enum T5: Tag { typealias Next = T6 }
enum T6: Tag { typealias Next = T7 }
enum T7: Tag { typealias Next = T8 }
enum T8: Tag { typealias Next = T9 }
enum T9: Tag { typealias Next = T10 }
enum T10: Tag { typealias Next = T11 }
enum T11: Tag { typealias Next = T12 }
enum T12: Tag { typealias Next = T13 }
enum T13: Tag { typealias Next = T14 }
enum T14: Tag { typealias Next = T15 }
enum T15: Tag { typealias Next = T16 }
enum T16: Tag { typealias Next = T17 }
enum T17: Tag { typealias Next = T18 }
enum T18: Tag { typealias Next = T19 }
enum T19: Tag { typealias Next = T20 }
enum T20: Tag { typealias Next = T21 }
enum T21: Tag { typealias Next = T22 }
enum T22: Tag { typealias Next = T23 }
enum T23: Tag { typealias Next = T24 }
enum T24: Tag { typealias Next = T25 }
enum T25: Tag { typealias Next = End }
/// Outside the grid: nothing is bound for it.
enum End: Tag { typealias Next = End }

final class Part<Column: Tag, Line: Tag>: Injectable {
  var beside: Part<Column.Next, Line>?
  var below: Part<Column, Line.Next>?
  init() { objectsMade &+= 1 }
  static var requires: Requirements { accepting(\.beside, \.below) }
}

/// Each field of the grid has its own class, with two properties and no neighbors.
final class KnownPart<Column: Tag, Line: Tag>: Injectable {
  var leaf: Leaf?
  var single: Single?
  init() { objectsMade &+= 1 }
  static var requires: Requirements { requiring(\.leaf, \.single) }
}

/// Visits every field of the grid.
protocol GridVisitor {
  mutating func visit<Column: Tag, Line: Tag>(_ column: Column.Type, _ line: Line.Type)
}

enum Grid {
  static let size = 450

  /// Written out, so that each field is compiled separately, like code written by hand.
  static func visit(_ visitor: inout some GridVisitor) {
    visit(T1.self, &visitor)
    visit(T2.self, &visitor)
    visit(T3.self, &visitor)
    visit(T4.self, &visitor)
    visit(T5.self, &visitor)
    visit(T6.self, &visitor)
    visit(T7.self, &visitor)
    visit(T8.self, &visitor)
    visit(T9.self, &visitor)
    visit(T10.self, &visitor)
    visit(T11.self, &visitor)
    visit(T12.self, &visitor)
    visit(T13.self, &visitor)
    visit(T14.self, &visitor)
    visit(T15.self, &visitor)
    visit(T16.self, &visitor)
    visit(T17.self, &visitor)
    visit(T18.self, &visitor)
  }

  private static func visit<Column: Tag>(_ column: Column.Type, _ visitor: inout some GridVisitor) {
    visitor.visit(column, T1.self)
    visitor.visit(column, T2.self)
    visitor.visit(column, T3.self)
    visitor.visit(column, T4.self)
    visitor.visit(column, T5.self)
    visitor.visit(column, T6.self)
    visitor.visit(column, T7.self)
    visitor.visit(column, T8.self)
    visitor.visit(column, T9.self)
    visitor.visit(column, T10.self)
    visitor.visit(column, T11.self)
    visitor.visit(column, T12.self)
    visitor.visit(column, T13.self)
    visitor.visit(column, T14.self)
    visitor.visit(column, T15.self)
    visitor.visit(column, T16.self)
    visitor.visit(column, T17.self)
    visitor.visit(column, T18.self)
    visitor.visit(column, T19.self)
    visitor.visit(column, T20.self)
    visitor.visit(column, T21.self)
    visitor.visit(column, T22.self)
    visitor.visit(column, T23.self)
    visitor.visit(column, T24.self)
    visitor.visit(column, T25.self)
  }
}
