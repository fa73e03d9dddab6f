import Infusion

// A grid of 450 classes, each of which may have its neighbors below and beside: 18 columns of 25.
// Types tell them apart, as in a real program; the optimizer makes code for each of them.

/// A place along one side of the grid.
protocol Tag {
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
/// Outside of the grid: nothing is bound for it.
enum End: Tag { typealias Next = End }

final class Part<Column: Tag, Line: Tag>: Injectable {
  var beside: Part<Column.Next, Line>?
  var below: Part<Column, Line.Next>?
  init() { objectsMade &+= 1 }
  static var requires: Requirements { accepting(\.beside, \.below) }
}
