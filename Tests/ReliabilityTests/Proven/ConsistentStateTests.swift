import Infusion
import Testing

/// A request sees one state of each injector, and its own changes.
struct ConsistentStateTests {
  @Test
  func aRequestThatReturnsThroughAnotherInjectorSeesOneState() throws {
    let first = try Injector { bind(0, $0) }
    let second = try Injector { binder in
      binder.bind(String.self).to { "V\(try first.resolve(Int.self, named: "V"))" }
    }
    try first.update { binder in
      binder.bind([String].self).to { injector in
        // Another thread changes both bindings during the request.
        onThreads(1) { _ in unexpected { try first.update { bind(1, $0) } } }
        return [
          try second.resolve(String.self), "W\(try injector.resolve(Int.self, named: "W"))",
        ]
      }
    }
    #expect(try first.resolve([String].self) == ["V0", "W0"])
    #expect(try first.resolve([String].self) == ["V1", "W1"])
  }

  @Test
  func aRequestSeesItsOwnChangeThatWasMadeThroughAnotherInjector() throws {
    let first = try Injector { bind(0, $0) }
    let second = try Injector { binder in
      binder.bind(String.self).to {
        try first.update { bind(1, $0) }
        return "V\(try first.resolve(Int.self, named: "V"))"
      }
    }
    try first.update { binder in
      binder.bind([String].self).to { injector in
        let before = "W\(try injector.resolve(Int.self, named: "W"))"
        return [
          before, try second.resolve(String.self),
          "W\(try injector.resolve(Int.self, named: "W"))",
        ]
      }
    }
    #expect(try first.resolve([String].self) == ["W0", "V1", "W1"])
  }

  /// Its closure sees the change, its properties do not.
  @Test func anObjectKeepsTheBindingsWithWhichItBegan() throws {
    final class Numbered: Injectable {
      let seen: Int
      var number: Int!
      static var requires: Requirements { requiring(\.number, named: "V") }
      init(seen: Int) { self.seen = seen }
    }
    let injector = try Injector { bind(0, $0) }
    try injector.update { binder in
      binder.bind(Numbered.self).to { injector in
        try injector.update { bind(1, $0) }
        return Numbered(seen: try injector.resolve(Int.self, named: "V"))
      }
    }
    let first = try injector.resolve(Numbered.self)
    #expect((first.seen, first.number) == (1, 0))
    #expect(try injector.resolve(Numbered.self).number == 1)
  }

  /// Binds two keys to the same number.
  private func bind(_ number: Int, _ binder: Binder) {
    binder.bind(Int.self, named: "V").to { number }
    binder.bind(Int.self, named: "W").to { number }
  }
}
