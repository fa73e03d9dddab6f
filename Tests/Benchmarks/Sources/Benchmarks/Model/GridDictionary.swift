/// The grid in the simplest possible container.
struct GridDictionary: GridVisitor {
  private var makers: [ObjectIdentifier: () -> Any] = [:]

  static func filled() -> [ObjectIdentifier: () -> Any] {
    var dictionary = GridDictionary()
    Grid.visit(&dictionary)
    return dictionary.makers
  }

  mutating func visit<C: Tag, L: Tag>(_ column: C.Type, _ line: L.Type) {
    makers[ObjectIdentifier(Part<C, L>.self)] = { Part<C, L>() }
  }
}
