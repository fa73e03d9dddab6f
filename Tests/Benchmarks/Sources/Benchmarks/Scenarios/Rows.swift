extension Row {
  /// Every row, in the order of the table.
  static var all: [Row] {
    [
      inject4, inject4Singletons, inject4Open, transient, protocolValue, singleton, named, graph10,
      mainActor, contended, setup13, setup450, plan, reflection, child, deep, bulk, validate450,
      growth, memory, update, updatesBesideARequest, firstPass,
    ]
  }
}
