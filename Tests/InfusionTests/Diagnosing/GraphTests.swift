import Foundation
import Infusion
import Testing

private final class Plain: Injectable {
  var fuel: Works.Fuel!
  static var requires: [PartialKeyPath<Plain>] { [\.fuel] }
}

struct GraphTests {
  private func node(
    _ type: String, named name: String? = nil, in graph: DependencyGraph
  ) throws -> DependencyGraph.Node {
    try #require(graph.nodes.first { $0.type == type && $0.name == name })
  }

  private func targets(
    of type: String, in graph: DependencyGraph
  ) throws -> [String: DependencyGraph.Edge] {
    let source = try node(type, in: graph).id
    return Dictionary(
      graph.edges.filter { $0.source == source }.map { ($0.label, $0) }
    ) { first, _ in first }
  }

  // MARK: - Nodes and edges

  @Test func nodesAreInTheOrderOfTheirBindings() throws {
    let graph = try Works.makeInjector().graph
    #expect(
      graph.nodes.prefix(10).map(\.title) == [
        "Log", "Registry", "Fleet", "Car", "any Engine", "Fuel", "Brakes", "Headlight \"left\"",
        "Headlight \"right\"", "Radio",
      ])
    #expect(Set(graph.nodes.map(\.id)).count == graph.nodes.count)
  }

  @Test func nodesNameKindScopeModuleAndLocation() throws {
    let graph = try Works.makeInjector().graph
    let log = try node("Log", in: graph)
    #expect(log.kind == .initializer && log.scope == "singleton" && log.isEager)
    #expect(log.modules == ["GarageModule"] && log.location == "Garage.swift:3")
    let brakes = try node("Brakes", in: graph)
    #expect(brakes.kind == .closure && brakes.scope == "unscoped" && !brakes.isEager)
    #expect(brakes.modules == ["GarageModule", "PartsModule"])
    #expect(try node("Fuel", in: graph).kind == .instance)
    #expect(try node("any Engine", in: graph).kind == .link)
    #expect(try node("V8", in: graph).kind == .onDemand)
    #expect(try node("Radio", in: graph).kind == .nothing)
    #expect(try node("ObjectFactory", in: graph).kind == .injector)
    #expect(graph.nodes.filter { $0.kind == .collection }.count == 1)
    #expect(
      graph.nodes.filter(\.isContribution).map(\.location) == [
        "Plugins.swift:3", "Plugins.swift:4",
      ])
    #expect(graph.nodes.allSatisfy { $0.problems.isEmpty })
  }

  @Test func edgesNamePropertyAndKind() throws {
    let graph = try Works.makeInjector().graph
    let car = try targets(of: "Car", in: graph)
    #expect(
      Set(car.keys) == [
        "engine", "brakes", "left", "right", "radio", "plugins", "factory", "log",
      ])
    #expect(car["radio"]?.isOptional == true && car["engine"]?.isOptional == false)
    #expect(car["log"]?.isLazy == true && car["engine"]?.isLazy == false)
    #expect(car["engine"]?.isForCreation == false)
    #expect(try targets(of: "Log", in: graph)["parameter 1"]?.isForCreation == true)
    // Only these two form a cycle; the provider does not close one.
    let cyclic = graph.edges.filter(\.isInCycle).map { "\($0.source) \($0.target)" }
    #expect(cyclic.count == 2)
    #expect(cyclic.allSatisfy { $0.contains("Registry") && $0.contains("Fleet") })
  }

  @Test func anEdgeOfAPropertyWithoutAKnownNameHasItsPosition() throws {
    final class Dash: Injectable {
      private var lights: [Works.Fuel] = []
      var fuel: Works.Fuel {
        get { lights[0] }
        set { lights = [newValue] }
      }
      static var requires: Requirements { requiring(\.fuel) }
    }
    let graph = try Injector { $0.bind(Works.Fuel.self).to { Works.Fuel() } }
      .graph(including: Dash.self)
    #expect(graph.edges.map(\.label) == ["requirement 1"])
  }

  @Test func declaredUsesAreEdges() throws {
    let graph = try Injector { binder in
      binder.bind(Works.Brakes.self).to(uses: Works.Fuel.self) { _ in Works.Brakes() }
      binder.bind(Works.Fuel.self).to { Works.Fuel() }
    }.graph
    #expect(graph.edges.map(\.label) == ["uses"])
    #expect(graph.edges.map(\.isForCreation) == [true])
  }

  @Test func mistakesAreMarked() throws {
    let graph = try Works.makeBrokenInjector().graph
    #expect(try node("Chicken", in: graph).problems == ["cyclicDependency"])
    #expect(try node("Egg", in: graph).problems == ["cyclicDependency"])
    #expect(try node("Unbound", in: graph).kind == .missing)
    #expect(try node("Unbound", in: graph).problems == ["missingBinding"])
    #expect(try node("Frozen", in: graph).problems == ["notWritable"])
    #expect(try node("Keeper", in: graph).problems == ["captiveDependency"])
    #expect(try node("Registry", in: graph).problems.isEmpty)
  }

  @Test func aMissingOptionalDependencyIsNotAMistake() throws {
    let graph = try Injector { binder in
      binder.bind(Works.Lamp.self).to { Works.Lamp() }
    }.graph
    let fuel = try node("Fuel", in: graph)
    #expect(fuel.kind == .missing && fuel.problems.isEmpty)
    #expect(!graph.dot.contains("red"))
    #expect(graph.dot.contains("not bound"))
  }

  @Test func onlyTheEdgeOfWhatRequiresAMissingValueIsRed() throws {
    let dot = try Injector { binder in
      binder.bind(Works.Lamp.self).to { Works.Lamp() }
      binder.bind(Plain.self).to { Plain() }
    }.graph.dot
    // The missing node, and the edge of `Plain`.
    #expect(dot.ranges(of: "color=red").count == 2)
    #expect(dot.ranges(of: "style=dashed").count == 1)
  }

  @Test func idsAreTheSameInEveryProcess() throws {
    // The ids of private types do not contain the address that the runtime prints.
    let graph = try Injector { $0.bind(Plain.self).to { Plain() } }.graph
    #expect(graph.nodes.map(\.id) == ["InfusionTests.Plain", "InfusionTests.Works.Fuel"])
    for node in try Works.makeOddInjector().graph.nodes {
      #expect(!node.id.contains("unknown context"))
    }
  }

  @Test func noNameReadsLikeTheNumberOfAContribution() throws {
    let graph = try Injector { binder in
      for name in ["x", "x", "x #2"] { _ = binder.contribute(Works.Lamp.self, named: Name(name)) }
    }.graph
    #expect(Set(graph.nodes.map(\.id)).count == 3)
  }

  @Test func nothingIsCreatedForAGraph() throws {
    var count = 0
    let injector = try Injector { binder in
      binder.bind(Works.Fuel.self).to {
        count += 1
        return Works.Fuel()
      }
      binder.bind(Plain.self).to {
        count += 1
        return Plain()
      }.in(.singleton)
    }
    _ = (injector.graph, injector.explain(Plain.self), injector.graph(including: Plain.self))
    #expect(count == 0)
  }

  @Test func includedClassesAreNodes() throws {
    let graph = try Works.makeInjector().graph(including: Works.Garage.self)
    let garage = try node("Garage", in: graph)
    #expect(garage.kind == .injected)
    #expect(graph.edges.contains { $0.source == garage.id && $0.label == "cars" })
  }

  @Test func anIncludedClassThatTheInjectorCreatesIsOneNode() throws {
    final class Made: InitializerDeclaring {
      init(number: Int) {}
      static var initializer: Initializer { Initializer(Made.init(number:)) }
    }
    let injector = try Injector { $0.bind(Int.self).to { 1 } }
    #expect(injector.graph(including: Made.self).nodes.map(\.kind) == [.closure, .onDemand])
    #expect(try injector.validate(including: Made.self).examinedCount == 2)
  }

  @Test func everyBindingOfAFaultyClassIsMarked() throws {
    let injector = try Injector { binder in
      binder.bind(Works.Frozen.self).to { Works.Frozen() }
      binder.bind(Works.Frozen.self, named: "second").to { Works.Frozen() }
    }
    let error = #expect(throws: InjectionError.self) { try injector.validate() }
    #expect(error?.code == .notWritable)
    #expect(injector.graph.nodes.map(\.problems) == [["notWritable"], ["notWritable"]])
  }

  @Test func aContributionThatCannotBeCreatedIsOne() throws {
    let injector = try Injector { _ = $0.contribute(Works.Lamp.self) }
    #expect(injector.graph.nodes.map(\.isContribution) == [true])
    #expect(injector.graph.nodes.map(\.problems) == [["missingBinding"]])
  }

  // MARK: - The graph as a value

  @Test func theSameConfigurationGivesTheSameGraph() throws {
    let graph = try Works.makeInjector().graph
    for _ in 0..<10 {
      let other = try Works.makeInjector().graph
      #expect(other == graph)
      #expect(other.hashValue == graph.hashValue)
      #expect(other.dot == graph.dot && other.mermaid == graph.mermaid)
    }
  }

  @Test func aGraphDoesNotFollowItsInjector() throws {
    let injector = try Works.makeInjector()
    let before = injector.graph
    let copy = before
    try injector.update { $0.unbind(Works.Car.self) }
    #expect(before == copy)
    #expect(injector.graph != before)
  }

  @Test func codingKeepsEverything() throws {
    for injector in [try Works.makeBrokenInjector(), try Works.makeOddInjector()] {
      let graph = injector.graph(including: Works.Garage.self)
      let data = try JSONEncoder().encode(graph)
      #expect(try JSONDecoder().decode(DependencyGraph.self, from: data) == graph)
    }
  }

  @Test func nodesAndEdgesAreHashable() throws {
    let graph = try Works.makeInjector().graph
    #expect(Set(graph.nodes).count == graph.nodes.count)
    #expect(Set(graph.edges).count == graph.edges.count)
    #expect(Set([graph, try Works.makeInjector().graph]).count == 1)
  }

  // MARK: - Parts and differences

  @Test func reachableReturnsTheDependenciesOfANode() throws {
    let graph = try Works.makeInjector().graph
    let engine = graph.reachable(from: try node("any Engine", in: graph).id)
    #expect(engine.nodes.map(\.type) == ["any Engine", "Fuel", "V8"])
    #expect(engine.edges.count == 2)
    let brakes = graph.reachable(from: try node("Brakes", in: graph).id)
    #expect(brakes.nodes.count == 1 && brakes.edges.isEmpty)
    #expect(graph.reachable(from: "nobody").nodes.isEmpty)
    // Around a cycle, and no further.
    let registry = graph.reachable(from: try node("Registry", in: graph).id)
    #expect(registry.nodes.contains { $0.type == "Fleet" })
    #expect(!registry.nodes.contains { $0.type == "Garage" })
  }

  @Test func differenceShowsWhatAnOverrideChanged() throws {
    struct TestModule: Module {
      func configure(_ binder: Binder) {
        binder.bind(Works.Brakes.self, fileID: "Tests/T.swift", line: 3).to { Works.Brakes() }
          .in(.singleton)
        binder.bind(Works.Video.self, fileID: "Tests/T.swift", line: 4).to { Works.Video() }
      }
    }
    let before = try Works.makeInjector().graph
    let after = try Injector([
      Works.GarageModule().overriding(with: TestModule()), Works.PluginModule(),
    ]).graph
    let difference = after.difference(from: before)
    #expect(difference.added.map(\.type) == ["Video"])
    #expect(difference.removed.isEmpty)
    #expect(difference.changed.contains { $0.type == "Brakes" && $0.scope == "singleton" })
    #expect(difference.addedEdges.isEmpty && difference.removedEdges.isEmpty)
    #expect(!difference.isEmpty)
    #expect(before.difference(from: before).isEmpty)
    let back = before.difference(from: after)
    #expect(back.removed.map(\.type) == ["Video"] && back.added.isEmpty)
  }

  @Test func aDifferenceIsEmptyOnlyIfEveryListIs() throws {
    func graph(_ configure: @escaping (BindingBuilder<Works.Video>) -> Void) throws
      -> DependencyGraph
    {
      try Injector { binder in
        binder.bind(Works.Fuel.self, fileID: "App/M.swift", line: 1).to { Works.Fuel() }
        binder.bind(Works.Brakes.self, fileID: "App/M.swift", line: 2).to { Works.Brakes() }
        configure(binder.bind(Works.Video.self, fileID: "App/M.swift", line: 3))
      }.graph
    }
    let plain = try graph { $0.to(uses: Works.Fuel.self) { _ in Works.Video() } }
    let dependent = try graph {
      $0.to(uses: Works.Fuel.self, Works.Brakes.self) { _ in Works.Video() }
    }
    let kept = try graph { $0.to(uses: Works.Fuel.self) { _ in Works.Video() }.in(.singleton) }
    let none = try Injector().graph
    let (added, removed) = (
      dependent.difference(from: plain), plain.difference(from: dependent)
    )
    #expect(added.addedEdges.count == 1 && added.removedEdges.isEmpty && !added.isEmpty)
    #expect(removed.removedEdges == added.addedEdges && !removed.isEmpty)
    #expect(removed.addedEdges.isEmpty)
    let twice = try graph { $0.to(uses: Works.Fuel.self, Works.Fuel.self) { _ in Works.Video() } }
    #expect(twice.difference(from: plain).addedEdges.count == 1)
    #expect(plain.difference(from: twice).removedEdges.count == 1)
    #expect(!kept.difference(from: plain).isEmpty)
    #expect(!none.difference(from: plain).isEmpty)
    let alone = try Injector { $0.bind(Works.Fuel.self).to { Works.Fuel() } }.graph
    #expect(!alone.difference(from: none).isEmpty && !none.difference(from: alone).isEmpty)
  }

  // MARK: - Explanations

  @Test func explainShowsWhatAHandleLeadsTo() throws {
    let injector = try Injector { binder in
      binder.bind(Works.Fuel.self).to { Works.Fuel() }
      binder.contribute(Int.self).to { 1 }
    }
    let fuel = injector.explain(Works.Fuel.self)
    #expect(!fuel.contains("not bound"))
    #expect(injector.explain(Lazy<Works.Fuel>.self) == fuel)
    #expect(injector.explain(Provider<Works.Fuel?>.self) == fuel)
    let collected = injector.explain([Int].self)
    #expect(injector.explain(Provider<[Int]>.self) == collected)
    #expect(injector.explain(Lazy<Works.Lamp>.self) == injector.explain(Works.Lamp.self))
    #expect(injector.explain(Works.Lamp.self).contains("not bound"))
  }

  @Test func anExplanationIsATree() throws {
    let injector = try Works.makeInjector()
    #expect(
      injector.explain(Works.Car.self) == """
        Car (GarageModule, Garage.swift:6)
          engine: any Engine (link, PartsModule, Parts.swift:3)
            V8 (on demand)
              fuel: Fuel (instance, PartsModule, Parts.swift:4)
          brakes: Brakes (PartsModule, Parts.swift:5)
          left: Headlight "left" (PartsModule, Parts.swift:6)
          right: Headlight "right" (graph, PartsModule, Parts.swift:7)
          radio: Radio (optional, nothing, PartsModule, Parts.swift:8)
          plugins: [any Plugin] (collection)
            any Plugin (PluginModule, Plugins.swift:3, not examined)
            any Plugin (weak, PluginModule, Plugins.swift:4, not examined)
          factory: ObjectFactory
          log: Log (later, initializer, singleton, eager, GarageModule, Garage.swift:3)
            parameter 1: Clock (on demand)
        """)
  }

  @Test func anExplanationEndsInACycle() throws {
    final class Ring: Injectable, DefaultInitializable {
      var next: Ring!
      static var requires: [PartialKeyPath<Ring>] { [\.next] }
    }
    #expect(try Injector().explain(Ring.self) == "Ring (on demand)\n  next: Ring (on demand) …")
  }

  @Test func theUnlistedPropertiesOfAClassAreExplainedOnce() throws {
    final class Forgetful: Injectable {
      var fuel: Works.Fuel!
      var radio: Works.Radio?
      static var requires: [PartialKeyPath<Forgetful>] { [\.fuel] }
    }
    let injector = try Injector { binder in
      binder.bind(Works.Fuel.self).to(instance: Works.Fuel())
      for name: Name in ["one", "two"] {
        binder.bind(Forgetful.self, named: name).to { Forgetful() }
      }
    }
    let lines = injector.graph.text.split(separator: "\n")
    #expect(lines.filter { $0.contains("not listed") }.count == 1, "\(lines)")
  }

  @Test func missingBindingsAreExplained() throws {
    let injector = try Injector {
      $0.bind(Plain.self, fileID: "App/M.swift", line: 3).to { Plain() }
    }
    #expect(injector.explain(Plain.self) == "Plain (M.swift:3)\n  fuel: Fuel (missing)")
    #expect(injector.explain(Works.Unbound.self, named: "x\n") == "Unbound \"x\\n\" (not bound)")
  }

  @Test func anExplanationSaysWhyNothingCreatesAType() throws {
    struct Fleeting: InitializerDeclaring, Scoped {
      static var initializer: Initializer { Initializer(Fleeting.init) }
      static var scope: Scope { .weak }
    }
    #expect(try Injector().explain(Fleeting.self) == "Fleeting (missing, weakValue)")
  }

  @Test func explanationsOfAnyDepthEnd() throws {
    let injector = try Injector { binder in
      for number in 0..<largeDepth {
        binder.bind(Works.Node.self, named: Name("\(number)")).to { Works.Node() }
          .injecting(\.next, named: Name("\(number + 1)"))
      }
    }
    let lines = injector.explain(Works.Node.self, named: "\(largeDepth - 1_000)").split(
      separator: "\n")
    // A property that the class does not list is explained once.
    #expect(lines.count == 1_002)
    #expect(lines.allSatisfy { $0.count < 200 })
  }

  @Test func theTextHasATreeForEachRootAndEveryNodeOnce() throws {
    let graph = try Injector {
      $0.bind(Plain.self, fileID: "App/M.swift", line: 3).to { Plain() }
      $0.bind(Works.Fuel.self, fileID: "App/M.swift", line: 4).to { Works.Fuel() }
      $0.bind(Works.Lamp.self, fileID: "App/M.swift", line: 5).to { Works.Lamp() }
    }.graph(including: Works.Fleet.self)
    #expect(
      graph.text == """
        Plain (M.swift:3)
          fuel: Fuel (M.swift:4)

        Lamp (M.swift:5)
          fuel: Fuel (optional, M.swift:4)

        Fleet (made elsewhere)
          registry: Registry (missing)
          makeCar: Car (later, missing)

        """)
    #expect(try Injector().graph.text.isEmpty)
  }

  @Test func cyclesThatNothingLeadsToAreInTheText() throws {
    let text = try Works.makeOddInjector().graph.text
    #expect(text.contains("Node \"end\" ("))
    #expect(text.contains("\n  next: Node \"end\" ("))
    // Every node is printed once as a root, and once where its cycle closes.
    #expect(text.ranges(of: "Node \"end\"").count == 2)
  }

  @Test func whatACycleNeedsHasNoTreeOfItsOwn() throws {
    let graph = try Injector { binder in
      binder.bind(Int.self, fileID: "App/M.swift", line: 3).to { 1 }
      binder.bind(String.self, fileID: "App/M.swift", line: 4)
        .toInitializer { (_: Lazy<Double>, _: Int) in "" }
      binder.bind(Double.self, fileID: "App/M.swift", line: 5).toInitializer { (_: String) in 1 }
    }.graph
    #expect(
      graph.text == """
        String (initializer, M.swift:4)
          parameter 1: Double (later, initializer, M.swift:5)
            parameter 1: String (initializer, M.swift:4) …
          parameter 2: Int (M.swift:3)

        """)
  }

  @Test func aNodeThatIsMadeElsewhereIsExplainedByTheGraph() throws {
    let graph = try Works.makeInjector().graph(including: Works.Garage.self)
    let garage = try node("Garage", in: graph)
    let lines = try #require(graph.explain(garage.id)).split(separator: "\n")
    #expect(lines.first == "Garage (made elsewhere)")
    #expect(lines[1] == "  cars: Fleet (singleton, GarageModule, Garage.swift:5)")
    #expect(graph.explain("Garage") == nil)
  }

  @Test func aListOfClassesIsIncludedClassByClass() throws {
    let classes: [AnyClass] = [Works.Needy.self, Works.Garage.self]
    let graph = try Works.makeInjector().graph(including: classes)
    #expect(
      graph == (try Works.makeInjector().graph(including: Works.Needy.self, Works.Garage.self)))
    #expect(graph.nodes.filter { $0.kind == .injected }.count == 2)
  }

  // MARK: - Drawings

  @Test func theDrawingForGraphvizIsAsExpected() throws {
    let graph = try Injector([Works.PluginModule()]).graph(including: Works.Needy.self)
    #expect(
      graph.dot == #"""
        digraph Infusion {
          graph [rankdir=LR, nodesep=0.2, ranksep=0.6, pad=0.2, fontname="Helvetica", fontsize=13];
          node [fontname="Helvetica", fontsize=13, style=filled, fillcolor=white, color=gray30, margin="0.08,0.04"];
          edge [arrowhead=normal, arrowsize=0.8, color=gray30, penwidth=1, style=solid];
          subgraph cluster_0 {
            label="PluginModule"; labeljust=r; style=rounded; color=gray60;
            n0 [label=<<TABLE BORDER="0" CELLSPACING="0" CELLPADDING="1"><TR><TD><B>any Plugin</B><BR/><FONT POINT-SIZE="11">Plugins.swift:3</FONT><BR/><FONT POINT-SIZE="11">not examined</FONT></TD></TR></TABLE>>, shape=box, style="filled,rounded"];
            n1 [label=<<TABLE BORDER="0" CELLSPACING="0" CELLPADDING="1"><TR><TD><B>any Plugin</B><BR/><FONT POINT-SIZE="11">weak</FONT><BR/><FONT POINT-SIZE="11">Plugins.swift:4</FONT><BR/><FONT POINT-SIZE="11">not examined</FONT></TD></TR></TABLE>>, shape=box, style="filled,rounded", fillcolor=lavender];
          }
          n2 [label=<<TABLE BORDER="0" CELLSPACING="0" CELLPADDING="1"><TR><TD><B>Needy</B><BR/><FONT POINT-SIZE="11">made elsewhere</FONT></TD></TR><HR/><TR><TD PORT="p0" ALIGN="RIGHT">unbound</TD></TR></TABLE>>, shape=component];
          n3 [label=<<TABLE BORDER="0" CELLSPACING="0" CELLPADDING="1"><TR><TD><B>Unbound</B><BR/><FONT POINT-SIZE="11">missing</FONT></TD></TR></TABLE>>, shape=octagon, style="filled,dashed", color=red, fillcolor=mistyrose];
          n2:p0:e -> n3 [color=red];
        }

        """#)
  }

  @Test func theDrawingForMermaidIsAsExpected() throws {
    let graph = try Injector([Works.PluginModule()]).graph(including: Works.Needy.self)
    #expect(
      graph.mermaid == #"""
        flowchart LR
          subgraph m0 ["PluginModule"]
            n0["any Plugin<br/>Plugins.swift:3<br/>not examined"]
            n1["any Plugin<br/>weak<br/>Plugins.swift:4<br/>not examined"]
          end
          n2["Needy<br/>made elsewhere"]
          n3{{"Unbound<br/>missing"}}
          n2 -->|"unbound"| n3
          style n3 stroke:red,fill:#ffe4e1

        """#)
  }

  @Test func cyclesAreOrangeAndFailuresAreRed() throws {
    let dot = try Works.makeBrokenInjector().graph.dot
    #expect(dot.ranges(of: "color=darkorange, penwidth=2").count == 2)
    #expect(dot.ranges(of: "color=red, penwidth=2").count == 2)
    #expect(dot.ranges(of: "<FONT COLOR=\"darkorange\">").count == 2)
    #expect(dot.ranges(of: "<FONT COLOR=\"red\">").count == 2)
    // The edge to the missing node.
    #expect(dot.ranges(of: "[color=red]").count == 1)
    let mermaid = try Works.makeBrokenInjector().graph.mermaid
    #expect(mermaid.ranges(of: "stroke:darkorange").count == 2)
    #expect(mermaid.ranges(of: "stroke:red,stroke-width").count == 2)
  }

  @Test func namesAreEscapedWhereMermaidWouldReadThemAsSyntax() throws {
    let mermaid = try Works.makeOddInjector().graph.mermaid
    for line in mermaid.split(separator: "\n").dropFirst() {
      // Between the first and last quote of a label there is no other quote, and no bare entity.
      let quotes = line.filter { $0 == "\"" }.count
      #expect(quotes == 2 || (quotes == 0 && line.contains("linkStyle")), "\(line)")
      #expect(!line.contains("`") && !line.contains("\\"), "\(line)")
    }
  }

  @Test func syntaxIsEscapedBeforeACombiningMarkToo() throws {
    func graph(named name: String) throws -> DependencyGraph {
      try Injector { $0.bind(Plain.self, named: Name(name)).to { Plain() } }.graph
    }
    func withoutMarks(_ text: String) -> String {
      String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{301}" }))
    }
    for name in ["<", ">", "&", "#", "`"] {
      let (plain, marked) = (try graph(named: name), try graph(named: "\(name)\u{301}"))
      #expect(withoutMarks(marked.dot) == plain.dot)
      #expect(withoutMarks(marked.mermaid) == plain.mermaid)
    }
  }

  @Test func whatNoDrawingMayContainIsLeftOut() throws {
    let name: Name = "a\u{FFFE}\u{FFFF}b"
    let graph = try Injector { $0.bind(Plain.self, named: name).to { Plain() } }.graph
    for drawing in [graph.dot, graph.mermaid] {
      #expect(drawing.contains("a  b"))
    }
  }

  @Test func everyLineOfADrawingIsOneStatement() throws {
    for line in try Works.makeOddInjector().graph.dot.split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast() {
      #expect(line.hasSuffix(";") || line.hasSuffix("{") || line.hasSuffix("}"), "\(line)")
    }
  }

  // MARK: - Children

  @Test func aChildsGraphContainsTheBindingsOfItsParent() throws {
    let parent = try Injector { $0.bind(Plain.self).to { Plain() } }
    let child = try parent.makeChild { $0.bind(Works.Fuel.self).to { Works.Fuel() } }
    #expect(try node("Fuel", in: parent.graph).kind == .missing)
    #expect(try node("Fuel", in: child.graph).kind == .closure)
    #expect(child.graph.nodes.count == 2)
  }

  @Test func whatAParentHidesIsMarkedAtTheNodeOfTheParent() throws {
    let parent = try Injector { binder in
      binder.bind(Works.Fuel.self).to { Works.Fuel() }
      binder.bind(Works.Fuel.self).to { Works.Fuel() }
      binder.bind(Plain.self).to { Plain() }.in(.singleton)
    }
    #expect(try node("Fuel", in: parent.graph).problems == ["shadowedBinding"])
    let child = try parent.makeChild { $0.bind(Works.Fuel.self).to { Works.Fuel() } }
    let nodes = child.graph.nodes.filter { $0.type == "Fuel" }.sorted { $0.level < $1.level }
    #expect(nodes.map(\.level) == [0, 1])
    #expect(nodes.map(\.problems) == [[], ["shadowedBinding"]])
    // The parent's node is drawn only if something leads there.
    let sibling = try parent.makeChild { binder in
      binder.bind(Works.Fuel.self).to { Works.Fuel() }
      binder.bind(Plain.self).to { Plain() }
    }
    #expect(sibling.graph.nodes.map(\.problems) == [[], []])
    #expect(validationErrors(of: sibling).map(\.code) == [.shadowedBinding])
  }
}

extension Works {
  final class Lamp: Injectable {
    var fuel: Fuel?
    static var requires: Requirements { accepting(\.fuel) }
  }
}
