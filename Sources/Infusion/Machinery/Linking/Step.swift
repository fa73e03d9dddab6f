/// One value that a frame gathers: where it comes from, and where it goes.
///
/// A step consists of plain words; the steps of a plan lie side by side. The list of the dependencies
/// keeps the objects that a step refers to.
@safe struct Step {
  /// The cell whose binding provides the value; nil when the source produces it at once.
  let cell: Unretained<Cell>?
  /// Nil for a request that takes the value of the cell as it is.
  let source: Unretained<Source>?
  /// The dependency of a plan; nil for a request.
  let dependency: Unretained<Dependency>?
  /// Where the value goes in the memory of the frame.
  let offset: Int
  /// Whether the value of the cell is that of the source, bit by bit.
  let isExact: Bool

  /// A request for the value of a cell as it is.
  @inline(__always)
  init(exactly cell: Unretained<Cell>) {
    self.cell = cell
    source = nil
    dependency = nil
    offset = 0
    isExact = true
  }

  /// A request for the value of a source, or a step of a plan.
  init(_ source: Source, for dependency: Dependency? = nil, at offset: Int = 0) {
    cell = source.cellReference
    self.source = Unretained(source)
    self.dependency = dependency.map { Unretained($0) }
    self.offset = offset
    isExact = source.isExact
  }
}
