import Infusion
import Testing

/// The value of a marked property is replaced where it lies in its marker.
struct MarkerStorageTests {
  private final class Leaf {
    private let end: () -> Void
    init(_ end: @escaping () -> Void) { self.end = end }
    deinit { end() }
  }

  private class Cockpit {
    @Injected var leaf: Leaf
    @Injected var spare: Leaf?
    @Injected var none: String?
  }

  private final class Jet: Cockpit {
    @Injected("second") var second: Leaf
  }

  /// Stores a marker itself, in a property that no wrapper has made.
  private final class Hangar {
    @Injected var leaf: Leaf
    var _marker: Injected<Leaf>?
    weak var _weakMarker: Injected<Leaf>?
  }

  @Test func aPropertyThatMayHoldAMarkerIsNotMarked() throws {
    let injector = try Injector { $0.bind(Leaf.self).to { Leaf {} } }
    let hangar = Hangar()
    try injector.injectDependencies(into: hangar)
    #expect(hangar._marker == nil && hangar._weakMarker == nil)
    withExtendedLifetime(hangar.leaf) {}
  }

  @Test func everyValueIsReleasedOnce() throws {
    var (made, ended) = (0, 0)
    func make() -> Leaf {
      made += 1
      return Leaf { ended += 1 }
    }
    let injector = try Injector { binder in
      binder.bind(Leaf.self).to { make() }
      binder.bind(Leaf.self, named: "second").to { make() }
    }
    do {
      let jet = Jet()
      for round in 1...50 {
        try injector.injectDependencies(into: jet)
        #expect(made == round * 3)
        #expect(ended == (round - 1) * 3)
        #expect(jet.none == nil)
      }
      let (leaf, spare, second) = (jet.leaf, try #require(jet.spare), jet.second)
      #expect(Set([leaf, spare, second].map(ObjectIdentifier.init)).count == 3)
      // A value that the program has set, nil among them, is replaced like any other.
      jet.spare = nil
      try injector.injectDependencies(into: jet)
      #expect(jet.spare != nil)
    }
    #expect(made == ended)
  }
}
