import Infusion
import Testing

extension Gummi {
  /// The source of a binding decides its kind; the overloads of `to` distinguish the sources.
  ///
  /// GUM-21, a protocol as the value of a binding, is rejected by the compiler: see `Gummi.swift`
  /// under `Tests/Diagnostics/MustNotCompile`.
  struct EntryKindTests {
    /// The node of a type in the graph of an injector that binds it.
    private func node<Value>(
      _ type: Value.Type, _ configure: @escaping (Binder) -> Void
    ) throws -> DependencyGraph.Node {
      let nodes = try Injector(configure).graph.nodes.filter { $0.kind != .injector }
      #expect(nodes.count { $0.type == "\(Key(type))" } == 1)
      return try #require(nodes.first { $0.type == "\(Key(type))" })
    }

    @Test("GUM-16: A binder makes a binding for the given key, and for no other")
    func gum16() throws {
      let injector = try Injector()
      try injector.update { $0.bind(Ball.self, named: "red").to { Ball(color: "red") } }
      #expect(injector.hasBinding(Ball.self, named: "red"))
      #expect(!injector.hasBinding(Ball.self))
      #expect(!injector.hasBinding((any Toy).self, named: "red"))
    }

    @Test("GUM-17: An instance makes an instance binding")
    func gum17() throws {
      let ball = Ball(color: "red")
      #expect(try node(Ball.self) { $0.bind(Ball.self).to(instance: ball) }.kind == .instance)
    }

    @Test("GUM-18: A closure makes a closure binding")
    func gum18() throws {
      #expect(try node(Ball.self) { $0.bind(Ball.self).to { Ball(color: "red") } }.kind == .closure)
    }

    @Test("GUM-19: A class makes a link to that class")
    func gum19() throws {
      let link = try node((any Engine).self) { binder in
        binder.bind((any Engine).self).to(HybridEngine.self) { $0 }
      }
      #expect(link.kind == .link)
    }

    @Test("GUM-20: toNothing() makes a binding that provides nothing")
    func gum20() throws {
      #expect(try node(Ball.self) { $0.bind(Ball.self).toNothing() }.kind == .nothing)
      let injector = try Injector { $0.bind(Ball.self).toNothing() }
      #expect(try injector.resolveIfBound(Ball.self) == nil)
      let error = try #require(throws: InjectionError.self) { try injector.resolve(Ball.self) }
      #expect(error.code == .nothingProvided)
    }
  }
}
