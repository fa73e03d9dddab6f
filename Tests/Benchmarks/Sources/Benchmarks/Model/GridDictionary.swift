/// The grid in the plainest container there is.
enum GridDictionary {
  typealias Makers = [ObjectIdentifier: () -> Any]

  static func filled() -> Makers {
    var makers: Makers = [:]
    fill(T1.self, &makers)
    fill(T2.self, &makers)
    fill(T3.self, &makers)
    fill(T4.self, &makers)
    fill(T5.self, &makers)
    fill(T6.self, &makers)
    fill(T7.self, &makers)
    fill(T8.self, &makers)
    fill(T9.self, &makers)
    fill(T10.self, &makers)
    fill(T11.self, &makers)
    fill(T12.self, &makers)
    fill(T13.self, &makers)
    fill(T14.self, &makers)
    fill(T15.self, &makers)
    fill(T16.self, &makers)
    fill(T17.self, &makers)
    fill(T18.self, &makers)
    return makers
  }

  private static func fill<C: Tag>(_ column: C.Type, _ makers: inout Makers) {
    makers[ObjectIdentifier(Part<C, T1>.self)] = { Part<C, T1>() }
    makers[ObjectIdentifier(Part<C, T2>.self)] = { Part<C, T2>() }
    makers[ObjectIdentifier(Part<C, T3>.self)] = { Part<C, T3>() }
    makers[ObjectIdentifier(Part<C, T4>.self)] = { Part<C, T4>() }
    makers[ObjectIdentifier(Part<C, T5>.self)] = { Part<C, T5>() }
    makers[ObjectIdentifier(Part<C, T6>.self)] = { Part<C, T6>() }
    makers[ObjectIdentifier(Part<C, T7>.self)] = { Part<C, T7>() }
    makers[ObjectIdentifier(Part<C, T8>.self)] = { Part<C, T8>() }
    makers[ObjectIdentifier(Part<C, T9>.self)] = { Part<C, T9>() }
    makers[ObjectIdentifier(Part<C, T10>.self)] = { Part<C, T10>() }
    makers[ObjectIdentifier(Part<C, T11>.self)] = { Part<C, T11>() }
    makers[ObjectIdentifier(Part<C, T12>.self)] = { Part<C, T12>() }
    makers[ObjectIdentifier(Part<C, T13>.self)] = { Part<C, T13>() }
    makers[ObjectIdentifier(Part<C, T14>.self)] = { Part<C, T14>() }
    makers[ObjectIdentifier(Part<C, T15>.self)] = { Part<C, T15>() }
    makers[ObjectIdentifier(Part<C, T16>.self)] = { Part<C, T16>() }
    makers[ObjectIdentifier(Part<C, T17>.self)] = { Part<C, T17>() }
    makers[ObjectIdentifier(Part<C, T18>.self)] = { Part<C, T18>() }
    makers[ObjectIdentifier(Part<C, T19>.self)] = { Part<C, T19>() }
    makers[ObjectIdentifier(Part<C, T20>.self)] = { Part<C, T20>() }
    makers[ObjectIdentifier(Part<C, T21>.self)] = { Part<C, T21>() }
    makers[ObjectIdentifier(Part<C, T22>.self)] = { Part<C, T22>() }
    makers[ObjectIdentifier(Part<C, T23>.self)] = { Part<C, T23>() }
    makers[ObjectIdentifier(Part<C, T24>.self)] = { Part<C, T24>() }
    makers[ObjectIdentifier(Part<C, T25>.self)] = { Part<C, T25>() }
  }
}
