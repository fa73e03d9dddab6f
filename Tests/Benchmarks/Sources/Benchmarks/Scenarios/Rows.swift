extension Row {
  /// Every row, in the order of the table.
  static var all: [Row] {
    [
      inject4, inject4Singletons, inject4Open, transient, protocolValue, singleton, named, graph10,
    ]
  }
}
